#include "protocol/from-file.h"

status protocol_read_file(protocol *p, const char *path, error *e)
{
    (void)p;
    return error_set(e, STATUS_MALFORMED, "%s", path);
}
