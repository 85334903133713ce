#define _GNU_SOURCE
#include "CLocalization.h"

#include <langinfo.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
    // A day such as 19971130, a Sunday, from which the other number counts from 1 on. The pointer's bits hold it.
    int origin = (int)(intptr_t)nl_langinfo_l(_NL_TIME_WEEK_1STDAY, locale);
    int first = (unsigned char)*nl_langinfo_l(_NL_TIME_FIRST_WEEKDAY, locale);
    return ((origin == 19971201 ? 1 : 0) + first + 6) % 7;
}
