// Makes each thread of a process try once what it should have given up, as soon as the file
// TEST_TRESPASS/begin exists: at the thread's next call of one of the functions below. Each attempt
// is a line of the file TEST_TRESPASS/report: thread, attempt, errno. A thread writes all its lines
// at once. Loaded with LD_PRELOAD.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char begin[512], cache[512], foreign[512];
static int report = -1;
static _Thread_local int has_tried;
static _Thread_local char lines[1000];
static _Thread_local size_t size;

static char *at(const char *folder, const char *name) {
    static _Thread_local char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

__attribute__((constructor)) static void start(void) {
    const char *place = getenv("TEST_TRESPASS");
    if (!place) return;
    snprintf(begin, sizeof begin, "%s/begin", place);
    snprintf(foreign, sizeof foreign, "%s/foreign", place);
    snprintf(cache, sizeof cache, "%s/cache", place);
    // Opened before the process gives anything up.
    report = open(at(place, "report"), O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void note(const char *attempt, int error) {
    size += (size_t)snprintf(
        lines + size, sizeof lines - size, "%d %s %d\n", (int)gettid(), attempt, error);
}

static void note_call(const char *attempt, long result) {
    note(attempt, result < 0 ? errno : 0);
}

static int written(const char *folder) {
    char name[32];
    snprintf(name, sizeof name, "new-%d", (int)gettid());
    int descriptor = open(at(folder, name), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) close(descriptor);
    return descriptor;
}

static void execute(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        char *words[] = {"true", NULL};
        execv("/bin/true", words);
        _exit(errno);
    }
    waitpid(child, &status, 0);
    note("execute", WEXITSTATUS(status));
}

static void try_all(void) {
    int error = errno;
    if (report < 0 || has_tried || access(begin, F_OK) != 0) return (void)(errno = error);
    has_tried = 1;
    note_call("make in the cache's folder", written(cache));
    note_call("make", written(foreign));
    int descriptor = open(at(foreign, "file"), O_WRONLY | O_CLOEXEC);
    note_call("write", descriptor);
    if (descriptor >= 0) close(descriptor);
    note_call("truncate", truncate(at(foreign, "file"), 4));
    note_call("remove", unlink(at(foreign, "removed")));
    note_call("make a folder", mkdir(at(foreign, "folder"), 0700));
    note_call("make a link", symlink("file", at(foreign, "link")));
    execute();
    syscall(SYS_write, report, lines, size);
    errno = error;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    try_all();
    return NEXT(poll)(descriptors, count, timeout);
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    try_all();
    return NEXT(epoll_wait)(epoll, events, count, timeout);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    try_all();
    return NEXT(pwrite64)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    try_all();
    return NEXT(pread64)(descriptor, bytes, count, offset);
}
