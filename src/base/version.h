#ifndef STRATA_BASE_VERSION_H
#define STRATA_BASE_VERSION_H

static const char strata_version[] = "0.1.0";

#endif
