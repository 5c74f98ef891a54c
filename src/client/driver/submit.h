// Putting work on a stream: sent to the worker, or kept as a node when the stream captures.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Checks, captures or sends. For copies see put_copy.
CUresult put(Stream& stream, Work work);

enum class CopyWaits : std::uint8_t {
    AsNeeded,  // as cuMemcpyAsync does: only for memory of the program's own
    ForHost,   // as cuMemcpy does: also for host memory that the device sees
};
CUresult put_copy(Stream& stream, CopyWork work, CopyWaits waits);
// A launch; the buffer of its parameters is given back if it was sent.
CUresult put_kernel(Stream& stream, KernelWork& work, std::vector<std::byte>& buffer);
CUresult put_callback(Stream& stream, const CallbackWork& work);

// Calls a function of the program's. It must not use the API: what it waits for might be itself.
template <typename Function, typename... Arguments>
void call_program(Function function, Arguments... arguments) {
    thread_state().is_in_host_call = true;
    function(arguments...);
    thread_state().is_in_host_call = false;
}

// The range must be memory that the device can use, and lie within one allocation.
CUresult check_device_range(std::uint64_t address, std::uint64_t bytes);

// Where a side of a copy lies.
enum class Side : std::uint8_t { Session, SessionHost, Program };
CUresult find_side(const client::Box& box, const client::BoxSize& size, Side& side);

// After a record of an event, or a wait for it. If other processes have the event too, returns when the worker has come
// to it: what they do with it next comes after this, and each process has a channel of its own.
CUresult settle_for_others(const Event& event);

}  // namespace ringfence::driver
