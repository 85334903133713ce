extension SwiftEmitter {
    func emitEvents(_ interface: InterfaceDefinition, into out: inout SourceWriter) {
        out.block("public enum Event") { out in
            for event in interface.events where event.since > 1 {
                out.line("public static let \(SwiftNames.plainMember(event.name))Since: UInt32 = \(event.since)")
            }
            for event in interface.events {
                let values = event.arguments.map { argument in
                    "\(SwiftNames.member(argument.name)): \(eventType(argument, in: interface))"
                }
                let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                out.line("case \(SwiftNames.member(event.name))\(payload)")
            }
        }
        out.line()
        out.line("/// Called for each event; cleared when the proxy is destroyed.")
        out.line("public var onEvent: ((Event) -> Void)?")
        out.line()
        out.block("public override func receive(_ opcode: UInt32, _ arguments: EventArguments)") { out in
            out.line("let event: Event")
            out.line("switch opcode {")
            for (opcode, event) in interface.events.enumerated() {
                let values = event.arguments.enumerated().map { index, argument in
                    "\(SwiftNames.member(argument.name)): \(decoded(argument, index: index, in: interface))"
                }
                let payload = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                out.line("case \(opcode): event = .\(SwiftNames.member(event.name))\(payload)")
            }
            out.line("default: return")
            out.line("}")
            out.line("onEvent?(event)")
            for (opcode, event) in interface.events.enumerated() where event.isDestructor {
                out.line("if opcode == \(opcode) { discard() }")
            }
        }
        out.line()
        out.line("public override func clearHandler() { onEvent = nil }")
    }

    func eventType(_ argument: Argument, in interface: InterfaceDefinition) -> String {
        switch argument.kind {
        case .int, .uint: return valueType(argument, in: interface)
        case .fixed: return "Double"
        case .string: return argument.isNullable ? "String?" : "String"
        case .object: return proxyType(argument) + "?"
        case .newID: return proxyType(argument)
        case .array: return "[UInt8]"
        case .fd: return "ReceivedFileDescriptor"
        }
    }

    private func decoded(_ argument: Argument, index: Int, in interface: InterfaceDefinition) -> String {
        if argument.kind == .newID { return "arguments.newObject(\(index))" }
        guard bindings.enumDefinition(argument, in: interface) != nil else { return "arguments.value(\(index))" }
        return "\(valueType(argument, in: interface))(rawValue: arguments.value(\(index)))"
    }

    /// The Swift type of an `int` or `uint`: its enum's if that is generated.
    func valueType(_ argument: Argument, in interface: InterfaceDefinition) -> String {
        guard let (owner, definition) = bindings.enumDefinition(argument, in: interface) else {
            return argument.kind == .int ? "Int32" : "UInt32"
        }
        let type = SwiftNames.type(definition.name)
        return owner.name == interface.name ? type : "\(SwiftNames.type(owner.name)).\(type)"
    }

    /// The class of an object; `Proxy` if its interface is not generated.
    func proxyType(_ argument: Argument) -> String {
        argument.interface.flatMap { bindings.interface($0) }.map { SwiftNames.type($0.name) } ?? "Proxy"
    }
}
