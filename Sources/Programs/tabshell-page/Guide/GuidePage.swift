import Canvas
import Localization
import PageKit
import ShellConfig

/// The page of a tab without content: the user chooses an application, a web page or a document as its content. Its level for
/// a title is the sheet that renames any tab.
final class GuidePage: TextPage {
    /// The content that the user has chosen.
    enum Content: Equatable, Sendable {
        /// An application, by the ID of its desktop entry.
        case application(String)
        /// The address of a web page.
        case address(String)
        case document(String)
        /// Another title.
        case title(String)
    }

    var interaction: PartInteraction {
        get { cover?.interaction ?? interactions[level, default: PartInteraction()] }
        set {
            if let cover { cover.interaction = newValue } else { interactions[level] = newValue }
            if newValue.focused != "address" { address.setPreedit(nil) }
        }
    }
    private var interactions: [GuideLevel: PartInteraction] = [:]
    private var navigation = NavigationStack()
    private let root: GuideLevel
    /// A page shown in place of this one, if any.
    var cover: DocumentPage?
    /// The installed applications; nil until they are known.
    var applications: [GuideChoice]?
    /// The documents in the home folder; nil until they are known.
    var documents: [GuideChoice]?
    /// The configuration file, for a person.
    var file = ""
    var isTabInFile = false
    /// Called with the user's choice.
    var onChoice: (Content) -> Void = { _ in }
    /// Called with each level that is opened.
    var onOpening: (GuideLevel) -> Void = { _ in }
    var openFile: () -> Void = {}
    var pictures: IconPictures = { _, _ in nil }

    /// The level that is visible after the animation.
    var level: GuideLevel { level(at: navigation.path) }
    private(set) var problem: String?
    /// True after a choice, until it fails or the page ends.
    private(set) var isBusy = false
    /// The address or the title.
    var address = TextField(limit: 2000)
    let painter = PagePainter()

    init(_ root: GuideLevel = .start) { self.root = root }

    /// Shows the present title, selected.
    func begin(with title: String) {
        address = TextField(title)
        address.select(0..<title.utf8.count)
        interaction.focus("address")
    }

    private func level(at path: [String]) -> GuideLevel { path.first.flatMap(GuideLevel.init) ?? root }

    func show(problem: String) { (self.problem, isBusy) = (problem, false) }

    func go(to level: GuideLevel, _ context: PageContext, now: UInt64) -> PageReaction {
        problem = nil
        interactions[self.level]?.stop(now: now)
        navigation.navigate(
            to: level == .start ? [] : [level.rawValue], at: now, along: context.transition,
            isImmediate: context.reducedMotion)
        // Each level begins at its top.
        interactions[level] = PartInteraction()
        if level == .address { interaction.focus("address") }
        onOpening(level)
        return .redraw
    }

    func resize(_ level: GuideLevel, content: Double, _ context: PageContext, now: UInt64) {
        interactions[level, default: PartInteraction()].resize(content: content, context, now: now)
    }

    func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        guard cover == nil else { return drawParts(on: canvas, context: context, now: now) }
        navigation.draw(on: canvas, context: context, now: now) { path in
            let level = level(at: path)
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

    private var isEdited: Bool { [.address, .title].contains(level) && interaction.focused == "address" }

    /// The text of the field, with the preedit and without spaces around it.
    var enteredAddress: String { address.displayText.split(separator: " ").joined(separator: " ") }

    /// Chooses the text in the field.
    func submit() -> PageReaction {
        address.commitPreedit()
        guard !enteredAddress.isEmpty else { return .none }
        if level == .title { return choose(.title(enteredAddress)) }
        if (try? WebAddress(completing: enteredAddress)) != nil { return choose(.address(enteredAddress)) }
        show(problem: localized("This is not a web address."))
        return .redraw
    }

    /// Returns to the start with Escape; Return in the field chooses its address.
    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        if let cover { return cover.key(key, context: context, now: now) }
        switch key {
        case .escape where level != root: return go(to: .start, context, now: now)
        // It closes the sheet.
        case .escape where level == .title: return nil
        case .activate where isEdited: return submit()
        default: return keyParts(key, context: context, now: now)
        }
    }

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        if case .release = event, interaction.pressed == "submit" { address.commitPreedit() }
        return cover?.pointer(event, context: context, now: now) ?? pressParts(event, context: context, now: now)
    }

    func appeared(now: UInt64) { cover?.appeared(now: now) }

    func disappeared(now: UInt64) {
        cover?.disappeared(now: now)
        navigation.finishAnimations()
        painter.forgetUnusedTexts()
        address.setPreedit(nil)
    }

    func reselected(context: PageContext, now: UInt64) -> PageReaction {
        cover?.reselected(context: context, now: now) ?? go(to: .start, context, now: now)
    }

    /// Returns to the start for the next visitor.
    func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction {
        if let cover { return cover.returned(discardsText: discardsText, context: context, now: now) }
        if discardsText { address.clear() }
        return go(to: .start, context, now: now)
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard cover == nil, isEdited else { return nil }
        let field = fieldLayout(GuideLayout(context), context, isFocused: true)
        return TextFocus(address, caret: field.caret, purpose: level == .title ? .prose : .url)
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

/// A level of the page of a tab without content.
enum GuideLevel: String {
    case start, applications, address, documents, byHand, title
}
