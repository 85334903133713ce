// SPDX-License-Identifier: MIT
public import ShellModel

/// The settings of the voice, as far as they are not the speech server's own.
public struct SpeechSettings: Equatable, Sendable {
    /// The language as a tag of BCP 47; empty for the server's.
    public var language: String
    /// -100…100; 0 is the normal speed.
    public var rate: Int
    /// -100…100; 100 is the normal volume.
    public var volume: Int
    /// The name of a voice of the synthesizer; empty for the default one.
    public var voice: String

    public init(language: String = "", rate: Int = 0, volume: Int = 100, voice: String = "") {
        self.language = language
        self.rate = rate
        self.volume = volume
        self.voice = voice
    }

    public init(_ style: SpeechStyle) {
        self.init(language: style.language, rate: style.rate, volume: style.volume, voice: style.voice)
    }

    /// The commands of SSIP that set them on a new connection. The language is before the voice, which depends on it.
    package var commands: [String] {
        var commands: [String] = []
        let language = Self.word(language)
        if !language.isEmpty { commands.append("SET SELF LANGUAGE \(language)") }
        if rate != 0 { commands.append("SET SELF RATE \(min(max(rate, -100), 100))") }
        if volume != 100 { commands.append("SET SELF VOLUME \(min(max(volume, -100), 100))") }
        let voice = Self.word(voice)
        if !voice.isEmpty { commands.append("SET SELF SYNTHESIS_VOICE \(voice)") }
        return commands
    }

    /// An argument of a command: one line without control characters.
    private static func word(_ text: String) -> String { SpokenText.line(text) }
}
