import Glibc
import Posix

/// The state on the disk, in two generations, each in a file of its own. The newest is written before a change is
/// acknowledged and never waited for: a killed daemon leaves it whole, a power cut may damage it. The other is synchronized
/// before it gets its name, so it is always whole. The highest whole generation is read.
struct StateStore: Sendable {
    struct Reading {
        /// Nil without a usable file.
        var content: StateFile?
        /// The highest generation of either file.
        var generation: UInt64 = 0
        /// The generation that is synchronized; nil without one.
        var synchronizedGeneration: UInt64?
        /// The reasons for not using the newest file, or a part of it, one line each.
        var problems: [String] = []
        /// The error of reading a file that may hold a newer state than the one read, and must not be replaced.
        var failure: SystemError?
    }

    /// The newest generation.
    let path: String
    let files: any FileCalls

    var synchronizedPath: String { path + ".synced" }

    /// Replaces the newest generation. After an error, the earlier one is still there.
    func write(_ content: [UInt8]) throws(SystemError) {
        try files.replace(path, with: content, synchronizing: false)
    }

    /// Replaces the synchronized generation, which takes as long as the disk does. After an error, the earlier one remains.
    func synchronize(_ content: [UInt8], includingAncestors: Bool) throws(SystemError) {
        try files.store(synchronizedPath, content, includingAncestors: includingAncestors)
    }

    /// Reads the newest whole generation. A damaged file gets the suffix `.bad`; an unreadable one may be whole, and stays.
    func read() -> Reading {
        var reading = Reading()
        let newest = decode(path, &reading)
        let synchronized = decode(synchronizedPath, &reading)
        if newest?.isIntact == true, reading.failure?.isShortage != true { reading.failure = nil }
        let candidates = [newest, synchronized].compactMap(\.self)
        reading.generation = candidates.map(\.generation).max() ?? 0
        reading.synchronizedGeneration = synchronized.flatMap { $0.isIntact ? $0.generation : nil }
        let intact = candidates.filter(\.isIntact).max { $0.generation < $1.generation }
        guard let used = intact ?? candidates.first else { return reading }
        reading.content = used.content
        if newest?.isIntact != true, used == synchronized {
            if reading.problems.isEmpty { reading.problems.append("\(path) is missing") }
            reading.problems.append("the state is that of \(synchronizedPath), which may be older")
        }
        return reading
    }

    private func decode(_ path: String, _ reading: inout Reading) -> StateFile.Decoded? {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try files.read(path)
        } catch {
            let reason = SystemError.message(for: error.code)
            switch error.code {
            case ENOENT: break
            case ENOTDIR: reading.problems.append("\(path) cannot be read: \(reason)")
            // No daemon has written such a file.
            case EISDIR, EINVAL, EFBIG, ELOOP, ENXIO: keepAside(path, "it cannot be read: \(reason)", &reading)
            default:
                reading.problems.append("\(path) cannot be read, and is left as it is: \(reason)")
                if reading.failure == nil || error.isShortage { reading.failure = error }
            }
            return nil
        }
        guard let decoded = StateFile.decode(bytes) else {
            keepAside(path, bytes.isEmpty ? "it is empty" : "it is not an object in JSON", &reading)
            return nil
        }
        if !decoded.isIntact {
            keepAside(path, "its checksum does not match", copying: bytes, &reading)
        } else if !decoded.problems.isEmpty {
            keepAside(path, decoded.problems.joined(separator: "; "), copying: bytes, &reading)
        }
        return decoded
    }

    /// Keeps an unusable file for the user. One that is used in part stays until the next save: a daemon killed before
    /// that has lost nothing.
    private func keepAside(_ path: String, _ reason: String, copying bytes: [UInt8]? = nil, _ reading: inout Reading) {
        let aside = path + ".bad"
        do throws(SystemError) {
            if let bytes {
                try files.replace(aside, with: bytes, synchronizing: false)
            } else {
                try files.rename(path, to: aside)
            }
            reading.problems.append("\(path) cannot be used as it is, and is kept as \(aside): \(reason)")
        } catch {
            reading.problems.append("\(path) cannot be used as it is: \(reason)")
        }
    }
}

extension SystemError {
    /// True if the system is out of descriptors or memory, which says nothing about the file.
    var isShortage: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }
}
