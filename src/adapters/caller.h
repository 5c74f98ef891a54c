// A session as the adapters of libraries see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/account.h"
#include "base/cuda_status.h"
#include "base/result.h"
#include "channel/library_frame.h"

namespace ringfence::adapters {

// The object behind a library's handle: a cuBLAS handle, a cuFFT plan. Its work may still be on the device when it is
// destroyed.
class Object {
public:
    explicit Object(channel::Library its_library) : library(its_library) {}
    virtual ~Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    const channel::Library library;
    std::uint64_t stream = 0;  // the client's handle of the one that its work goes to
};

// Memory that the device and the worker see, and no client, for what a call gives back.
struct ResultPlace {
    backend::Address address = 0;
    std::span<std::byte> bytes;
};

// Memory of the device's that is the session's by count only: no client can reach it. Given back when this goes;
// nothing may be using it then.
class DeviceMemory {
public:
    DeviceMemory(backend::Address where, std::uint64_t size) : address(where), bytes(size) {}
    virtual ~DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    const backend::Address address;
    const std::uint64_t bytes;
};

class Caller {
public:
    virtual ~Caller() = default;

    // True if no other session's memory is in reach: calls of unknown reach are allowed.
    virtual bool is_alone() const = 0;
    // Fails unless the bytes lie in one of the session's allocations.
    virtual Result<void> check(backend::Address address, std::uint64_t bytes) const = 0;
    // The stream, made ready for more work. After all checks, right before the work: until the call is over nothing but
    // the library puts something on it.
    virtual Result<backend::Stream*> begin_work(std::uint64_t stream) = 0;
    // One for each call.
    virtual Result<ResultPlace> result_place() = 0;
    // A copy that the device can read until all work of this call is done, and that no client can write.
    virtual Result<backend::Address> protect(std::span<const std::byte> bytes) = 0;
    // Memory that the library takes for itself counts as the session's, for as long as this is held.
    virtual Result<Account::Holding> charge(std::uint64_t bytes) = 0;
    // The same for the memory that a library takes while it does this stream's work. Queued work takes nothing yet, so
    // the work of one stream counts as its largest piece.
    virtual Result<std::shared_ptr<void>> charge_work(std::uint64_t stream, std::uint64_t bytes);
    // Device memory of the worker's, which no client can write, for work of the next call on this stream.
    virtual Result<backend::Address> workspace(std::uint64_t /*stream*/, std::uint64_t /*bytes*/) {
        return Error::bad_input("this worker lends no workspaces").with_status(cuda_status::not_supported);
    }

    // Such memory for the library's work, counted as with charge().
    virtual Result<std::shared_ptr<DeviceMemory>> device_memory(std::uint64_t bytes);
    // True if the call's work is recorded, to be repeated when its objects may be gone: begin_work() gives a stream
    // that stands for the real one.
    virtual bool is_recording() const { return false; }
    // Keeps a resource that the call's work uses besides the objects it named, for as long as recorded work can be
    // repeated.
    virtual void uses(std::shared_ptr<void> thing);
    // True if the device may follow pointers in device memory that nobody has checked.
    virtual bool may_follow_pointers() const { return false; }
    // Keeps something until all streams of the session are done with what is on them now, also those that the client
    // has destroyed: which of them used it is nothing that a client's handles tell.
    virtual void retire(std::shared_ptr<void> object);

    virtual Result<void> insert(std::uint64_t handle, std::shared_ptr<Object> object) = 0;
    virtual Object* find(std::uint64_t handle) const = 0;  // null: there is none
    virtual std::shared_ptr<Object> remove(std::uint64_t handle) = 0;
};

inline Result<std::shared_ptr<void>> Caller::charge_work(std::uint64_t, std::uint64_t bytes) {
    RF_TRY(Account::Holding holding, charge(bytes));
    return std::shared_ptr<void>(std::make_shared<Account::Holding>(std::move(holding)));
}
inline Result<std::shared_ptr<DeviceMemory>> Caller::device_memory(std::uint64_t) {
    return Error::bad_input("there is no device memory for libraries").with_status(cuda_status::not_supported);
}
inline void Caller::uses(std::shared_ptr<void> thing) {
    thing.reset();
}
inline void Caller::retire(std::shared_ptr<void> object) {
    object.reset();
}

struct Answer {
    std::int32_t status = 0;  // the library's own
    std::vector<std::byte> bytes = {};
    // If any, the answer is that much of the result place, when the stream has come there; then `bytes` is empty.
    std::size_t result_bytes = 0;
    std::uint64_t stream = 0;
};

}  // namespace ringfence::adapters
