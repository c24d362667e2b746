/* The lesson, read from its source text with all numbers put in.
 *
 * The text lives in proofs/lesson/ (format: docs/lesson.md) and is compiled into the program. A
 * `lesson` is what is left when conditions are decided, repetitions are written out and every
 * number is computed: chapters of steps of blocks of pieces. The terminal, JSON and HTML
 * versions all show this one tree. */
#ifndef STRATA_REPORT_LESSON_LESSON_H
#define STRATA_REPORT_LESSON_LESSON_H

#include "report/lesson/formula.h"
#include "report/lesson/names.h"

typedef enum piece_kind {
    PIECE_TEXT,     /* text */
    PIECE_EMPHASIS, /* text, between asterisks in the source */
    PIECE_CODE,     /* text, between backquotes: commands, file names */
    PIECE_NUMBER,   /* number */
    PIECE_FORMULA   /* formula */
} piece_kind;

typedef struct lesson_piece {
    piece_kind kind;
    char *text;
    lesson_number *number;
    formula *formula;
} lesson_piece;

/* Pieces that stand in a row. Spaces are part of the text pieces. */
typedef struct lesson_line {
    size_t count;
    lesson_piece *piece;
} lesson_line;

typedef enum block_kind {
    BLOCK_PARAGRAPH,
    BLOCK_ITEM,    /* of a list; items that follow each other belong together */
    BLOCK_DISPLAY, /* one formula on a line of its own */
    BLOCK_COMMAND, /* to be typed: text and numbers */
    BLOCK_HEAD,    /* of a table: the rows that follow belong to it */
    BLOCK_ROW      /* as many cells as the head */
} block_kind;

typedef struct lesson_block {
    block_kind kind;
    size_t cells; /* 1, but for HEAD and ROW */
    lesson_line *cell;
} lesson_block;

typedef struct lesson_text {
    size_t count; /* 0: there is no such text */
    lesson_block *block;
} lesson_text;

/* What the kernel made at a step of the proof: a theorem, by one rule. */
typedef struct lesson_fact {
    char *name;      /* in the proof script: "C1", "V1", "T" */
    char *rule;      /* "start", "cover", "freeze", "contradict" */
    long stage;      /* the level l it is about */
    char *statement; /* the kernel's own words, with newlines */
} lesson_fact;

typedef struct lesson_step {
    char *title;
    char *figure; /* name of a picture, or NULL (docs/lesson.md lists them) */
    lesson_text statement, reason, numbers;
    char *rule; /* the kernel's rule for this step, or NULL */
    size_t facts;
    lesson_fact *fact; /* what it gave at the reader's numbers */
    char *coq;         /* lemmas in proofs/coq: "choice_cover, choice_free", or NULL */
} lesson_step;

typedef struct lesson_exercise {
    char *title;
    lesson_text question;
    size_t choices; /* 0: a number is asked for */
    lesson_line *choice;
    lesson_number *answer; /* the number, or which choice is right, from 1 */
    lesson_text hint, explain;
} lesson_exercise;

typedef struct lesson_chapter {
    char *name; /* of its file, without number and suffix: "task" */
    char *title;
    lesson_text goal;
    size_t steps, exercises;
    lesson_step *step;
    lesson_exercise *exercise;
} lesson_chapter;

typedef struct lesson {
    size_t chapters;
    lesson_chapter *chapter;
} lesson;

/* The source text: files one after the other, each a name and lines up to NULL; ends with a
 * file whose name is NULL. Compiled in from proofs/lesson by scripts/embed-lesson.sh. */
typedef struct lesson_file {
    const char *name; /* "01-task" */
    const char *const *line;
} lesson_file;
extern const lesson_file lesson_source[];

/* `n` holds the evidence and gets the definitions of the text. On failure the error names file
 * and line. Clear the lesson in any case. */
status lesson_make(lesson *l, const lesson_file *files, names *n, error *e);
void lesson_clear(lesson *l);

#endif
