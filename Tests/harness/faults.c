// Lets one call of a process to the system fail, or one and all that follow, as SQLite's own tests
// do. Loaded with LD_PRELOAD.
//
// TEST_FAULT is "FAMILY NUMBER ERROR once|on": the NUMBERth call of the family fails with ERROR, or
// transfers half of its bytes if ERROR is "short". TEST_FAULT_FILE names a file of at least the size
// of `struct report`, through which the test sees what happened, and can end the fault.
//
// A fault is one that the kernel can give: EAGAIN and ENOSPC only for files that know them, the
// reset of a connection in place of EIO, and none for the events and pipes with which a process
// wakes its own threads. SwiftNIO and libdispatch trap if they cannot open these, which they do
// right after the start has opened more descriptors than they need; so that does not fail either.
// The dynamic linker and the C library call the system without this library.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum family {
    OPEN, READ, PREAD, PWRITE, FTRUNCATE, FSYNC, MMAP, PTHREAD_CREATE, CONNECT, WRITE, SOCKET,
    FAMILIES,
};

static const char *const names[FAMILIES] = {
    "open", "read", "pread", "pwrite", "ftruncate", "fsync", "mmap", "pthread_create", "connect",
    "write", "socket",
};

static const struct {
    const char *name;
    int number;
} errors[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN},
    {"short", 0},
};

/// What the test reads and writes while the process runs.
struct report {
    /// Of each family, those that can fail.
    _Atomic int64_t calls[FAMILIES];
    _Atomic int64_t faults;
    /// Set by the test: no further call fails.
    _Atomic int64_t ended;
    /// How often a write to standard error failed.
    _Atomic int64_t silenced;
    /// How often a transfer over a socket or a pipe failed.
    _Atomic int64_t disturbed;
    /// The first call that failed.
    char first[192];
};

static struct report *report;
static enum family family;
static int64_t number;
static int error;
static int goes_on;
/// Standard input, output and error, as the process was started.
static struct stat streams[3];

__attribute__((constructor)) static void read_fault(void) {
    const char *path = getenv("TEST_FAULT_FILE"), *text = getenv("TEST_FAULT");
    char of[32], with[16], shape[8];
    long long first;
    if (!path || !text || sscanf(text, "%31s %lld %15s %7s", of, &first, with, shape) != 4) return;
    int descriptor = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return;
    void *page = (void *)syscall(
        SYS_mmap, NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0L);
    close(descriptor);
    if (page == MAP_FAILED) return;
    for (size_t i = 0; i < FAMILIES; i++)
        if (!strcmp(names[i], of)) family = i;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(errors[i].name, with)) error = errors[i].number;
    goes_on = !strcmp(shape, "on");
    number = first;
    for (int i = 0; i < 3; i++) fstat(i, &streams[i]);
    report = page;
}

/// Counts a call that can fail; whether this one does.
static int fails(enum family of, const char *what, const char *path, int descriptor) {
    int64_t call = atomic_fetch_add(&report->calls[of], 1) + 1;
    if (family != of || (call != number && !(goes_on && call > number))) return 0;
    if (report->ended) return 0;
    if (descriptor == STDERR_FILENO && of == WRITE && error) report->silenced++;
    if (atomic_fetch_add(&report->faults, 1) == 0) {
        char link[64], target[160];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = descriptor < 0 ? -1 : readlink(link, target, sizeof target - 1);
        target[length < 0 ? 0 : length] = 0;
        snprintf(report->first, sizeof report->first, "%s %d %s", what, descriptor,
                 path ? path : target);
    }
    return 1;
}

/// Whether a call that transfers no bytes fails; then `errno` is set.
static int refused(enum family of, const char *what, const char *path, int descriptor) {
    if (!report || !fails(of, what, path, descriptor)) return 0;
    errno = error;
    return 1;
}

/// Whether both ends of a pipe are the process's own.
static int is_inner(const struct stat *pipe) {
    for (int i = 0; i < 3; i++)
        if (pipe->st_ino == streams[i].st_ino && pipe->st_dev == streams[i].st_dev) return 0;
    return 1;
}

/// Whether a transfer of `count` bytes fails with `errno`, or is to transfer fewer bytes.
static int transfers(enum family of, const char *what, int descriptor, size_t *count) {
    struct stat status;
    if (!report || *count == 0) return 1;
    int saved = errno;
    int type = fstat(descriptor, &status) ? 0 : status.st_mode & S_IFMT;
    errno = saved;
    int waits = type != S_IFREG && type != S_IFBLK;
    // One byte is what wakes another thread; a socket has always room for it.
    if (type == 0 || (type == S_IFIFO && is_inner(&status))) return 1;
    if (of == WRITE && waits && *count == 1) return 1;
    // A socket that polls as readable is readable.
    if (error == EAGAIN && (!waits || (of == READ && type == S_IFSOCK))) return 1;
    if (error == ENOSPC && waits) return 1;
    if (error == 0 && *count == 1) return 1;
    if (!fails(of, what, NULL, descriptor)) return 1;
    if (error == 0) {
        *count = (*count + 1) / 2;
        return 1;
    }
    if (waits && error != EAGAIN) report->disturbed++;
    errno = error == EIO && type == S_IFSOCK ? ECONNRESET : error;
    return 0;
}

