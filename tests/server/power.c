/* Preloaded into a process, it writes down what that process and its children do to the files of a folder and when they
   have them kept, so that a test can lose what was not kept yet. Something is noted when it is done; to keep is noted
   when it begins and when it is done, for what another process writes in between may not be kept. Nobody sees a name
   before it is noted. If the file SMALTI_POWER_FAIL is there, the next request to keep fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct head { char kind; char pad[3]; int32_t who; uint64_t file, offset, size, name; };

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

#define NEXT(type, name) static type next; if (!next) next = (type)dlsym(RTLD_NEXT, name)
#define NOTED(kind, name, file, offset, data, size) do { int was = errno; \
    note(kind, name, file, offset, data, size); errno = was; } while (0)

static int is_ours(const char *name) {
    const char *folder = getenv("SMALTI_POWER_FOLDER");
    size_t size = folder ? strlen(folder) : 0, length = strlen(name);
    if (!size || strncmp(name, folder, size) || (name[size] && name[size] != '/')) return 0;
    return length < 4 || strcmp(name + length - 4, "-shm"); /* SQLite's memory, which it never has kept */
}

/* The whole name of what is or will be there, if it is ours. */
static int is_kept_name(const char *name, char *whole) {
    char folder[PATH_MAX], found[PATH_MAX];
    const char *last = strrchr(name, '/');
    size_t size = last ? (size_t)(last - name) : 0;
    if (size >= PATH_MAX) return 0;
    memcpy(folder, name, size);
    folder[size] = 0;
    if (!realpath(size ? folder : last ? "/" : ".", found)) return 0;
    return snprintf(whole, PATH_MAX, "%s/%s", found, last ? last + 1 : name) < PATH_MAX && is_ours(whole);
}

/* The name and number of an open file or folder, if it is ours and has not been taken away. */
static int is_kept(int fd, char *name, uint64_t *file) {
    char link[64];
    struct stat it;
    int was = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (fstat(fd, &it) || !(S_ISREG(it.st_mode) || S_ISDIR(it.st_mode)) || !it.st_nlink) { errno = was; return 0; }
    ssize_t size = readlink(link, name, PATH_MAX - 1);
    errno = was;
    if (size < 0) return 0;
    name[size] = 0;
    *file = it.st_ino;
    return is_ours(name);
}

static int the_journal(void) {
    if (journal < 0 && getenv("SMALTI_POWER_LOG"))
        journal = syscall(SYS_openat, AT_FDCWD, getenv("SMALTI_POWER_LOG"), O_RDWR | O_APPEND | O_CLOEXEC);
    if (journal < 0) abort();
    return journal;
}

static void note(char kind, const char *name, uint64_t file, uint64_t offset, const void *data, uint64_t size) {
    struct head head = {kind, {0}, syscall(SYS_gettid), file, offset, size, strlen(name)};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)data, size}};
    if (writev(the_journal(), parts, 3) != (ssize_t)(sizeof head + head.name + size)) abort();
}

/* Names are changed and noted by one at a time, among all processes and threads. */
static void lock(int how) {
    struct flock it = {.l_type = how, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    if (how != F_UNLCK) pthread_mutex_lock(&turn);
    while (fcntl(the_journal(), F_SETLKW, &it) && errno == EINTR);
    if (how == F_UNLCK) pthread_mutex_unlock(&turn);
}
static void unlock(void) { int was = errno; lock(F_UNLCK); errno = was; }

/* Writes */

static void wrote(int fd, const void *data, ssize_t done, off_t offset) {
    char name[PATH_MAX];
    uint64_t file;
    if (done > 0 && is_kept(fd, name, &file))
        NOTED(fcntl(fd, F_GETFL) & O_DSYNC ? 'D' : 'W', "", file, offset, data, done);
}

typedef ssize_t (*write_at)(int, const void *, size_t, off64_t);
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    NEXT(write_at, "pwrite64");
    ssize_t done = next(fd, data, size, offset);
    wrote(fd, data, done, offset);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

typedef ssize_t (*write_on)(int, const void *, size_t);
ssize_t write(int fd, const void *data, size_t size) {
    NEXT(write_on, "write");
    ssize_t done = next(fd, data, size);
    int was = errno;
    off_t end = lseek(fd, 0, SEEK_CUR);
    errno = was;
    if (end >= 0) wrote(fd, data, done, end - done);
    return done;
}

typedef ssize_t (*write_parts)(int, const struct iovec *, int, off64_t);
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
    NEXT(write_parts, "pwritev64");
    ssize_t done = next(fd, parts, count, offset), left = done;
    for (int n = 0; n < count && left > 0; n++) {
        ssize_t size = left < (ssize_t)parts[n].iov_len ? left : (ssize_t)parts[n].iov_len;
        wrote(fd, parts[n].iov_base, size, offset + (done - left));
        left -= size;
    }
    return done;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

/* Sizes */

static int sized(char kind, int fd, off_t size, int done) {
    char name[PATH_MAX];
    uint64_t file;
    if (done == 0 && is_kept(fd, name, &file)) NOTED(kind, "", file, size, NULL, 0);
    return done;
}

typedef int (*cut)(int, off64_t);
int ftruncate64(int fd, off64_t size) { NEXT(cut, "ftruncate64"); return sized('T', fd, size, next(fd, size)); }
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

typedef int (*cut_name)(const char *, off64_t);
int truncate64(const char *name, off64_t size) {
    NEXT(cut_name, "truncate64");
    char whole[PATH_MAX];
    struct stat it;
    int done = next(name, size);
    if (done == 0 && is_kept_name(name, whole) && !stat(whole, &it)) NOTED('T', "", it.st_ino, size, NULL, 0);
    return done;
}
int truncate(const char *name, off_t size) { return truncate64(name, size); }

typedef int (*room)(int, off64_t, off64_t);
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
    NEXT(room, "posix_fallocate64");
    return sized('F', fd, offset + size, next(fd, offset, size));
}
int posix_fallocate(int fd, off_t offset, off_t size) { return posix_fallocate64(fd, offset, size); }

