// SPDX-License-Identifier: MIT
import EventLoop
import Posix

/// The documents in the home folder and its folder Documents, listed by a thread.
enum HomeDocuments {
    /// The number of documents that are listed at most.
    private static let limit = 200
    private static let suffixes = [".md", ".markdown", ".txt"]

    /// Calls a function with the documents in the order of their names.
    static func load(on loop: EventLoop, _ completion: @escaping ([GuideChoice]) -> Void) {
        BackgroundThread.run(on: loop) { () throws(SystemError) -> [GuideChoice] in
            guard let home = environmentVariable("HOME"), home.hasPrefix("/") else { return [] }
            let found = ["", "Documents/"].flatMap { folder in
                FileSystem.names(in: "\(home)/\(folder)").lazy.filter { name in
                    !name.hasPrefix(".") && suffixes.contains { name.lowercased().hasSuffix($0) }
                }.filter { (try? FileSystem.status(of: "\(home)/\(folder)\($0)"))?.kind == .regular }
                    .prefix(limit).map { GuideChoice(id: "~/\(folder)\($0)", title: $0, detail: "~/\(folder)") }
            }
            return Array(found.sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }.prefix(limit))
        } onEnd: { result in
            completion((try? result.get()) ?? [])
        }
    }
}
