// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import ArgumentParser
import EventLoop
import SocketIPC
import ShellModel
import TabshellIPC

/// The names that the running daemon knows, for the shell's completion; none when no daemon answers at once.
enum TabNameCompletion {
    /// The tabs that something holds for.
    static func tabs(where holds: @escaping @Sendable (Tab) -> Bool = { _ in true }) -> CompletionKind {
        .custom { _, _, _ in (state()?.tabs.filter(holds) ?? []).map(\.id.rawValue) }
    }

    static let actions = CompletionKind.custom { _, _, _ in (state()?.actions ?? []).map(\.id.rawValue) }

    static let looks = CompletionKind.custom { _, _, _ in
        guard case .array(let names)? = ask(.looks)?["looks"] else { return [] }
        return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    /// A scene's name is never empty, and the daemon names those that there are to whoever asks for one that is not.
    static let scenes = CompletionKind.custom { _, _, _ in
        guard case .array(let names)? = refusal(of: .scene(""))?.data?["scenes"] else { return [] }
        return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    /// The tabs that have a page, and the routes of those that name them; a route with a gap is nobody's wish.
    static let links = CompletionKind.custom { _, _, _ in
        (state()?.tabs ?? []).filter { $0.role != .action }.flatMap { tab in
            [tab.id.rawValue] + tab.routes.filter { !$0.contains("*") }.map { "\(tab.id)/\($0)" }
        }
    }

    private static func state() -> ShellState? {
        ask(.state).flatMap { try? ShellState(json: $0) }
    }

    private static func ask(_ request: Request) -> JSON? { try? answer(to: request)?.get() }

    private static func refusal(of request: Request) -> WireError? {
        guard case .failure(.refused(let error))? = answer(to: request) else { return nil }
        return error
    }

    private static func answer(to request: Request) -> Result<JSON, ClientError>? {
        let deadline = MonotonicClock.now + 200_000_000
        guard let place = try? SocketPath(environment: environmentVariable) else { return nil }
        return Result { () throws(ClientError) in
            try BlockingClient(path: place.path, deadline: deadline, retryUntilDeadline: false)
                .request(request, deadline: deadline)
        }
    }
}
