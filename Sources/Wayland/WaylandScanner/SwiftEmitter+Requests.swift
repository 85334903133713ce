extension SwiftEmitter {
    func emitRequest(
        _ request: Message, opcode: Int, of interface: InterfaceDefinition, into out: inout SourceWriter
    ) {
        if request.since > 1 {
            out.line("public static let \(SwiftNames.plainMember(request.name))Since: UInt32 = \(request.since)")
            out.line()
        }
        let created = request.arguments.first { $0.kind == .newID }
        let isUntyped = created != nil && created?.interface == nil
        let objectType = created.map { isUntyped ? "Object" : proxyType($0) }

        var parameters = request.arguments.filter { $0.kind != .newID }.map { argument in
            "\(SwiftNames.member(argument.name)): \(requestType(argument, in: interface))"
        }
        if isUntyped {
            out.line(
                "/// Creates an object of `type`, in `version` or in the newest generated version if that is lower.")
            parameters = ["_ type: Object.Type"] + parameters + ["version: UInt32"]
        }
        var signature = "public func \(SwiftNames.member(request.name))"
        signature += (isUntyped ? "<Object: Proxy>" : "") + "(\(parameters.joined(separator: ", ")))"
        if let objectType {
            signature += " -> \(objectType)"
        }
        out.block(signature) { out in
            if isUntyped { out.line("let version = min(version, type.interface.version)") }
            emitCall(request, opcode: opcode, objectType: objectType, isUntyped: isUntyped, in: interface, to: &out)
        }
    }

    /// Emits `destroy()` for an interface without a request of that name.
    func emitDestroy(_ interface: InterfaceDefinition, into out: inout SourceWriter) {
        let destructor = interface.requests.first { $0.isDestructor && $0.arguments.isEmpty }
        guard let destructor else {
            out.line("/// Destroys the proxy; the protocol has no request for it.")
            out.block("public func destroy()") { $0.line("discard()") }
            return
        }
        out.line("/// Destroys the proxy, by `\(destructor.name)` if the bound version has it.")
        out.block("public func destroy()") { $0.line("\(SwiftNames.member(destructor.name))()") }
    }

    private func emitCall(
        _ request: Message, opcode: Int, objectType: String?, isUntyped: Bool, in interface: InterfaceDefinition,
        to out: inout SourceWriter
    ) {
        var options: [String] = [String(opcode)]
        if request.since > 1 { options.append("since: \(request.since)") }
        let call: String
        if let objectType {
            call = "create"
            options.insert(isUntyped ? "type" : "\(objectType).self", at: 0)
            if isUntyped { options.append("version: version") }
        } else {
            call = request.isDestructor ? "sendDestructor" : "send"
        }
        let count = request.arguments.count + (isUntyped ? 2 : 0)
        if count > 0 { options.append("count: \(count)") }
        // A body of several statements needs an explicit `return`.
        let head = (isUntyped ? "return " : "") + "\(call)(\(options.joined(separator: ", ")))"

        guard count > 0 else { return out.line(head) }
        out.block(head) { out in
            for argument in request.arguments { emitArgument(argument, in: interface, into: &out) }
        }
    }

    private func emitArgument(_ argument: Argument, in interface: InterfaceDefinition, into out: inout SourceWriter) {
        let name = SwiftNames.member(argument.name)
        switch argument.kind {
        case .fd: out.line("$0.descriptor(\(name))")
        case .newID:
            if argument.interface == nil {
                out.line("$0.add(type.interface.name)")
                out.line("$0.add(version)")
            }
            out.line("$0.newID()")
        case .int, .uint, .fixed, .string, .object, .array:
            let isEnum = bindings.enumDefinition(argument, in: interface) != nil
            out.line("$0.add(\(name)\(isEnum ? ".rawValue" : ""))")
        }
    }

    private func requestType(_ argument: Argument, in interface: InterfaceDefinition) -> String {
        switch argument.kind {
        case .object, .newID: return proxyType(argument) + (argument.isNullable ? "?" : "")
        case .fd: return "Int32"
        case .int, .uint, .fixed, .string, .array: return eventType(argument, in: interface)
        }
    }
}
