#include "text.h"

#include <string.h>

#include "member.h"

static const char *text_of(AtkText *text) {
    const char *words = TABSHELL_NODE(text)->text;
    return words ? words : "";
}

static int count(AtkText *text) { return (int)g_utf8_strlen(text_of(text), -1); }

static char *part(const char *text, int start, int end) {
    int length = (int)g_utf8_strlen(text, -1);
    end = end < 0 ? length : MIN(end, length);
    start = CLAMP(start, 0, end);
    return g_utf8_substring(text, start, end);
}

// MARK: Reading

static char *get_text(AtkText *text, int start, int end) { return part(text_of(text), start, end); }

static gunichar get_character(AtkText *text, int offset) {
    if (offset < 0 || offset >= count(text)) return 0;
    return g_utf8_get_char(g_utf8_offset_to_pointer(text_of(text), offset));
}

static int get_caret(AtkText *text) { return TABSHELL_NODE(text)->caret; }

static gboolean is_word(AtkText *text, int offset) {
    gunichar character = get_character(text, offset);
    return character == '_' || g_unichar_isalnum(character) || g_unichar_ismark(character);
}

// A word reaches to the next one, and the single line is the paragraph.
static char *get_string(AtkText *text, int offset, AtkTextGranularity granularity, int *start, int *end) {
    int length = count(text);
    offset = CLAMP(offset, 0, length);
    *start = granularity > ATK_TEXT_GRANULARITY_WORD ? 0 : offset;
    *end = granularity > ATK_TEXT_GRANULARITY_WORD ? length : MIN(offset + 1, length);
    if (granularity == ATK_TEXT_GRANULARITY_WORD) {
        while (*start > 0 && !(is_word(text, *start) && !is_word(text, *start - 1))) --*start;
        while (*end < length && !(is_word(text, *end) && !is_word(text, *end - 1))) ++*end;
    }
    return get_text(text, *start, *end);
}

// Older screen readers ask in this way.
static char *get_text_at(AtkText *text, int offset, AtkTextBoundary boundary, int *start, int *end) {
    AtkTextGranularity granularity = boundary == ATK_TEXT_BOUNDARY_CHAR       ? ATK_TEXT_GRANULARITY_CHAR
                                     : boundary <= ATK_TEXT_BOUNDARY_WORD_END ? ATK_TEXT_GRANULARITY_WORD
                                                                              : ATK_TEXT_GRANULARITY_LINE;
    return get_string(text, offset, granularity, start, end);
}

static AtkAttributeSet *get_run(AtkText *text, int offset, int *start, int *end) {
    (void)offset;
    *start = 0;
    *end = count(text);
    return NULL;
}

// The places of the letters are not known: the field's.
static void get_extents(AtkText *text, int offset, int *x, int *y, int *width, int *height, AtkCoordType type) {
    (void)offset;
    atk_component_get_extents(ATK_COMPONENT(text), x, y, width, height, type);
}

static void get_range_extents(AtkText *text, int start, int end, AtkCoordType type, AtkTextRectangle *area) {
    (void)end;
    get_extents(text, start, &area->x, &area->y, &area->width, &area->height, type);
}

static int get_selection_count(AtkText *text) {
    TabshellNode *node = TABSHELL_NODE(text);
    return node->anchor != node->caret ? 1 : 0;
}

static char *get_selection(AtkText *text, int number, int *start, int *end) {
    TabshellNode *node = TABSHELL_NODE(text);
    gboolean exists = number == 0 && get_selection_count(text) > 0;
    *start = exists ? MIN(node->anchor, node->caret) : 0;
    *end = exists ? MAX(node->anchor, node->caret) : 0;
    return exists ? get_text(text, *start, *end) : NULL;
}

// MARK: Writing

static TabshellEdit edit_function;

void tabshell_text_set_edit(TabshellEdit edit) { edit_function = edit; }

// The end is that of the text if it is negative.
static gboolean edit(gpointer object, int start, int end, const char *text) {
    TabshellNode *node = TABSHELL_NODE(object);
    int length = count(ATK_TEXT(object));
    end = end < 0 ? length : end;
    if (!node->id || !node->owner || node->disabled || !edit_function) return FALSE;
    if (start < 0 || start > end || end > length) return FALSE;
    edit_function(node->id, start, end, text);
    return TRUE;
}

