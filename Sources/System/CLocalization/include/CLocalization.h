// The C library's reader of locales, which Swift's Glibc module lacks. Used by
// Localization alone.
#ifndef CLOCALIZATION_H
#define CLOCALIZATION_H

#include <locale.h>
#include <stdbool.h>

/// A locale's names for parts of a date.
enum clocalization_name {
    clocalization_weekday,
    clocalization_short_weekday,
    clocalization_month,
    clocalization_short_month,
    /// A month without a day, which some languages spell differently.
    clocalization_month_alone,
    clocalization_half_of_day,
};

/// Opens the locale of times and numbers from the environment, in dynamically linked programs: in a static one the C
/// library has only those categories of a locale that the program itself sets. Null if it is not installed or not in UTF-8.
locale_t clocalization_open(void);

/// A name by its number, from 0 on; days from Sunday on.
const char *clocalization_name(enum clocalization_name kind, int number, locale_t locale);

/// The format of strftime(3) for a date, or for the time of day.
const char *clocalization_format(bool is_date, locale_t locale);

/// The decimal separator, or the separator of groups of digits.
const char *clocalization_separator(bool is_decimal, locale_t locale);

/// The first day of the week, from 0 for Sunday on.
int clocalization_first_weekday(locale_t locale);

#endif
