// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "CLocalization.h"

#include <langinfo.h>
#include <libintl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The domain of the catalogues once its messages are translated.
static const char *active_domain = NULL;

static const char domain[] = "tabshell";

bool clocalization_is_active(void) { return active_domain != NULL; }

bool clocalization_activate(const char *folder) {
    // LC_NUMERIC stays that of C: libraries read and write numbers.
    if (!setlocale(LC_MESSAGES, "")) return false;
    if (!setlocale(LC_CTYPE, "") || !bindtextdomain(domain, folder) || !bind_textdomain_codeset(domain, "UTF-8")) {
        setlocale(LC_MESSAGES, "C");
        return false;
    }
    // The catalogue's header is the translation of the empty message. Asking for it reads the file now, and not in an
    // event loop.
    const char *empty = "";
    if (dgettext(domain, empty) == empty) {
        setlocale(LC_MESSAGES, "C");
        setlocale(LC_CTYPE, "C");
        return false;
    }
    active_domain = domain;
    return true;
}

const char *clocalization_message(const char *message) { return dgettext(active_domain, message); }

const char *clocalization_plural(const char *one, const char *other, unsigned long count) {
    return dngettext(active_domain, one, other, count);
}

locale_t clocalization_open(void) {
    locale_t locale = newlocale(LC_CTYPE_MASK | LC_TIME_MASK | LC_NUMERIC_MASK, "", (locale_t)0);
    if (locale && strcmp(nl_langinfo_l(CODESET, locale), "UTF-8")) {
        freelocale(locale);
        return (locale_t)0;
    }
    return locale;
}

const char *clocalization_name(enum clocalization_name kind, int number, locale_t locale) {
    static const nl_item first[] = {
        [clocalization_weekday] = DAY_1,          [clocalization_short_weekday] = ABDAY_1,
        [clocalization_month] = MON_1,            [clocalization_short_month] = ABMON_1,
        [clocalization_month_alone] = ALTMON_1,   [clocalization_half_of_day] = AM_STR,
    };
    return nl_langinfo_l(first[kind] + number, locale);
}

const char *clocalization_format(bool is_date, locale_t locale) { return nl_langinfo_l(is_date ? D_FMT : T_FMT, locale); }

const char *clocalization_separator(bool is_decimal, locale_t locale) {
    return nl_langinfo_l(is_decimal ? RADIXCHAR : THOUSEP, locale);
}

int clocalization_first_weekday(locale_t locale) {
    // A day such as 19971130, a Sunday, from which the other number counts from 1 on. It is in place of the pointer.
    int origin = (int)(intptr_t)nl_langinfo_l(_NL_TIME_WEEK_1STDAY, locale);
    int first = (unsigned char)*nl_langinfo_l(_NL_TIME_FIRST_WEEKDAY, locale);
    return ((origin == 19971201 ? 1 : 0) + first + 6) % 7;
}
