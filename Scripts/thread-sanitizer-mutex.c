// Tells ThreadSanitizer what it cannot see of Synchronization.Mutex on Linux.
//
// A mutex that is free is taken by an atomic operation in the caller, which is instrumented; one
// that is not, by _lockSlow in libswiftSynchronization.so, which is not. So of two threads that meet
// at a mutex the second seems to come in without having waited, and whatever the mutex guards is
// reported as a race; a program with nothing but a Mutex<[Int]> and two threads shows that. Loaded
// before that library, these two do what its own do, and say so.

#include <dlfcn.h>
#include <stdint.h>

// In the test binary; not in the tools that start it.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// _MutexHandle._lockSlow(UInt32) and _MutexHandle._unlockSlow()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void LockSlow(uint32_t thread, SELF void *mutex);
typedef SWIFT void UnlockSlow(SELF void *mutex);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    ((LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(mutex);
}
