import WaylandProtocols

/// An output that is off (wlr-output-power-management), until this is released.
public final class OutputPower {
    private let proxy: ZwlrOutputPowerV1
    private let manager: ZwlrOutputPowerManagerV1

    /// - Returns: nil if the compositor lacks the protocol.
    public init?(_ connection: WaylandConnection, output: Output) {
        guard let manager = connection.globals.bind(ZwlrOutputPowerManagerV1.self) else { return nil }
        self.manager = manager
        proxy = manager.getOutputPower(output: output.proxy)
        proxy.setMode(mode: .off)
    }

    deinit {
        proxy.setMode(mode: .on)
        proxy.destroy()
        manager.destroy()
    }
}
