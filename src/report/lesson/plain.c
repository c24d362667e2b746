#include "report/lesson/plain.h"

#include "base/memory.h"

char *plain_piece(const lesson_piece *piece)
{
    if (piece->kind == PIECE_FORMULA)
        return formula_to_text(piece->formula);
    return memory_copy_string(piece->kind == PIECE_NUMBER ? piece->number->shown : piece->text);
}

char *plain_line(const lesson_line *line)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    for (size_t i = 0; i < line->count; i++) {
        char *piece = plain_piece(&line->piece[i]);
        fputs(piece, to);
        memory_free(piece);
    }
    REQUIRE(fclose(to) == 0);
    return text;
}
