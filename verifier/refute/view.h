/* What player -1 knows at the very end, as text: its own symbol w, then the words of all messages
 * it received, layer by layer and by rising sender, each message starting a new word; 16
 * hexadecimal digits per 64-bit word. Equal texts mean equal views. */
#ifndef STRATA_VERIFIER_REFUTE_VIEW_H
#define STRATA_VERIFIER_REFUTE_VIEW_H

#include "protocol/transcript.h"

char *view_to_text(const transcript *run); /* free with memory_free */

#endif
