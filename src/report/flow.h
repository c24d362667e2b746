/* The information flow of a protocol as a picture: players as columns in prompt order, layers as
 * rows from bottom to top, messages as arrows with their bits. */
#ifndef STRATA_REPORT_FLOW_H
#define STRATA_REPORT_FLOW_H

#include "protocol/protocol.h"

enum { flow_most_layers = 64, flow_most_players = 16 };

/* SVG text; free with memory_free. At most so many layers and players, else NULL. */
char *flow_picture(const protocol *p, const char *subtitle);

#endif
