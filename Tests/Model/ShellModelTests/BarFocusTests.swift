import ShellModel
import Testing

/// The focus of the keys in the bar: a, b, c, find, new, bell, fan (with a menu of two actions) and idle.
@Suite struct BarFocusTests {
    private func state(_ commands: Command...) throws -> ShellState {
        try commands.reduce(Sample.full()) { try $0.reduce($1, at: 1).state }
    }

    @Test func entersAtTheSelectedTabAndStays() throws {
        let entered = try state(.select("b"), .focus(.enter))
        #expect(entered.bar.focus == BarFocus("b"))
        #expect(entered.selection?.tab == "b")
        #expect(try entered.ignores(.focus(.enter)))
        #expect(try entered.after(.focus(.next), .focus(.enter)).bar.focus == BarFocus("c"))
        #expect(try entered.topics(of: .focus(.leave)) == [.bar])
        #expect(try entered.after(.focus(.leave)).bar.focus == nil)
        // An open sheet's page is in front.
        #expect(try state(.setSheet("find"), .focus(.enter)).bar.focus == BarFocus("find"))
    }

    @Test func isNotSaved() throws {
        let effects = try Sample.full().reduce(.focus(.enter), at: 1).effects
        #expect(!effects.contains(.persist))
    }

    @Test func movesRoundTheEnds() throws {
        let entered = try state(.focus(.enter))
        #expect(try entered.after(.focus(.previous)).bar.focus == BarFocus("idle"))
        #expect(try entered.after(.focus(.previous), .focus(.next)).bar.focus == BarFocus("a"))
        #expect(try entered.after(.focus(.last)).bar.focus == BarFocus("idle"))
        #expect(try entered.after(.focus(.last), .focus(.first)).bar.focus == BarFocus("a"))
    }