/// Whether libdispatch looks up a thread of its own, which it does each second while all of them are
/// busy. It traps if it cannot, and nobody can prevent that.
static int is_thread(const char *path) {
    size_t length = strlen(path);
    return !strncmp(path, "/proc/", 6) && length > 5 && !strcmp(path + length - 5, "/stat");
}

static int open_file(int folder, const char *path, int flags, mode_t mode) {
    int can_fail = !is_thread(path) && (error != ENOSPC || flags & O_CREAT);
    if (can_fail && refused(OPEN, "open", path, -1)) return -1;
    return syscall(SYS_openat, folder, path, flags, mode);
}

#define OPEN_MODE(after) \
    mode_t mode = 0; \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
        va_list arguments; \
        va_start(arguments, after); \
        mode = va_arg(arguments, mode_t); \
        va_end(arguments); \
    }

int open(const char *path, int flags, ...) {
    OPEN_MODE(flags)
    return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    OPEN_MODE(flags)
    return open_file(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    OPEN_MODE(flags)
    return open_file(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    OPEN_MODE(flags)
    return open_file(folder, path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    if (!transfers(READ, "read", descriptor, &count)) return -1;
    return syscall(SYS_read, descriptor, bytes, count);
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    if (!transfers(READ, "recv", descriptor, &count)) return -1;
    return syscall(SYS_recvfrom, descriptor, bytes, count, flags, NULL, NULL);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    if (!transfers(PREAD, "pread", descriptor, &count)) return -1;
    return syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    return pread(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!transfers(WRITE, "write", descriptor, &count)) return -1;
    return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    if (!transfers(WRITE, "send", descriptor, &count)) return -1;
    return syscall(SYS_sendto, descriptor, bytes, count, flags, NULL, 0L);
}

/// Writes several pieces; of a short write, half of the first.
static ssize_t write_pieces(
    const char *what, int call, int descriptor, const struct iovec *pieces, int pieces_count,
    long low, long high, int flags) {
    size_t count = pieces_count > 0 ? pieces->iov_len : 0, all = count;
    if (!transfers(WRITE, what, descriptor, &count)) return -1;
    struct iovec half = {count ? pieces->iov_base : NULL, count};
    if (count < all) pieces = &half, pieces_count = 1;
    return syscall(call, descriptor, pieces, pieces_count, low, high, flags);
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return write_pieces("writev", SYS_writev, descriptor, pieces, count, 0, 0, 0);
}

ssize_t pwritev2(int descriptor, const struct iovec *pieces, int count, off_t offset, int flags) {
    return write_pieces(
        "pwritev2", SYS_pwritev2, descriptor, pieces, count, offset, 0, flags);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (!transfers(PWRITE, "pwrite", descriptor, &count)) return -1;
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t length) {
    if (refused(FTRUNCATE, "ftruncate", NULL, descriptor)) return -1;
    return syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int fsync(int descriptor) {
    if (refused(FSYNC, "fsync", NULL, descriptor)) return -1;
    return syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
    if (refused(FSYNC, "fdatasync", NULL, descriptor)) return -1;
    return syscall(SYS_fdatasync, descriptor);
}

void *mmap(void *place, size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (refused(MMAP, "mmap", NULL, descriptor)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, place, size, protection, flags, descriptor, offset);
}

void *mmap64(void *place, size_t size, int protection, int flags, int descriptor, off64_t offset) {
    return mmap(place, size, protection, flags, descriptor, offset);
}

int pthread_create(
    pthread_t *id, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!create) create = dlsym(RTLD_NEXT, "pthread_create");
    // It returns its error.
    int saved = errno;
    if (refused(PTHREAD_CREATE, "pthread_create", NULL, -1)) {
        errno = saved;
        return error;
    }
    return create(id, attributes, body, argument);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t size) {
    if (refused(CONNECT, "connect", NULL, descriptor)) return -1;
    return syscall(SYS_connect, descriptor, address, size);
}

int socket(int domain, int type, int protocol) {
    if (refused(SOCKET, "socket", NULL, -1)) return -1;
    return syscall(SYS_socket, domain, type, protocol);
}

int socketpair(int domain, int type, int protocol, int *ends) {
    if (refused(SOCKET, "socketpair", NULL, -1)) return -1;
    return syscall(SYS_socketpair, domain, type, protocol, ends);
}

int accept4(int listener, struct sockaddr *address, socklen_t *size, int flags) {
    if (refused(SOCKET, "accept", NULL, listener)) return -1;
    return syscall(SYS_accept4, listener, address, size, flags);
}

int accept(int listener, struct sockaddr *address, socklen_t *size) {
    return accept4(listener, address, size, 0);
}

int pipe2(int *ends, int flags) {
    if (refused(SOCKET, "pipe", NULL, -1)) return -1;
    return syscall(SYS_pipe2, ends, flags);
}

int pipe(int *ends) { return pipe2(ends, 0); }
