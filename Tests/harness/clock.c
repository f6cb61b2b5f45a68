// Moves the clocks of a process as told by the file named in TEST_CLOCK_FILE, which is read at each
// look at a clock. Loaded with LD_PRELOAD.
//
// CLOCK_BOOTTIME is what Swift's ContinuousClock reads. Waits for a descriptor take their real
// time.
// libfaketime does more, among other things `setenv` before `main`, after which Swift finds no
// arguments.

#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;

struct clocks {
    /// Seconds that are added to the wall clock, or those at which it stands still.
    int64_t offset;
    /// Whether the wall clock stands still.
    int64_t wall_stands;
    /// Where CLOCK_BOOTTIME stands still, in nanoseconds; 0 if it runs.
    int64_t stands;
};

static volatile const struct clocks *clocks;

__attribute__((constructor)) static void open_clocks(void) {
    const char *path = getenv("TEST_CLOCK_FILE");
    int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *page = mmap(NULL, sizeof *clocks, PROT_READ, MAP_SHARED, descriptor, 0);
    if (page != MAP_FAILED) clocks = page;
    close(descriptor);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, clock, now);
    if (failed || !clocks) return (int)failed;
    int64_t stands = clocks->stands;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        if (clocks->wall_stands) *now = (struct timespec){0, 0};
        now->tv_sec += clocks->offset;
    }
    if (clock == CLOCK_BOOTTIME && stands) {
        *now = (struct timespec){stands / second, stands % second};
    }
    return 0;
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

// Without descriptors this only sleeps, as the thread does that ends a server which does not end.
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
    if (count || !clocks || !clocks->stands) {
        return (int)syscall(SYS_poll, descriptors, count, milliseconds);
    }
    int64_t until = clocks->stands + milliseconds * (second / 1000);
    while (clocks->stands < until) syscall(SYS_poll, NULL, 0, 10);
    return 0;
}

/// Whether a descriptor is a timer of CLOCK_BOOTTIME.
static volatile char is_measuring[1024];

int timerfd_create(int clock, int flags) {
    long timer = syscall(SYS_timerfd_create, clock, flags);
    if (0 <= timer && timer < 1024) is_measuring[timer] = clock == CLOCK_BOOTTIME;
    return (int)timer;
}

// libdispatch sets its timers to instants. The kernel's clock passes them while ours stands, and a
// timer that is set again would ring without end. What is left by our clock is waited for instead.
int timerfd_settime(int timer, int flags, const struct itimerspec *set, struct itimerspec *old) {
    struct itimerspec left = *set;
    int64_t until = set->it_value.tv_sec * second + set->it_value.tv_nsec;
    int64_t stands = clocks ? clocks->stands : 0, least = second / 100;
    if (stands && until && flags & TFD_TIMER_ABSTIME && timer < 1024 && is_measuring[timer]) {
        int64_t wait = until - stands < least ? least : until - stands;
        left.it_value = (struct timespec){wait / second, wait % second};
        flags &= ~TFD_TIMER_ABSTIME;
    }
    return (int)syscall(SYS_timerfd_settime, timer, flags, &left, old);
}