    /// A switch needs no key that gives the bar the focus before.
    @Test(arguments: [.next, .previous] as [FocusMove]) func moveWithoutFocusEnters(move: FocusMove) throws {
        #expect(try state(.select("b"), .focus(move)).bar.focus == BarFocus("b"))
        #expect(try state(.focus(.last)).bar.focus == BarFocus("idle"))
        for move in [FocusMove.activate, .leave] { #expect(try Sample.full().ignores(.focus(move))) }
    }

    @Test func findsByPlaceAndTitle() throws {
        let entered = try state(.focus(.enter))
        // A digit of another script: an Arabic keyboard types this one.
        for (text, tab) in [("3", "c"), ("٣", "c"), ("9", "a"), ("0", "a"), ("B", "b"), ("x", "a"), ("", "a")] {
            #expect(try entered.after(.focus(.find, text: text)).bar.focus?.tab.rawValue == tab, "\(text)")
        }
        #expect(try entered.after(.focus(.find)).bar.focus?.tab == "a")
        // Of several with the letter, the next one, round the end.
        var last = entered
        for tab in ["find", "fan", "find"] as [TabID] {
            last = try last.after(.focus(.find, text: "f"))
            #expect(last.bar.focus?.tab == tab)
        }
    }

    @Test func activationSelectsAndLeaves() throws {
        let after = try state(.focus(.enter), .focus(.next), .focus(.activate))
        #expect(after.selection?.tab == "b" && after.bar.focus == nil)
        let sheet = try state(.focus(.find, text: "find"), .focus(.activate))
        #expect(sheet.sheet.tab == "find" && sheet.bar.focus == nil)
        #expect(try sheet.after(.focus(.enter), .focus(.activate)).sheet.tab == nil)
        let action = try state(.focus(.find, text: "bell"), .focus(.activate))
        #expect(action.action.action == "ring" && action.bar.focus == nil)
    }

    @Test func menuIsServed() throws {
        let menu = try state(.focus(.find, text: "fan"), .focus(.activate))
        #expect(menu.menu.tab == "fan" && menu.bar.focus == BarFocus("fan", action: "ring"))
        #expect(try menu.after(.focus(.next)).bar.focus == BarFocus("fan", action: "sing"))
        #expect(try menu.after(.focus(.next), .focus(.next)).bar.focus == BarFocus("fan", action: "ring"))
        #expect(try menu.after(.focus(.find, text: "s")).bar.focus == BarFocus("fan", action: "sing"))
        let run = try menu.after(.focus(.last), .focus(.activate))
        #expect(run.action.action == "sing" && run.menu.tab == nil && run.bar.focus == nil)
        let left = try menu.after(.focus(.leave))
        #expect(left.menu.tab == nil && left.bar.focus == BarFocus("fan"))
        // A menu opened by a press gets the focus with the first key.
        let pressed = try state(.setMenu("fan"))
        #expect(pressed.bar.focus == nil)
        #expect(try pressed.after(.focus(.next)).bar.focus == BarFocus("fan", action: "ring"))
    }

    @Test(
        arguments: [
            .select("a"), .selectNext, .open("a", []), .setSheet("find"), .setMenu("fan"), .run("ring"),
            .minimize(true),
            .scrolled("a", .down),
        ] as [Command])
    func everythingElseTakesTheFocus(command: Command) throws {
        #expect(try state(.focus(.enter), command).bar.focus == nil)
    }

    @Test func otherChangesKeepIt() throws {
        for command in [.badge("a", .dot), .setAppearance(.dark), .push("a", ["x"]), .minimize(false)] as [Command] {
            #expect(try state(.focus(.enter), command).bar.focus == BarFocus("a"))
        }
    }

    @Test func minimizedBarIsExpanded() throws {
        let state = try state(.minimize(true), .focus(.enter))
        #expect(!state.bar.isMinimized && state.bar.focus == BarFocus("a"))
    }

    @Test func focusOfARemovedTabEnds() throws {
        let focused = try state(.focus(.last))
        let fewer = try Sample.setup(Array(Sample.tabs.dropLast()))
        #expect(try focused.after(.configure(fewer)).bar.focus == nil)
        #expect(try focused.after(.focus(.first), .configure(fewer)).bar.focus == BarFocus("a"))
    }

    @Test func hiddenTabsAreLeftOut() throws {
        let setup = try Sample.setup([Sample.tab("a"), Sample.tab("b", isHidden: true), Sample.tab("c")])
        let state = try Sample.full().after(.configure(setup), .focus(.enter), .focus(.next))
        #expect(state.bar.focus == BarFocus("c"))
    }

    /// The menu key leads into the menu of a page's tab, and Escape back to the tab.
    @Test func menuOfAPageGetsTheFocus() throws {
        var tabs = Sample.tabs
        tabs[1].menu = ["ring", "sing"]
        let start = ShellState(try Sample.setup(tabs), now: 5)
        let tab = try start.after(.focus(.find, text: "b"))
        let menu = try tab.after(.focus(.menu))
        #expect(menu.menu.tab == "b" && menu.bar.focus == BarFocus("b", action: "ring") && menu.selection?.tab == "a")
        #expect(try menu.after(.focus(.menu)).bar.focus == BarFocus("b", action: "ring"))
        let back = try menu.after(.focus(.leave))
        #expect(back.menu.tab == nil && back.bar.focus == BarFocus("b"))
        #expect(try start.ignores(.focus(.menu)))
    }

    /// A field that a finger has pressed has the keys while its page is in front, and no window is.
    @Test func fieldGetsTheFocus() throws {
        let field = try state(.focus(.field))
        #expect(field.bar.focus == BarFocus("a", isPage: true, isField: true) && field.arePagesAboveWindows)
        #expect(try field.after(.select("b")).bar.focus == nil)
        #expect(try field.after(.setSheet("find")).bar.focus == nil)
        #expect(try field.after(.setCovered(true, over: "a")).bar.focus == nil)
        #expect(try field.after(.focus(.leave)).bar.focus == nil)
        // A focus without a press stays when the field is left.
        let page = try state(.focus(.page), .focus(.field))
        #expect(page.bar.focus == BarFocus("a", isPage: true))
        #expect(try page.after(.setCovered(true, over: "a")).bar.focus == page.bar.focus)
    }

    /// The page in front has the keyboard until it returns it, above the windows; a newly selected page keeps it.
    @Test func pageGetsTheFocus() throws {
        let page = try state(.focus(.enter), .focus(.page))
        #expect(page.bar.focus == BarFocus("a", isPage: true) && !page.isBarFocused && page.arePagesAboveWindows)
        #expect(try page.after(.select("b")).bar.focus == BarFocus("b", isPage: true))
        #expect(try page.after(.select("find")).bar.focus == nil)
        #expect(try page.after(.focus(.next)).bar.focus == BarFocus("a"))
        let left = try page.after(.focus(.leave))
        #expect(left.bar.focus == nil && !left.arePagesAboveWindows)
        // Scrolling minimizes the bar, and takes no key from the page.
        let scrolled = try page.after(.scrolled("a", .down))
        #expect(scrolled.bar.isMinimized && scrolled.bar.focus == BarFocus("a", isPage: true))
        // Its page becomes a window, with its own keyboard focus.
        var tab = Sample.tab("a")
        tab.window = WindowBinding(appIDs: ["org.example.W"])
        #expect(try page.after(.configure(Sample.setup([tab, Sample.tab("b")]))).bar.focus == nil)
        // From a menu; not while a sheet has the keys.
        let menu = try state(.focus(.find, text: "fan"), .focus(.activate), .focus(.page))
        #expect(menu.menu.tab == nil && menu.bar.focus?.isPage == true)
        #expect(try state(.setSheet("find"), .focus(.page)).bar.focus == nil)
    }
}

@Suite struct BarHidingTests {
    private func state(_ hide: BarStyle.Hide, speaks: Bool = false) throws -> ShellState {
        var look = Sample.folding
        look.bar.hide = hide
        look.speech.isEnabled = speaks
        return ShellState(try Sample.setup(look: look), now: 5)
    }

