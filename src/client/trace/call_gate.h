// The gate that API calls pass through until the process has been assigned to a worker for good.
//
// A process may be moved from one worker to another before it has anything there (driver/domain.h). Until its domain is
// settled, each call takes a lock as a reader, and the thread that moves the process takes it as the writer: so no call
// is in progress in a session that is replaced. Once settled, calls take no lock.
#pragma once

#include <atomic>
#include <chrono>

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

    // Keeps the gate closed while it exists, if it could be closed in time.
    class [[nodiscard]] Closed {
    public:
        explicit Closed(bool is_alone) : is_alone_(is_alone) {}
        Closed(const Closed&) = delete;
        Closed& operator=(const Closed&) = delete;
        ~Closed() {
            if (is_alone_) open();
        }
        bool is_alone() const { return is_alone_; }

    private:
        const bool is_alone_;
    };
    // Counts this thread's own call as ended, blocks new calls, and waits for other threads' calls in progress. The
    // caller must call settle() afterwards.
    static Closed close(std::chrono::milliseconds patience);

    // Called at the end of every call until it is settled.
    static void set_observer(void (*observer)()) { observer_.store(observer, std::memory_order_release); }

private:
    void enter();
    static void leave();
    static void open();

    [[gnu::visibility("hidden")]] static std::atomic<bool> settled_;
    static std::atomic<void (*)()> observer_;
    bool is_outermost_ = false;
};

}  // namespace ringfence::client
