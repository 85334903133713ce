// The static library, so that no program loads another library at its start; its zlib is Cairo's, too.
#include <minizip/unzip.h>
