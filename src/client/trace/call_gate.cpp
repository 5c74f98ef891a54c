#include "client/trace/call_gate.h"

#include <cstddef>

#include "base/mutex.h"

namespace ringfence::client {

constinit std::atomic<bool> CallGate::settled_ = false;
constinit std::atomic<void (*)()> CallGate::observer_ = nullptr;

namespace {

thread_local bool is_in_call = false;

struct Gate {
    Mutex mutex;
    ConditionVariable changed;
    std::size_t calls RF_GUARDED_BY(mutex) = 0;
    // From when somebody wants to be alone: calls that come again and again would keep him waiting.
    bool is_closed RF_GUARDED_BY(mutex) = false;
};

Gate& the_gate() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const gate = new Gate();
    return *gate;
}

}  // namespace

void CallGate::enter() {
    if (is_in_call) return;
    Gate& gate = the_gate();
    const MutexLock lock(gate.mutex);
    gate.changed.wait(gate.mutex, [&]() RF_REQUIRES(gate.mutex) { return !gate.is_closed; });
    ++gate.calls;
    is_in_call = is_outermost_ = true;
}

void CallGate::leave() {
    // Unless it was closed meanwhile, by this very call.
    if (!is_in_call) return;
    if (auto* const observer = observer_.load(std::memory_order_acquire); observer != nullptr) observer();
    is_in_call = false;
    Gate& gate = the_gate();
    const MutexLock lock(gate.mutex);
    if (--gate.calls == 0) gate.changed.notify_all();
}

CallGate::Closed CallGate::close(std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    Gate& gate = the_gate();
    const MutexLock lock(gate.mutex);
    if (is_in_call && --gate.calls == 0) gate.changed.notify_all();
    is_in_call = false;
    const auto is_open = [&]() RF_REQUIRES(gate.mutex) { return !gate.is_closed; };
    if (!gate.changed.wait_until(gate.mutex, end, is_open)) return Closed(false);
    gate.is_closed = true;
    const auto is_alone = [&]() RF_REQUIRES(gate.mutex) { return gate.calls == 0; };
    if (gate.changed.wait_until(gate.mutex, end, is_alone)) return Closed(true);
    gate.is_closed = false;
    gate.changed.notify_all();
    return Closed(false);
}

void CallGate::open() {
    Gate& gate = the_gate();
    const MutexLock lock(gate.mutex);
    gate.is_closed = false;
    gate.changed.notify_all();
}

}  // namespace ringfence::client
