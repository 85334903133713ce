// SPDX-License-Identifier: MIT
import Localization

extension GuideSource {
    /// The document of the first start.
    public static var welcome: GuideSource {
        GuideSource(
            name: "",
            markdown: localized(
                """
                The bar below selects a tab, by a finger, the pointer, the arrow keys or `tabctl select`. The program of each tab goes on while
                another one is in front.

                ### Add your programs
                An installed application becomes a tab by the name of its desktop entry, and the window that has the focus by itself:

                ```sh
                tabctl tab add --desktop org.gnome.TextEditor
                tabctl adopt --delay 3
                tabctl save
                ```

                `man tabshell` leads to everything else, `tabctl doctor` tells what is missing, and `tabctl look` changes the look later.

                ### Choose a look
                """))
    }
}