static gboolean set_caret(AtkText *text, int offset) { return edit(text, offset, offset, NULL); }

// A field has one selection.
static gboolean add_selection(AtkText *text, int start, int end) {
    return get_selection_count(text) == 0 && edit(text, start, end, NULL);
}

static gboolean set_selection(AtkText *text, int number, int start, int end) { return number == 0 && edit(text, start, end, NULL); }

static gboolean remove_selection(AtkText *text, int number) {
    return number == 0 && get_selection_count(text) == 1 && set_caret(text, get_caret(text));
}

static void set_contents(AtkEditableText *text, const char *string) { edit(text, 0, -1, string); }

// The length is in bytes, or negative up to the end of the string.
static void insert_text(AtkEditableText *text, const char *string, int length, int *position) {
    g_autofree char *inserted = length < 0 ? g_strdup(string) : g_strndup(string, (gsize)length);
    if (edit(text, *position, *position, inserted)) *position += (int)g_utf8_strlen(inserted, -1);
}

static void delete_text(AtkEditableText *text, int start, int end) { edit(text, start, end, ""); }

void tabshell_editable_text_init(AtkEditableTextIface *interface) {
    interface->set_text_contents = set_contents;
    interface->insert_text = insert_text;
    interface->delete_text = delete_text;
}

void tabshell_text_init(AtkTextIface *interface) {
    interface->get_text = get_text;
    interface->get_character_at_offset = get_character;
    interface->get_character_count = count;
    interface->get_caret_offset = get_caret;
    interface->get_string_at_offset = get_string;
    interface->get_text_at_offset = get_text_at;
    interface->get_run_attributes = get_run;
    interface->get_character_extents = get_extents;
    interface->get_range_extents = get_range_extents;
    interface->get_n_selections = get_selection_count;
    interface->get_selection = get_selection;
    interface->set_caret_offset = set_caret;
    interface->add_selection = add_selection;
    interface->set_selection = set_selection;
    interface->remove_selection = remove_selection;
}

// MARK: Changes

// The change between two texts as a removal and an insertion at one place. Of several equal places, such as in a row of
// equal letters, it is the caret's: `limit` is the last possible one, or -1.
static void tell_change(TabshellNode *node, const char *before, const char *now, int limit) {
    g_autofree gunichar *old = g_utf8_to_ucs4_fast(before, -1, NULL), *new = g_utf8_to_ucs4_fast(now, -1, NULL);
    int old_length = (int)g_utf8_strlen(before, -1), new_length = (int)g_utf8_strlen(now, -1), start = 0, same = 0;
    int shorter = MIN(old_length, new_length), most = limit < 0 ? shorter : MIN(limit, shorter);
    while (start < most && old[start] == new[start]) start++;
    while (same < shorter - start && old[old_length - same - 1] == new[new_length - same - 1]) same++;
    g_autofree char *removed = part(before, start, old_length - same), *inserted = part(now, start, new_length - same);
    if (*removed) g_signal_emit_by_name(node, "text-remove", start, old_length - same - start, removed);
    if (*inserted) g_signal_emit_by_name(node, "text-insert", start, new_length - same - start, inserted);
}

void tabshell_text_set(TabshellNode *node, JsonObject *json, gboolean tell) {
    const char *value = member_text(json, "value");
    JsonObject *selection = member_object(json, "textSelection");
    g_autofree char *before = node->text;
    int anchor = node->anchor, caret = node->caret;
    node->text = g_strdup(value ? value : "");
    int length = count(ATK_TEXT(node));
    node->anchor = selection ? CLAMP(member_integer(selection, "anchor"), 0, length) : -1;
    node->caret = selection ? CLAMP(member_integer(selection, "focus"), 0, length) : -1;
    if (!tell) return;
    int limit = caret < 0 || node->caret < 0 ? -1 : MIN(MIN(anchor, caret), node->caret);
    if (g_strcmp0(before, node->text) != 0) tell_change(node, before ? before : "", node->text, limit);
    if (node->caret >= 0 && node->caret != caret) g_signal_emit_by_name(node, "text-caret-moved", node->caret);
    gboolean was_selected = anchor != caret, is_selected = node->anchor != node->caret;
    if ((was_selected || is_selected) && (anchor != node->anchor || caret != node->caret))
        g_signal_emit_by_name(node, "text-selection-changed");
}
