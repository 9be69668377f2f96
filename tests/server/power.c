/* Preloaded into a process, it writes down what that process writes to SQLite files and when it has it kept, so that
   a test can lose what was not kept yet. If the file SMALTI_POWER_FAIL is there, the next request to keep fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

struct head { char kind; char pad[7]; uint64_t offset, size, name; };

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

static int is_kept(int fd, char *name) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, name, 4095);
    if (size < 0) return 0;
    name[size] = 0;
    return strstr(name, ".sqlite") && !strstr(name, "-shm") && !strstr(name, ".lock");
}

static void note(char kind, const char *name, uint64_t offset, const void *data, uint64_t size) {
    if (journal < 0 && getenv("SMALTI_POWER_LOG"))
        journal = open(getenv("SMALTI_POWER_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct head head = {kind, {0}, offset, size, strlen(name)};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)data, data ? size : 0}};
    if (journal >= 0 && writev(journal, parts, 3) < 0) abort();
}

#define NEXT(type, name) static type next; if (!next) next = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_at)(int, const void *, size_t, off64_t);
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    NEXT(write_at, "pwrite64");
    char name[4096];
    if (!is_kept(fd, name)) return next(fd, data, size, offset);
    pthread_mutex_lock(&turn);
    note('W', name, offset, data, size);
    ssize_t done = next(fd, data, size, offset);
    pthread_mutex_unlock(&turn);
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }

typedef int (*cut)(int, off64_t);
int ftruncate64(int fd, off64_t size) {
    NEXT(cut, "ftruncate64");
    char name[4096];
    if (is_kept(fd, name)) note('T', name, size, NULL, 0);
    return next(fd, size);
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

typedef int (*keep)(int);
static int kept(int fd, keep next) {
    char name[4096];
    const char *fail = getenv("SMALTI_POWER_FAIL");
    if (!is_kept(fd, name)) return next(fd);
    if (fail && unlink(fail) == 0) { errno = EIO; return -1; }
    int done = next(fd);
    if (done == 0) note('S', name, 0, NULL, 0);
    return done;
}
int fsync(int fd) { NEXT(keep, "fsync"); return kept(fd, next); }
int fdatasync(int fd) { NEXT(keep, "fdatasync"); return kept(fd, next); }

typedef int (*gone)(const char *);
int unlink(const char *name) {
    NEXT(gone, "unlink");
    if (strstr(name, ".sqlite-")) note('U', name, 0, NULL, 0);
    return next(name);
}
