#include "report/site/site.h"

#include "base/file.h"
#include "base/json-read.h"
#include "base/memory.h"
#include "report/site/chapter.h"
#include "report/site/page.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the list of pages -------------------------------------------------------------------- */

static const struct {
    const char *file, *title;
    void (*write)(FILE *to, const site *of);
} beside[] = {
    {"input.html", "One input, layer by layer", site_write_input},
    {"proof.html", "The proof, rule by rule", site_write_proof},
};
enum { beside_count = sizeof beside / sizeof *beside };

static const char first_title[] = "Why L + 1 layers compose and L − 1 cannot";

static page_entry entry(const char *name, const char *suffix, const char *title, int chapter)
{
    size_t room = strlen(name) + strlen(suffix) + 1;
    char *file = memory_new(room, 1);
    snprintf(file, room, "%s%s", name, suffix);
    return (page_entry){file, memory_copy_string(title), chapter};
}

/* The first page, the chapters, the pages beside them. */
static void list_pages(page_list *all, const site *of)
{
    size_t chapters = of->lesson->chapters;
    *all = (page_list){0, memory_new(1 + chapters + beside_count, sizeof *all->entry)};
    all->entry[all->count++] = entry("index", ".html", first_title, 0);
    for (size_t i = 0; i < chapters; i++)
        all->entry[all->count++] =
            entry(of->lesson->chapter[i].name, ".html", of->lesson->chapter[i].title, (int)i + 1);
    for (size_t i = 0; i < beside_count; i++)
        all->entry[all->count++] = entry(beside[i].file, "", beside[i].title, 0);
}

static void clear_pages(page_list *all)
{
    for (size_t i = 0; i < all->count; i++) {
        memory_free(all->entry[i].file);
        memory_free(all->entry[i].title);
    }
    memory_free(all->entry);
}

/* ---- the directory -------------------------------------------------------------------------- */

/* The pages say whose they are: a directory with this file and ours alone may be written again. */
static const char mark_file[] = "strata-lesson.txt";
static const char mark_text[] =
    "Written by `strata lesson --html`; it may be written again. Open index.html.\n";

static int is_ours(const char *name)
{
    size_t length = strlen(name);
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, mark_file) == 0 ||
           strcmp(name, "lesson.css") == 0 || strcmp(name, "lesson.js") == 0 ||
           (length > 5 && strcmp(name + length - 5, ".html") == 0);
}

/* Refuses a directory with files that an earlier site cannot have written. */
static status look_around(const char *directory, error *e)
{
    DIR *open = opendir(directory);
    if (!open)
        return error_set(e, STATUS_USAGE, "--html: cannot open directory '%.200s': %s", directory,
                         strerror(errno));
    int marked = 0, strangers = 0, files = 0;
    char stranger[80] = "";
    /* cppcheck-suppress readdirCalled ; each stream is read by one thread alone */
    for (struct dirent *it = readdir(open); it; it = readdir(open)) {
        marked |= strcmp(it->d_name, mark_file) == 0;
        files += it->d_name[0] != '.' || !is_ours(it->d_name);
        if (!is_ours(it->d_name) && !strangers++)
            snprintf(stranger, sizeof stranger, "%.79s", it->d_name);
    }
    closedir(open);
    if (strangers || (files && !marked))
        return error_set(e, STATUS_USAGE,
                         "--html: '%.150s' holds other files%s%s; give a new or empty directory",
                         directory, strangers ? ", such as " : "", stranger);
    return STATUS_OK;
}

static status make_directory(const char *directory, error *e)
{
    if (mkdir(directory, 0777) == 0)
        return STATUS_OK;
    if (errno == EEXIST)
        return look_around(directory, e);
    return error_set(e, STATUS_USAGE, "--html: cannot make directory '%.200s': %s", directory,
                     strerror(errno));
}

/* ---- writing --------------------------------------------------------------------------------- */

static status write_file(const char *directory, const char *name, const char *text, size_t length,
                         error *e)
{
    size_t room = strlen(directory) + strlen(name) + 2;
    char *path = memory_new(room, 1);
    snprintf(path, room, "%s/%s", directory, name);
    status s = file_write(path, text, length, e);
    memory_free(path);
    return s;
}

static status write_lines(const char *directory, const char *name, const char *const *line,
                          error *e)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    for (; *line; line++)
        fprintf(to, "%s\n", *line);
    REQUIRE(fclose(to) == 0);
    status s = write_file(directory, name, text, length, e);
    memory_free(text);
    return s;
}

static status write_page(const site *of, const page_list *all, size_t at, const char *directory,
                         error *e)
{
    char *text = NULL;
    size_t length, chapters = of->lesson->chapters;
    FILE *to = open_memstream(&text, &length);
    REQUIRE(to != NULL);
    page_begin(to, all, at);
    if (at == 0)
        site_write_index(to, of);
    else if (at <= chapters)
        chapter_write(to, &of->lesson->chapter[at - 1], &of->drawn);
    else
        beside[at - 1 - chapters].write(to, of);
    page_end(to, all, at);
    REQUIRE(fclose(to) == 0);
    status s = write_file(directory, all->entry[at].file, text, length, e);
    memory_free(text);
    return s;
}

status site_write(const site *of, const char *directory, error *e)
{
    page_list all;
    TRY(make_directory(directory, e));
    TRY(write_file(directory, mark_file, mark_text, strlen(mark_text), e));
    TRY(write_lines(directory, "lesson.css", site_style, e));
    TRY(write_lines(directory, "lesson.js", site_script, e));
    list_pages(&all, of);
    status s = STATUS_OK;
    for (size_t i = 0; i < all.count && s == STATUS_OK; i++)
        s = write_page(of, &all, i, directory, e);
    clear_pages(&all);
    return s;
}
