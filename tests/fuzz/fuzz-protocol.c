/* libFuzzer: any bytes as a protocol file, run on one input if it is one. */
#include "protocol/from-file.h"
#include "protocol/transcript.h"
#include "task/order.h"

#include "base/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    protocol p;
    error e = {""};
    if (protocol_read_text(&p, (const char *)data, size, "fuzz", &e) != STATUS_OK)
        return 0;
    REQUIRE(protocol_check_budget(&p, &e) == STATUS_OK);
    if (p.task.tokens <= 64 && p.layers <= 8) {
        transcript t;
        uint64_t prompt[64];
        order_random(prompt, &p.task, &(random_source){size});
        transcript_init(&t, &p);
        REQUIRE(protocol_run(&t, prompt, &e) == STATUS_OK);
        transcript_clear(&t);
    }
    protocol_clear(&p);
    return 0;
}
