/* What a call came to, and what to tell the person at the terminal.
 *
 * Errors travel as values: a function that can fail returns a status and
 * writes one line into an `error`. The numeric values are the exit codes of
 * the program (docs/interface.md), so that a status can be returned from main
 * as it is. */
#ifndef STRATA_BASE_STATUS_H
#define STRATA_BASE_STATUS_H

typedef enum status {
    STATUS_OK = 0,        /* done, verified, valid */
    STATUS_NEGATIVE = 1,  /* a definite negative answer: refuted, invalid */
    STATUS_USAGE = 2,     /* bad usage */
    STATUS_MALFORMED = 3, /* malformed or unreadable input */
    STATUS_LIMIT = 4,     /* out of memory, time or limits; undecided; interrupted */
    STATUS_INTERNAL = 5   /* a bug in this program */
} status;

typedef struct error {
    char message[512]; /* one line, no newline at the end; "" when nothing went wrong */
} error;

/* Writes the message; control characters, which may come from a hostile file, are shown
 * as '?'. */
void error_record(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, with the value `code`: `return error_set(e, STATUS_USAGE, "...")`. (A macro, so
 * that static analysis sees which status is returned.) */
#define error_set(e, code, ...) (error_record((e), __VA_ARGS__), (code))

/* Puts "context: " in front of a message that is already there. */
void error_prefix(error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Impossible states end the program with file and line, in every build. */
_Noreturn void strata_impossible(const char *file, int line, const char *what);
#define REQUIRE(condition)                                                                         \
    ((condition) ? (void)0 : strata_impossible(__FILE__, __LINE__, #condition))

#endif
