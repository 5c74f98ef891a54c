// The objects behind the handles of the C API.
#pragma once

#include <ringfence/ringfence.h>

#include <memory>
#include <string_view>

#include "base/mapped_memory.h"
#include "base/mutex.h"
#include "libringfence/connection.h"
#include "libringfence/problem.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::native {

template <typename Interface>
struct Handle {
    using Client = typename Interface::Client;
    Held<Interface> held;

    Handle(std::shared_ptr<Loop> loop, std::shared_ptr<Connection> connection, Client client)
        : held(std::move(loop), std::move(connection), std::move(client)) {}
    // Another capability of the same connection. In the loop's thread.
    template <typename Other>
    Handle(const Handle<Other>& origin, Client client)
        : held(origin.held.loop(), origin.held.connection(), std::move(client)) {}

    Loop& loop() const { return *held.loop(); }
    Client& client() { return held.client(); }
};

}  // namespace ringfence::native

struct rf_client : ringfence::native::Handle<ringfence::schema::GpuDeviceManager> {
    using Handle::Handle;
};
struct rf_session : ringfence::native::Handle<ringfence::schema::GpuSession> {
    using Handle::Handle;
    ringfence::schema::GpuCopySession::Client copies() { return client().castAs<ringfence::schema::GpuCopySession>(); }
    ringfence::schema::GpuProgramSession::Client programs() {
        return client().castAs<ringfence::schema::GpuProgramSession>();
    }
    ringfence::schema::GpuComputeSession::Client computes() {
        return client().castAs<ringfence::schema::GpuComputeSession>();
    }
};
struct rf_buffer : ringfence::native::Handle<ringfence::schema::GpuBuffer> {
    using Handle::Handle;
};
struct rf_fence : ringfence::native::Handle<ringfence::schema::GpuFence> {
    using Handle::Handle;
};
struct rf_program : ringfence::native::Handle<ringfence::schema::GpuProgram> {
    using Handle::Handle;
};
struct rf_mapping : ringfence::native::Handle<ringfence::schema::GpuBuffer> {
    using Handle::Handle;
    ringfence::MappedMemory memory;
};
struct rf_segment : ringfence::native::Handle<ringfence::schema::GpuSegment> {
    using Handle::Handle;
    ringfence::Mutex mutex;
    ringfence::MappedMemory memory RF_GUARDED_BY(mutex);
};

namespace ringfence::native {

// For arguments that no call can do anything with.
inline rf_code misuse(rf_error* error, std::string_view what) {
    return tell({RF_INVALID_ARGUMENT, std::string(what)}, error);
}

inline kj::StringPtr text_or_empty(const char* text) {
    return text == nullptr ? "" : text;
}
inline kj::ArrayPtr<const kj::byte> as_data(const void* data, std::size_t size) {
    return kj::arrayPtr(static_cast<const kj::byte*>(data), size);
}

// The file that a capability carries, in the memory of this process.
kj::Promise<Result<MappedMemory>> map_descriptor(schema::Descriptor::Client descriptor, std::uint64_t bytes);

}  // namespace ringfence::native
