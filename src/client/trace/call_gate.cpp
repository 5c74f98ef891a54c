#include "client/trace/call_gate.h"

namespace ringfence::client {

constinit std::atomic<bool> CallGate::settled_ = false;
constinit std::atomic<void (*)()> CallGate::observer_ = nullptr;

namespace {

thread_local bool is_in_call = false;

std::shared_timed_mutex& the_gate() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const gate = new std::shared_timed_mutex();
    return *gate;
}

}  // namespace

void CallGate::enter() {
    if (is_in_call) return;
    the_gate().lock_shared();
    is_in_call = is_outermost_ = true;
}

void CallGate::leave() {
    // Unless it was closed meanwhile, by this very call.
    if (!is_in_call) return;
    if (auto* const observer = observer_.load(std::memory_order_acquire); observer != nullptr) observer();
    is_in_call = false;
    the_gate().unlock_shared();
}

std::unique_lock<std::shared_timed_mutex> CallGate::close(std::chrono::milliseconds patience) {
    if (is_in_call) the_gate().unlock_shared();
    is_in_call = false;
    return {the_gate(), patience};
}

}  // namespace ringfence::client
