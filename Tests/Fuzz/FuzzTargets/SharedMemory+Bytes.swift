// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import Posix

    extension SharedMemory {
        /// A file in memory with some bytes.
        package convenience init?(containing bytes: [UInt8]) {
            self.init(name: "input", byteCount: max(bytes.count, 1))
            bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(start: baseAddress, count: byteCount).copyMemory(from: bytes)
            }
        }
    }
#endif
