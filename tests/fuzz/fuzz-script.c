/* libFuzzer: any bytes as a proof script, read, replayed and printed. */
#include "base/memory.h"
#include "verifier/kernel/statement.h"
#include "verifier/script/replay.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s;
    replay r;
    error e = {""};
    if (script_read(&s, (const char *)data, size, "fuzz", &e) != STATUS_OK)
        return 0;
    (void)replay_script(&r, &s, "fuzz", &e);
    for (size_t i = 0; i < r.done; i++)
        memory_free(theorem_to_text(r.fact[i]));
    replay_clear(&r);
    script_clear(&s);
    return 0;
}
