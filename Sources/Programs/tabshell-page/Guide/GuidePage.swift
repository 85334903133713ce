// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import Localization
import PageKit
import PangoText

/// The page of a tab without content: an application, a web page or a document is chosen, which the tab shows from then on.
final class GuidePage: TextPage {
    /// The content that the user has chosen.
    enum Content: Equatable, Sendable {
        /// An application, by the ID of its desktop entry.
        case application(String)
        /// The address of a web page.
        case address(String)
        /// The path of a document.
        case document(String)
    }

    var interaction: PartInteraction {
        get { cover?.interaction ?? interactions[level, default: PartInteraction()] }
        set { if let cover { cover.interaction = newValue } else { interactions[level] = newValue } }
    }
    private var interactions: [GuideLevel: PartInteraction] = [:]
    private var navigation = NavigationStack()
    /// A page that is shown in place of this one, while there is one.
    var cover: DocumentPage?
    /// The installed applications; nil until they are known.
    var applications: [GuideChoice]?
    /// The documents in the home folder; nil until they are known.
    var documents: [GuideChoice]?
    /// The configuration file, for a person.
    var file = ""
    /// True if the file has a table of the tab already.
    var isTabInFile = false
    /// Called with what the user has chosen.
    var onChoice: (Content) -> Void = { _ in }
    /// Opens the configuration file.
    var openFile: () -> Void = {}
    /// The pictures of the icons.
    var pictures: IconPictures = { _, _ in nil }

    /// The level that is visible after the animation.
    var level: GuideLevel { GuideLevel(path: navigation.path) }
    private(set) var problem: String?
    /// True from a choice on, until it fails or the page ends.
    private(set) var isBusy = false
    var address = TextField(limit: 2000)
    let painter = PagePainter()
    let ownTitle: String?

    /// - Parameter title: the title above the page; nil for the tab's.
    init(title: String? = nil) {
        ownTitle = title
    }

    /// Shows why what was chosen is not shown.
    func show(problem: String) {
        (self.problem, isBusy) = (problem, false)
    }

    func go(to level: GuideLevel, _ context: PageContext, now: UInt64) -> PageReaction {
        problem = nil
        interactions[self.level]?.stop(now: now)
        navigation.navigate(
            to: level.path, at: now, along: context.transition, isImmediate: context.reducedMotion)
        // Each level begins at its top.
        interactions[level] = PartInteraction()
        if level == .address { interaction.focus("address") }
        return .redraw
    }

    /// Sets the height of a level's content.
    func resize(_ level: GuideLevel, content: Double, _ context: PageContext, now: UInt64) {
        interactions[level, default: PartInteraction()].resize(content: content, context, now: now)
    }

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        guard cover == nil else { return drawParts(on: canvas, context: context, now: now) }
        navigation.draw(on: canvas, context: context, now: now) { path in
            let level = GuideLevel(path: path)
            let parts = parts(of: level, context, now: now)
            let interaction = interactions[level, default: PartInteraction()]
            PartList(parts, offset: interaction.offset(at: now), in: context.size)
                .draw(on: canvas, interaction, ring: focusColor(in: context))
        }
    }

    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        navigation.isMoving(at: now) || interaction.scroller.isMoving(at: now) ? .immediately : .never
    }

    func choose(_ content: Content) -> PageReaction {
        guard !isBusy else { return .none }
        (problem, isBusy) = (nil, true)
        onChoice(content)
        return .redraw
    }

    /// Chooses the address of the field; one without a scheme is of the web.
    func submit() -> PageReaction {
        let text = address.text.split(separator: " ").joined(separator: " ")
        guard !text.isEmpty else { return .none }
        return choose(.address(text.indices.contains { text[$0...].hasPrefix("://") } ? text : "https://\(text)"))
    }

    /// Returns to the start with Escape; Return in the field chooses its address.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        if let cover { return cover.key(key, context: context, now: now) }
        switch key {
        case .escape where level != .start: return go(to: .start, context, now: now)
        case .activate where level == .address && interaction.focused == "address": return submit()
        default: return keyParts(key, context: context, now: now)
        }
    }

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        cover?.pointer(event, context: context, now: now) ?? pressParts(event, context: context, now: now)
    }

    func appeared(now: UInt64) {
        cover?.appeared(now: now)
    }

    func disappeared(now: UInt64) {
        cover?.disappeared(now: now)
        navigation.finishAnimations()
        painter.forgetUnusedTexts()
        address.setPreedit(nil)
    }

    /// Returns to the start.
    func reselected(context: PageContext, now: UInt64) -> PageReaction {
        cover?.reselected(context: context, now: now) ?? go(to: .start, context, now: now)
    }

    /// Returns to the start, as the next visitor finds it.
    func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction {
        if let cover { return cover.returned(discardsText: discardsText, context: context, now: now) }
        if discardsText { address.clear() }
        return go(to: .start, context, now: now)
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard cover == nil, level == .address, interaction.focused == "address" else { return nil }
        let layout = GuideLayout(context)
        return TextFocus(address, caret: fieldLayout(layout, context, isFocused: true).caret, purpose: .url)
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard address.apply(edit) else { return .none }
        problem = nil
        return .redraw
    }

    func fieldLayout(_ layout: GuideLayout, _ context: PageContext, isFocused: Bool) -> TextFieldLayout {
        painter.field(
            address, in: layout.field, leading: 16, trailing: 16, size: 17 * layout.textScale, isFocused: isFocused,
            theme: Theme(context), isMirrored: context.isRightToLeft)
    }
}
