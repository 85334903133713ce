// SPDX-License-Identifier: MIT

internal import Geometry
import Localization
public import PageKit

extension FlashPage {
    public func parts(in context: PageContext, now: UInt64) -> [Part] {
        let layout = FlashLayout(context, menu, painter)
        let offset = gestures.scroller.offset(at: now)
        let position = run?.position(at: now)
        func button(
            _ label: String, _ id: String, _ area: Rect, isSelected: Bool? = nil, _ description: String? = nil
        ) -> AccessibilityNode {
            AccessibilityNode(
                .button, label, id: id, description: description, isSelected: isSelected, actions: [.click],
                bounds: area)
        }
        let guide = AccessibilityNode(
            .group, guidedExercise.name, id: "guide", value: status(position), description: hint(position),
            bounds: layout.guideCard,
            children: layout.buttons(isRunning: run != nil).map { target, area in
                button(title(ofGuideButton: target), target == .end ? "end" : "start", area)
            })
        let exercises = zip(menu.exercises, layout.exercises).enumerated().map { index, exercise in
            button(
                exercise.0.name, "exercise/\(index)", exercise.1, isSelected: index == selected, exercise.0.pattern)
        }
        let actions = zip(menu.actions, layout.actions).enumerated().map { index, action in
            button(action.0, "action/\(index)", action.1, localized("records it"))
        }
        var notes = [
            AccessibilityNode(
                .textInput, localized("Note"), id: "note", value: noteField.text, actions: [.click],
                bounds: layout.noteField)
        ]
        if canSave { notes.append(button(localized("Save"), "save", layout.saveButton, localized("records the note"))) }
        notes += zip(menu.notes, layout.notes).enumerated().map { index, note in
            button(note.0, "note/\(index)", note.1, localized("records it as a note"))
        }
        var nodes = [
            AccessibilityNode(.heading, localized("Flash"), id: "title", level: 1, bounds: layout.frame.header), guide,
            AccessibilityNode(.group, localized("Exercises"), id: "exercises", children: exercises.numbered),
        ]
        if !actions.isEmpty {
            nodes.append(
                AccessibilityNode(
                    .group, localized("I just did"), id: "actions", bounds: layout.actionsTitle,
                    children: actions.numbered))
        }
        nodes.append(
            AccessibilityNode(.group, localized("On my mind"), id: "notes", bounds: layout.notesTitle, children: notes))
        nodes = nodes.map { $0.offset(x: 0, y: -offset) }
        if let toast = shownToast(at: now) { nodes.append(toast.accessibilityNode(layout.frame, painter: painter)) }
        return nodes.map { Part($0) }
    }
}
