#define _GNU_SOURCE
#include "CGlibc.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>

ssize_t cglibc_write_without_waiting(int descriptor, const void *bytes, size_t count) {
    struct iovec all = {.iov_base = (void *)bytes, .iov_len = count};
    return pwritev2(descriptor, &all, 1, -1, RWF_NOWAIT);
}

int cglibc_pipe(int ends[2], int flags) {
    return pipe2(ends, flags);
}

pid_t cglibc_fork(void) {
    return fork();
}

static volatile sig_atomic_t signal_descriptor = -1;

static void note_signal(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe holds signals enough.
    ssize_t count = write(signal_descriptor, &byte, 1);
    (void)count;
    errno = error;
}

int cglibc_trap_signal(int number, int descriptor) {
    signal_descriptor = descriptor;
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

void cglibc_return_memory(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 2 << 20);
    mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

void cglibc_trim_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

bool cglibc_keep_memory_private(void) {
    struct rlimit none = {0, 0};
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0;
}

// The C library has no functions for these calls, and old headers lack what they take.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

int cglibc_landlock_version(void) {
    return (int)syscall(CREATE_RULESET, NULL, (size_t)0, CREATE_RULESET_VERSION);
}

int cglibc_landlock_refuse(uint64_t rights) {
    // Later versions have further members, which are 0 if they are left out.
    struct { uint64_t handled_access_fs; } rules = {rights};
    return (int)syscall(CREATE_RULESET, &rules, sizeof rules, 0);
}

int cglibc_landlock_permit(int rules, const char *folder, uint64_t rights) {
    int descriptor = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct { uint64_t allowed_access; int32_t parent_fd; } __attribute__((packed)) rule = {
        rights, descriptor,
    };
    int result = (int)syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0);
    int error = errno;
    close(descriptor);
    errno = error;
    return result;
}

int cglibc_landlock_apply(int rules) {
    // Otherwise only root may do it.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(RESTRICT_SELF, rules, 0);
}

static locale_t utf8;
static pthread_once_t utf8_is_made = PTHREAD_ONCE_INIT;

static void make_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

int cglibc_columns(uint32_t scalar) {
    pthread_once(&utf8_is_made, make_utf8);
    if (utf8 == (locale_t)0) return -1;
    locale_t old = uselocale(utf8);
    int columns = wcwidth((wchar_t)scalar);
    uselocale(old);
    return columns;
}
