#include <md4c.h>
#include <md4c-html.h>
