// SPDX-License-Identifier: MIT
import EventLoop
import ShellConfig

/// The names of the looks, which are read beside the event loop: the folder of the user's own ones may be on a disk that hangs.
final class LookNames {
    private let call: BackgroundCall<Void, [String]>
    private var known = ConfigurationLoader.builtInLooks

    init(of loader: ConfigurationLoader, on loop: EventLoop) {
        call = BackgroundCall("reading the names of the looks", timeout: 5_000_000_000, on: loop) {
            (_: Void) throws(SystemError) in
            loader.lookNames
        }
        call.onResult = { [weak self] result in
            if case .success(let names) = result { self?.known = names }
        }
    }

    /// Reads the names.
    ///
    /// - Parameter completion: called once, perhaps before this function returns, with the names; with those that were known
    ///   before if reading takes too long.
    func read(_ completion: @escaping ([String]) -> Void) {
        call.run(()) { [weak self] _ in completion(self?.known ?? []) }
    }
}
