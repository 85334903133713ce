// SPDX-License-Identifier: MIT
import EventLoop
import TabConfig

/// The names of the looks, which are read beside the event loop: the folder of the user's own ones may be on a disk that hangs.
final class LookNames {
    /// The time after which those are returned that were known before, ns.
    private static let timeout: UInt64 = 5_000_000_000

    private let loader: ConfigurationLoader
    private let loop: EventLoop
    private var known = ConfigurationLoader.builtInLooks
    private var waiting: [([String]) -> Void] = []
    private var task: BackgroundTask?
    private var timer: EventLoop.Timer?

    init(of loader: ConfigurationLoader, on loop: EventLoop) {
        self.loader = loader
        self.loop = loop
        timer = loop.timer { [weak self] in self?.reply() }
    }

    /// Reads the names.
    ///
    /// - Parameter completion: called once with the names, perhaps before this function returns.
    func read(_ completion: @escaping ([String]) -> Void) {
        waiting.append(completion)
        guard task == nil else {
            // One that has taken too long is not waited for again.
            return timer?.deadline == nil ? reply() : ()
        }
        do throws(SystemError) {
            task = try BackgroundTask(on: loop) { [loader] () throws(SystemError) in
                loader.lookNames
            } onEnd: { [weak self] result in
                self?.ended(result)
            }
            timer?.arm(after: Self.timeout)
        } catch {
            reply()
        }
    }

    private func ended(_ result: Result<[String], SystemError>) {
        task = nil
        if case .success(let names) = result { known = names }
        reply()
    }

    private func reply() {
        timer?.disarm()
        let completions = waiting
        waiting = []
        for completion in completions { completion(known) }
    }
}
