/// The character between a context and a message in a key, by gettext's convention.
private let contextSeparator = "\u{4}"

/// A message in the user's language. `context` is a word that distinguishes the message from another with the same English text.
public func localized(_ message: LocalizedMessage, context: String? = nil) -> String {
    guard Localization.isActive, !message.key.isEmpty else { return message.text }
    guard let translation = translation(of: message.key, context) else { return message.text }
    return message.arguments.isEmpty ? translation : MessageFormat.filled(translation, message.arguments)
}

/// A message about a number of things, in the user's language.
///
/// - Parameters:
///   - one: the message about one thing.
///   - other: the message about any other number.
public func localized(_ count: Int, one: LocalizedMessage, other: LocalizedMessage) -> String {
    let message = count == 1 ? one : other
    guard Localization.isActive else { return message.text }
    let translation = Localization.catalogues.lazy.compactMap { $0.plural(one.key, count: count.magnitude) }.first
    return translation.map { MessageFormat.filled($0, other.arguments) } ?? message.text
}

/// A text of built-in data, such as a look's title or the help of an option, in the user's language.
public func localized(data text: String) -> String {
    guard Localization.isActive, !text.isEmpty else { return text }
    return translation(of: text) ?? text
}

/// A word of a protocol or of a table in the user's language; an unlisted one stays as it is.
///
/// - Parameters:
///   - context: as for a message.
///   - words: the words in catalogues.
public func localized(word: String, context: String? = nil, among words: [String]) -> String {
    guard Localization.isActive, words.contains(word) else { return word }
    return translation(of: word, context) ?? word
}

private func translation(of key: String, _ context: String? = nil) -> String? {
    let key = context.map { $0 + contextSeparator + key } ?? key
    return Localization.catalogues.lazy.compactMap { $0.message(key) }.first
}

/// The words as alternatives: `a or b or c`.
public func alternatives(_ words: [String]) -> String {
    words.dropFirst().reduce(words.first ?? "") { localized("\($0) or \($1)") }
}
