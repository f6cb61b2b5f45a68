// Puts a process's wall clock forward or back by the seconds in the file that
// TEST_CLOCK_FILE names, as they are at each look at the clock. Loaded with LD_PRELOAD.
// If the file's second number is not 0, the clock stands still at the first.
//
// Clocks that durations are measured with stay what they are. libfaketime does more, among other
// things `setenv` before `main`, after which Swift finds no arguments.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct setting {
    int64_t seconds, stands;
};
static volatile const struct setting *setting;

__attribute__((constructor)) static void open_setting(void) {
    const char *path = getenv("TEST_CLOCK_FILE");
    int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *page = mmap(NULL, sizeof *setting, PROT_READ, MAP_SHARED, descriptor, 0);
    if (page != MAP_FAILED) setting = page;
    close(descriptor);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, clock, now);
    int is_wall_clock = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!failed && is_wall_clock && setting) {
        if (setting->stands) *now = (struct timespec){0, 0};
        now->tv_sec += setting->seconds;
    }
    return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &exact);
    if (!failed) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return failed;
}

time_t time(time_t *result) {
    struct timespec exact;
    if (clock_gettime(CLOCK_REALTIME, &exact)) return -1;
    if (result) *result = exact.tv_sec;
    return exact.tv_sec;
}
