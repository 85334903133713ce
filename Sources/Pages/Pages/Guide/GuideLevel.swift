// SPDX-License-Identifier: MIT

/// A level of the page of a tab without content.
enum GuideLevel: Equatable {
    case start, applications, address, documents, byHand
}
