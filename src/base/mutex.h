// std::mutex and its relatives, with the annotations for clang's thread-safety analysis (base/thread_annotations.h).
//
// A lock guards a scope; the variables say which mutex guards them. Condition variables take the mutex itself, which
// the compiler then knows to be held. A predicate says so too:
//
//   changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !jobs_.empty(); });
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "base/thread_annotations.h"

namespace ringfence {

class RF_CAPABILITY("mutex") Mutex {
public:
    Mutex() = default;
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    void lock() RF_ACQUIRE() { mutex_.lock(); }
    void unlock() RF_RELEASE() { mutex_.unlock(); }
    bool try_lock() RF_TRY_ACQUIRE(true) { return mutex_.try_lock(); }

private:
    friend class ConditionVariable;
    std::mutex mutex_;
};

class RF_CAPABILITY("mutex") SharedMutex {
public:
    SharedMutex() = default;
    SharedMutex(const SharedMutex&) = delete;
    SharedMutex& operator=(const SharedMutex&) = delete;

    void lock() RF_ACQUIRE() { mutex_.lock(); }
    void unlock() RF_RELEASE() { mutex_.unlock(); }
    void lock_shared() RF_ACQUIRE_SHARED() { mutex_.lock_shared(); }
    void unlock_shared() RF_RELEASE_SHARED() { mutex_.unlock_shared(); }

private:
    std::shared_mutex mutex_;
};

// Holds the mutex to the end of the scope.
class [[nodiscard]] RF_SCOPED_CAPABILITY MutexLock {
public:
    explicit MutexLock(Mutex& mutex) RF_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
    ~MutexLock() RF_RELEASE() { mutex_.unlock(); }
    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;

private:
    Mutex& mutex_;
};

// Unlocks a mutex that is held, to the end of the scope: around slow work, or calls into other code.
class [[nodiscard]] RF_SCOPED_CAPABILITY MutexUnlock {
public:
    explicit MutexUnlock(Mutex& mutex) RF_RELEASE(mutex) : mutex_(mutex) { mutex_.unlock(); }
    ~MutexUnlock() RF_RELEASE() { mutex_.lock(); }
    MutexUnlock(const MutexUnlock&) = delete;
    MutexUnlock& operator=(const MutexUnlock&) = delete;

private:
    Mutex& mutex_;
};

class [[nodiscard]] RF_SCOPED_CAPABILITY WriterLock {
public:
    explicit WriterLock(SharedMutex& mutex) RF_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
    ~WriterLock() RF_RELEASE() { mutex_.unlock(); }
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;

private:
    SharedMutex& mutex_;
};

class [[nodiscard]] RF_SCOPED_CAPABILITY ReaderLock {
public:
    explicit ReaderLock(SharedMutex& mutex) RF_ACQUIRE_SHARED(mutex) : mutex_(mutex) { mutex_.lock_shared(); }
    ~ReaderLock() RF_RELEASE_GENERIC() { mutex_.unlock_shared(); }
    ReaderLock(const ReaderLock&) = delete;
    ReaderLock& operator=(const ReaderLock&) = delete;

private:
    SharedMutex& mutex_;
};

class ConditionVariable {
public:
    void notify_one() { condition_.notify_one(); }
    void notify_all() { condition_.notify_all(); }

    void wait(Mutex& mutex) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        condition_.wait(lock.held);
    }
    template <typename Predicate>
    void wait(Mutex& mutex, Predicate is_true) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        condition_.wait(lock.held, std::move(is_true));
    }
    template <typename Rep, typename Period>
    std::cv_status wait_for(Mutex& mutex, std::chrono::duration<Rep, Period> time) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        return condition_.wait_for(lock.held, time);
    }
    template <typename Rep, typename Period, typename Predicate>
    bool wait_for(Mutex& mutex, std::chrono::duration<Rep, Period> time, Predicate is_true) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        return condition_.wait_for(lock.held, time, std::move(is_true));
    }
    template <typename Clock, typename Duration>
    std::cv_status wait_until(Mutex& mutex, std::chrono::time_point<Clock, Duration> end) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        return condition_.wait_until(lock.held, end);
    }
    template <typename Clock, typename Duration, typename Predicate>
    bool wait_until(Mutex& mutex, std::chrono::time_point<Clock, Duration> end, Predicate is_true) RF_REQUIRES(mutex) {
        Adopted lock(mutex);
        return condition_.wait_until(lock.held, end, std::move(is_true));
    }

private:
    // The caller holds the mutex before and after; std::condition_variable wants to see a lock.
    struct Adopted {
        explicit Adopted(Mutex& mutex) : held(mutex.mutex_, std::adopt_lock) {}
        ~Adopted() { (void)held.release(); }
        Adopted(const Adopted&) = delete;
        Adopted& operator=(const Adopted&) = delete;
        std::unique_lock<std::mutex> held;
    };

    std::condition_variable condition_;
};

}  // namespace ringfence
