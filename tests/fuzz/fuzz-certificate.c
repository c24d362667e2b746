/* libFuzzer: any bytes as a certificate file, for the readers of both kinds. */
#include "base/memory.h"
#include "verifier/exhaustive-certificate.h"
#include "verifier/solve.h"

#include <stdio.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One file per process, in memory where the system has such a place. */
static const char *write_file(const uint8_t *data, size_t size)
{
    static char path[64];
    if (!path[0])
        snprintf(path, sizeof path, "%s/strata-fuzz-%d",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    FILE *to = fopen(path, "wb");
    REQUIRE(to != NULL);
    REQUIRE(fwrite(data, 1, size, to) == size && fclose(to) == 0);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = write_file(data, size);
    exhaustive_certificate c;
    error e = {""};
    if (exhaustive_certificate_read(&c, path, &e) == STATUS_OK)
        exhaustive_certificate_clear(&c);
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    theorem *proved = NULL;
    if (root)
        (void)solve_by_lookups(&proved, root, &e);
    theorem_clear(proved);
    json_decref(root);
    return 0;
}
