/* The growth of B = H d p with the prompt length, for every built-in construction. */
#ifndef STRATA_CLI_CONSTRUCTIONS_PLOT_H
#define STRATA_CLI_CONSTRUCTIONS_PLOT_H

/* B against log2 n on FC(L; k; k, ..., k), k = 2, 3, ...: SVG text; free with memory_free. */
char *constructions_plot(unsigned L);

#endif
