#include "report/label.h"

#include "base/status.h"

#include <stdio.h>
#include <string.h>

static const char *const lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

/* Every digit of `plain` in another set of digits, a minus as `minus`. */
static void respell(char *text, size_t room, const char *plain, const char *const *digit,
                    const char *minus)
{
    size_t used = 0;
    for (; *plain; plain++) {
        const char *as = *plain >= '0' && *plain <= '9' ? digit[*plain - '0'] : minus;
        size_t length = strlen(as);
        REQUIRE(used + length < room);
        memcpy(text + used, as, length);
        used += length;
    }
    text[used] = '\0';
}

void label_subscript(char *text, int k)
{
    char plain[16];
    snprintf(plain, sizeof plain, "%d", k);
    respell(text, subscript_room, plain, lowered, "₋");
}

void label_power(char *text, size_t room, const char *number)
{
    static const char times[] = " x 10^";
    const char *at = strstr(number, times);
    char exponent[120];
    if (!at) {
        snprintf(text, room, "%s", number);
        return;
    }
    respell(exponent, sizeof exponent, at + strlen(times), raised, "⁻");
    snprintf(text, room, "%.*s·10%s", (int)(at - number), number, exponent);
}
