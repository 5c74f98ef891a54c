#include "client/trace/call_gate.h"

namespace ringfence::client {

constinit std::atomic<bool> CallGate::settled_ = false;
constinit std::atomic<void (*)()> CallGate::observer_ = nullptr;

namespace {

thread_local bool is_in_call = false;

struct Gate {
    std::shared_timed_mutex calls;
    // Held by whoever wants to close it: readers that come again and again would keep him waiting.
    std::mutex turn;
};

Gate& the_gate() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const gate = new Gate();
    return *gate;
}

}  // namespace

void CallGate::enter() {
    if (is_in_call) return;
    {
        const std::lock_guard turn(the_gate().turn);
        the_gate().calls.lock_shared();
    }
    is_in_call = is_outermost_ = true;
}

void CallGate::leave() {
    // Unless it was closed meanwhile, by this very call.
    if (!is_in_call) return;
    if (auto* const observer = observer_.load(std::memory_order_acquire); observer != nullptr) observer();
    is_in_call = false;
    the_gate().calls.unlock_shared();
}

std::unique_lock<std::shared_timed_mutex> CallGate::close(std::chrono::milliseconds patience) {
    if (is_in_call) the_gate().calls.unlock_shared();
    is_in_call = false;
    const std::lock_guard turn(the_gate().turn);
    return {the_gate().calls, patience};
}

}  // namespace ringfence::client