/* To keep */

typedef int (*keep)(int);
static int kept(int fd, keep next) {
    char name[PATH_MAX];
    uint64_t file;
    const char *fail = getenv("SMALTI_POWER_FAIL");
    if (!is_kept(fd, name, &file)) return next(fd);
    if (fail && syscall(SYS_unlink, fail) == 0) { errno = EIO; return -1; }
    note('B', name, file, 0, NULL, 0);
    int done = next(fd);
    if (done == 0) NOTED('S', name, file, 0, NULL, 0);
    return done;
}
int fsync(int fd) { NEXT(keep, "fsync"); return kept(fd, next); }
int fdatasync(int fd) { NEXT(keep, "fdatasync"); return kept(fd, next); }

/* Names */

static void was_opened(int fd, const char *whole, int was_there, int is_emptied) {
    struct stat it;
    if (fd < 0 || fstat(fd, &it) || !S_ISREG(it.st_mode)) return;
    if (!was_there) NOTED('C', whole, it.st_ino, 0, NULL, 0);
    else if (is_emptied) NOTED('T', "", it.st_ino, 0, NULL, 0);
}

typedef int (*opens)(const char *, int, ...);
static int opened(const char *name, int flags, mode_t mode, opens next) {
    char whole[PATH_MAX];
    struct stat it;
    if (!is_kept_name(name, whole)) return next(name, flags, mode);
    lock(flags & (O_CREAT | O_TRUNC) ? F_WRLCK : F_RDLCK);
    int was_there = stat(whole, &it) == 0, fd = next(name, flags, mode);
    was_opened(fd, whole, was_there, flags & O_TRUNC);
    unlock();
    return fd;
}
#define MODE(flags) mode_t mode = 0; if (flags & O_CREAT) { va_list all; va_start(all, flags); mode = va_arg(all, mode_t); va_end(all); }
int open(const char *name, int flags, ...) { MODE(flags) NEXT(opens, "open"); return opened(name, flags, mode, next); }
int open64(const char *name, int flags, ...) { MODE(flags) NEXT(opens, "open64"); return opened(name, flags, mode, next); }

typedef FILE *(*opens_stream)(const char *, const char *);
FILE *fopen64(const char *name, const char *how) {
    NEXT(opens_stream, "fopen64");
    char whole[PATH_MAX];
    struct stat it;
    if (*how == 'r' || !is_kept_name(name, whole)) return next(name, how);
    lock(F_WRLCK);
    int was_there = stat(whole, &it) == 0;
    FILE *stream = next(name, how);
    if (stream) was_opened(fileno(stream), whole, was_there, *how == 'w');
    unlock();
    return stream;
}
FILE *fopen(const char *name, const char *how) { return fopen64(name, how); }

/* What was written to a stream is noted when it is closed, all of it. */
typedef int (*closes)(FILE *);
int fclose(FILE *stream) {
    NEXT(closes, "fclose");
    char name[PATH_MAX], data[65536];
    uint64_t file;
    int fd = fileno(stream);
    if (fd >= 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY && is_kept(fd, name, &file) && !fflush(stream)) {
        int again = syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
        off_t at = 0;
        for (ssize_t size; again >= 0 && (size = pread(again, data, sizeof data, at)) > 0; at += size)
            note('W', "", file, at, data, size);
        if (again >= 0) close(again);
    }
    return next(stream);
}

typedef int (*named)(const char *);
static int taken_away(const char *name, named next) {
    char whole[PATH_MAX];
    if (!is_kept_name(name, whole)) return next(name);
    lock(F_WRLCK);
    int done = next(name);
    if (done == 0) NOTED('U', whole, 0, 0, NULL, 0);
    unlock();
    return done;
}
int unlink(const char *name) { NEXT(named, "unlink"); return taken_away(name, next); }
int rmdir(const char *name) { NEXT(named, "rmdir"); return taken_away(name, next); }

typedef int (*renames)(const char *, const char *);
int rename(const char *from, const char *to) {
    NEXT(renames, "rename");
    char before[PATH_MAX], after[PATH_MAX];
    if (!is_kept_name(from, before) || !is_kept_name(to, after)) return next(from, to);
    lock(F_WRLCK);
    int done = next(from, to);
    if (done == 0) NOTED('R', before, 0, 0, after, strlen(after));
    unlock();
    return done;
}

typedef int (*makes)(const char *, mode_t);
int mkdir(const char *name, mode_t mode) {
    NEXT(makes, "mkdir");
    char whole[PATH_MAX];
    struct stat it;
    if (!is_kept_name(name, whole)) return next(name, mode);
    lock(F_WRLCK);
    int done = next(name, mode);
    if (done == 0 && !stat(whole, &it)) NOTED('M', whole, it.st_ino, 0, NULL, 0);
    unlock();
    return done;
}
