// What API calls pass through as long as it is not settled which worker the process belongs to.
//
// A process may be moved from one worker to another before it has anything there (driver/domain.h). From its start
// until that is settled each call is a reader of one lock, and whoever moves the process the writer: so no call is
// under way in a session that goes away. Once it is settled, for good, calls take no lock.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>

namespace ringfence::client {

class CallGate {
public:
    CallGate() {
        if (!is_settled()) enter();
    }
    CallGate(const CallGate&) = delete;
    CallGate& operator=(const CallGate&) = delete;
    ~CallGate() {
        if (is_outermost_) leave();
    }

    static bool is_settled() { return settled_.load(std::memory_order_acquire); }
    static void settle() { settled_.store(true, std::memory_order_release); }

    // Ends this thread's own call, as far as the gate knows, and waits for the others' that are under way; new ones
    // wait. Whoever did this settles.
    static std::unique_lock<std::shared_timed_mutex> close(std::chrono::milliseconds patience);

    // Called at the end of every call until it is settled.
    static void set_observer(void (*observer)()) { observer_.store(observer, std::memory_order_release); }

private:
    void enter();
    static void leave();

    [[gnu::visibility("hidden")]] static std::atomic<bool> settled_;
    static std::atomic<void (*)()> observer_;
    bool is_outermost_ = false;
};

}  // namespace ringfence::client
