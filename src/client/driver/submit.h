// Putting work on a stream: sent to the worker, or kept as a node when the stream captures.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

// Checks work, and captures or sends it. Not for copies: see put_copy().
CUresult put(Stream& stream, Work work);

enum class CopyWaits : std::uint8_t {
    AsNeeded,  // like cuMemcpyAsync: only for the program's own memory
    ForHost,   // like cuMemcpy: also for host memory that the device accesses
};
CUresult put_copy(Stream& stream, CopyWork work, CopyWaits waits);
// Puts a launch. If it was sent, the buffer of its parameters is returned for reuse.
CUresult put_kernel(Stream& stream, KernelWork& work, std::vector<std::byte>& buffer);
CUresult put_callback(Stream& stream, const CallbackWork& work);

// Calls a function of the program, which must not use the API, since it could wait for itself.
template <typename Function, typename... Arguments>
void call_program(Function function, Arguments... arguments) {
    thread_state().is_in_host_call = true;
    function(arguments...);
    thread_state().is_in_host_call = false;
}

// The range must be memory that the device can use, and lie within one allocation.
CUresult check_device_range(std::uint64_t address, std::uint64_t bytes);

// The kind of memory of one side of a copy.
enum class Side : std::uint8_t { Session, SessionHost, Program };
CUresult find_side(const client::Box& box, const client::BoxSize& size, Side& side);

// Call it after recording or waiting for an event. If other processes share the event, it returns when the worker has
// handled the operation, so that their next operations come later: each process has its own channel.
CUresult settle_for_others(const Event& event);

}  // namespace ringfence::driver
