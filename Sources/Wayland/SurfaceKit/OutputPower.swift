import WaylandProtocols

/// The power of an output (wlr-output-power-management).
public final class OutputPower {
    private let proxy: ZwlrOutputPowerV1
    private let manager: ZwlrOutputPowerManagerV1
    private var isOff = false

    /// - Returns: nil if the compositor lacks the protocol.
    public init?(_ connection: WaylandConnection, output: Output) {
        guard let manager = connection.globals.bind(ZwlrOutputPowerManagerV1.self) else { return nil }
        self.manager = manager
        proxy = manager.getOutputPower(output: output.proxy)
    }

    public func turnOff() {
        isOff = true
        proxy.setMode(mode: .off)
    }

    /// Turns the output on, if it is off, and releases it.
    deinit {
        if isOff { proxy.setMode(mode: .on) }
        proxy.destroy()
        manager.destroy()
    }
}
