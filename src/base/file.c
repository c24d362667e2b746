#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static status read_all(char **text, size_t *length, int from, const char *path, size_t limit,
                       error *e)
{
    size_t room = 1 << 16, used = 0;
    char *block = memory_new(room + 1, 1);
    for (;;) {
        ssize_t got = read(from, block + used, room - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            memory_free(block);
            return error_set(e, STATUS_MALFORMED, "%s: cannot read: %s", path, strerror(errno));
        }
        if (got == 0)
            break;
        used += (size_t)got;
        if (used > limit) {
            memory_free(block);
            return error_set(e, STATUS_LIMIT, "%s: larger than the limit of %zu bytes", path,
                             limit);
        }
        if (used == room) {
            room *= 2;
            block = memory_resize(block, room + 1, 1);
        }
    }
    block[used] = '\0';
    *text = block;
    *length = used;
    return STATUS_OK;
}

status file_read(char **text, size_t *length, const char *path, size_t limit, error *e)
{
    if (strcmp(path, "-") == 0)
        return read_all(text, length, STDIN_FILENO, "standard input", limit, e);
    int from = open(path, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return error_set(e, STATUS_MALFORMED, "%s: cannot open: %s", path, strerror(errno));
    status result = read_all(text, length, from, path, limit, e);
    close(from);
    return result;
}

static int write_all(int to, const char *text, size_t length)
{
    while (length) {
        ssize_t put = write(to, text, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return -1;
        text += put;
        length -= (size_t)put;
    }
    return 0;
}

/* Keeps the permissions of a file that is replaced; a new file gets the usual ones. */
static void set_mode(int to, const char *path)
{
    struct stat old;
    if (stat(path, &old) == 0) {
        (void)!fchmod(to, old.st_mode & 07777);
        return;
    }
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(to, 0666 & ~mask);
}

static status write_renamed(const char *path, char *temporary, const char *text, size_t length,
                            error *e)
{
    int to = mkstemp(temporary);
    if (to < 0)
        return error_set(e, STATUS_MALFORMED, "%s: cannot write here: %s", path, strerror(errno));
    set_mode(to, path);
    int failed = write_all(to, text, length) < 0 || fsync(to) < 0 ? errno : 0;
    if (close(to) < 0 && !failed)
        failed = errno;
    if (!failed && rename(temporary, path) < 0)
        failed = errno;
    if (!failed)
        return STATUS_OK;
    unlink(temporary);
    return error_set(e, STATUS_MALFORMED, "%s: cannot write: %s", path, strerror(failed));
}

/* A pipe or a device (/dev/stdout, /dev/null) cannot be replaced by rename. */
static int is_special(const char *path)
{
    struct stat it;
    return stat(path, &it) == 0 && !S_ISREG(it.st_mode) && !S_ISDIR(it.st_mode);
}

static status write_special(const char *path, const char *text, size_t length, error *e)
{
    int to = strcmp(path, "-") == 0 ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
    if (to == STDOUT_FILENO)
        fflush(stdout);
    int failed = to < 0 || write_all(to, text, length) < 0;
    int why = errno;
    if (to > STDERR_FILENO)
        close(to);
    if (failed)
        return error_set(e, STATUS_MALFORMED, "%s: cannot write: %s", path, strerror(why));
    return STATUS_OK;
}

status file_write(const char *path, const char *text, size_t length, error *e)
{
    if (strcmp(path, "-") == 0 || is_special(path))
        return write_special(path, text, length, e);
    size_t bytes = strlen(path) + sizeof ".XXXXXX";
    char *temporary = memory_new(bytes, 1);
    snprintf(temporary, bytes, "%s.XXXXXX", path);
    status result = write_renamed(path, temporary, text, length, e);
    memory_free(temporary);
    return result;
}

void sha256_hex(char hex[SHA256_HEX], const void *data, size_t length)
{
    static const char digit[] = "0123456789abcdef";
    struct sha256_ctx context;
    uint8_t sum[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, length, data);
    sha256_digest(&context, sizeof sum, sum);
    for (size_t i = 0; i < sizeof sum; i++) {
        hex[2 * i] = digit[sum[i] >> 4];
        hex[2 * i + 1] = digit[sum[i] & 15];
    }
    hex[2 * sizeof sum] = '\0';
}
