import Foundation
import TestSupport
import Testing

@testable import StressMonitor

/// The files of `Exports`, and what of them would be stored, in `Golden/imports.txt`. A line is a file and the options that read
/// it; `NAME.zip` is an archive of the folder NAME.
@Suite struct ExportTests {
    @Test func filesAreReadAsReviewed() throws {
        let (reviewed, played) = try playScript("imports") { line in
            let words = line.components(separatedBy: " --")
            if line.isEmpty || line.hasPrefix("#") { return [] }
            return try outcome(of: words[0], words.dropFirst().map { Array($0.split(separator: " ", maxSplits: 1)) })
        }
        let lines = zip(played.split(separator: "\n"), (reviewed ?? "").split(separator: "\n"))
        for (now, before) in lines { try #require(now == before) }
        #expect(played == reviewed)
    }

    private func outcome(of name: String, _ arguments: [[Substring]]) throws -> [String] {
        var options = Importer.Options()
        (options.timeZone, options.latest) = (berlin, utc(2026, 12, 1))
        for argument in arguments {
            let value = String(argument[1])
            switch argument[0] {
            case "no-value": options.noValue.append(value)
            case "source": options.source = value
            case "hrv": options.variability = Variability(rawValue: value)
            default: options.columns[try #require(CSVColumns.options.first { $0.name == argument[0] }).role] = value
            }
        }
        let (folder, archives) = (Repository.file("Tests/Stress/Exports").path, try TemporaryDirectory())
        var path = "\(folder)/\(name)"
        if name.hasSuffix(".zip") {
            let contents = try FileManager.default.contentsOfDirectory(atPath: String(path.dropLast(4))).sorted()
            let files = contents.map { "\(path.dropLast(4))/\($0)" }
            path = archives.appending(name)
            _ = try ChildProcess.run("python3", ["-m", "zipfile", "-c", path] + files)
        }
        var lines: [String] = []
        do {
            let parser = FileParser(try FileSource(path: path), options)
            while let records = try parser.next() {
                lines += records.batch.samples.map { sample in
                    let values = Metric.allCases.compactMap { metric in
                        sample[metric].map { "\(metric.rawValue) \($0)" }
                    }
                    return ([LocalTimeZone.utc.iso(sample.time)] + values + [sample.source]).joined(separator: ", ")
                }
                lines += records.batch.notes.map { "\(LocalTimeZone.utc.iso($0.time)), note: \($0.text)" }
                lines += records.rejections.map { "\($0.line): \($0.reason)" }
                if records.ignored > 0 { lines.append("omitted: \(records.ignored)") }
                lines += records.notices
            }
        } catch {
            lines.append("\(error)")
        }
        return lines.map { $0.replacing(path, with: name) }
    }
}