    @Test(arguments: BarStyle.Hide.allCases)
    func barHidesAsTheLookSays(hide: BarStyle.Hide) throws {
        let start = try state(hide)
        #expect(start.hidesBar(withPages: true, isFullscreen: false) == (hide == .always))
        #expect(start.hidesBar(withPages: false, isFullscreen: false) == (hide == .always))
        #expect(start.hidesBar(withPages: true, isFullscreen: true) == (hide != .never))
        let covered = try start.after(.setCovered(true, over: "a"))
        #expect(covered.hidesBar(withPages: true, isFullscreen: false) == (hide != .never))
        // The window is on the output of the pages.
        #expect(covered.hidesBar(withPages: false, isFullscreen: false) == (hide == .always))
        #expect(
            try covered.after(.setCovered(false, over: "a")).hidesBar(withPages: true, isFullscreen: false)
                == (hide == .always))
    }

    @Test func barStaysWhileItIsNeeded() throws {
        let start = try state(.always)
        #expect(try !start.after(.setSheet("find")).hidesBar(withPages: true, isFullscreen: false))
        #expect(try !start.after(.setMenu("fan")).hidesBar(withPages: true, isFullscreen: false))
        #expect(try start.after(.setMenu("fan"), .setMenu(nil)).hidesBar(withPages: true, isFullscreen: false))
        #expect(try !state(.always, speaks: true).hidesBar(withPages: true, isFullscreen: false))
    }

    @Test func hiddenBarReservesNothing() throws {
        var look = Look()
        look.bar.hide = .whenCovered
        #expect(look.exclusiveZone == 119)
        look.bar.hide = .always
        #expect(look.exclusiveZone == 0)
        #expect(look.pageOverlap == 0)
    }
}
