import Glibc
import Posix

// Draws all icons that are built in to a file.
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count == 1 else {
    Log.write("Usage: icon-preview OUT.png")
    exit(2)
}
guard IconSheet().bitmap().writePNG(to: path) else {
    Log.write("cannot write \(path)")
    exit(1)
}
