// Which mutex guards what, written where the compiler reads it: clang's -Wthread-safety, an error in this project,
// refuses a read or write of a guarded variable without its mutex. Other compilers see nothing of it.
//
//   std::deque<Job> jobs_ RF_GUARDED_BY(mutex_);      only with mutex_ held
//   void drop_all() RF_REQUIRES(mutex_);              the caller holds it
//   void close() RF_EXCLUDES(mutex_);                 the caller does not: it is taken here
//
// std::mutex is not known to the analysis, so guarded variables have a Mutex of base/mutex.h. The analysis looks at one
// function at a time, and not into constructors and destructors. docs/threads.md says more.
#pragma once

#if defined(__clang__)
#    define RF_THREAD_ANNOTATION(text) __attribute__((text))
#else
#    define RF_THREAD_ANNOTATION(text)
#endif

#define RF_GUARDED_BY(mutex) RF_THREAD_ANNOTATION(guarded_by(mutex))
// Guards the pointee.
#define RF_PT_GUARDED_BY(mutex) RF_THREAD_ANNOTATION(pt_guarded_by(mutex))
#define RF_REQUIRES(...) RF_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define RF_REQUIRES_SHARED(...) RF_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define RF_EXCLUDES(...) RF_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))
// Lock order: this mutex is taken while that one is held, never the other way round.
#define RF_ACQUIRED_AFTER(...) RF_THREAD_ANNOTATION(acquired_after(__VA_ARGS__))

// For the classes in base/mutex.h.
#define RF_CAPABILITY(name) RF_THREAD_ANNOTATION(capability(name))
#define RF_SCOPED_CAPABILITY RF_THREAD_ANNOTATION(scoped_lockable)
#define RF_ACQUIRE(...) RF_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define RF_ACQUIRE_SHARED(...) RF_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define RF_RELEASE(...) RF_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define RF_RELEASE_GENERIC(...) RF_THREAD_ANNOTATION(release_generic_capability(__VA_ARGS__))
#define RF_RELEASE_SHARED(...) RF_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))
#define RF_TRY_ACQUIRE(...) RF_THREAD_ANNOTATION(try_acquire_capability(__VA_ARGS__))
// For code that the analysis cannot follow. A comment beside it says why it is right.
#define RF_NO_THREAD_SAFETY_ANALYSIS RF_THREAD_ANNOTATION(no_thread_safety_analysis)
