// SPDX-License-Identifier: MIT

import Canvas

/// An application or a document that can become the content of a tab.
struct GuideChoice: Equatable, Sendable {
    /// The ID of a desktop entry, or the path of a document.
    var id: String
    var title: String
    /// The folder of a document, for a person.
    var detail = ""
    /// The path of a picture, or the name of a built-in icon; nil for the first letter of the title.
    var icon: String?
}

/// Returns the picture of an icon with a side in buffer pixels, a mask or in its own colours; nil until it is loaded.
typealias IconPictures = (_ icon: String, _ side: Int) -> Bitmap?
