#include "session/objects.h"

#include <fmt/core.h>

namespace ringfence::session {
namespace {

// For a capability that the client has promised and may never deliver.
constexpr auto longest_wait_for_promise = 5 * kj::SECONDS;

Failure foreign(const char* what) {
    return {.code = Code::FOREIGN,
            .message = fmt::format("the {} is not one of this session's", what),
            .remedy = "make one in this session; capabilities do not travel between sessions"};
}

}  // namespace

Failure closed(const char* what) {
    return {.code = Code::CLOSED, .message = fmt::format("the {} was closed", what)};
}

Failure invalid_argument(std::string message) {
    return {.code = Code::INVALID_ARGUMENT, .message = std::move(message)};
}

Outcome<Address> Target::range(std::uint64_t wanted) const {
    const auto refusal = buffer != nullptr ? buffer->refusal() : segment->refusal();
    if (refusal) return *refusal;
    const std::uint64_t bytes = buffer != nullptr ? buffer->bytes() : segment->bytes();
    if (offset > bytes || wanted > bytes - offset) {
        return invalid_argument(fmt::format("{} bytes from byte {} on, of {}", wanted, offset, bytes));
    }
    return (buffer != nullptr ? buffer->address() : segment->address()) + offset;
}

template <typename T>
kj::Promise<Outcome<T>> Objects::in_time(kj::Promise<Outcome<T>> promise) {
    return promise.exclusiveJoin(core_.timer().afterDelay(longest_wait_for_promise).then([]() -> Outcome<T> {
        return foreign("object that was promised");
    }));
}

kj::Promise<Outcome<Target>> Objects::find(schema::Place::Reader place) {
    Target target;
    target.offset = place.getOffset();
    if (place.isBuffer() && place.hasBuffer()) {
        auto client = kj::heap(place.getBuffer());
        auto found = buffers_.getLocalServer(*client).attach(kj::mv(client));
        return in_time<Target>(found.then([target](auto server) mutable -> Outcome<Target> {
            KJ_IF_MAYBE (local, server) {
                target.buffer = static_cast<BufferServer*>(local);
                return target;
            }
            return foreign("buffer");
        }));
    }
    if (place.isSegment() && place.hasSegment()) {
        auto client = kj::heap(place.getSegment());
        auto found = segments_.getLocalServer(*client).attach(kj::mv(client));
        return in_time<Target>(found.then([target](auto server) mutable -> Outcome<Target> {
            KJ_IF_MAYBE (local, server) {
                target.segment = static_cast<SegmentServer*>(local);
                return target;
            }
            return foreign("segment");
        }));
    }
    return Outcome<Target>(invalid_argument("a place that is neither in a buffer nor in a segment"));
}

kj::Promise<Outcome<ProgramServer*>> Objects::find(schema::GpuProgram::Client program) {
    auto client = kj::heap(kj::mv(program));
    auto found = programs_.getLocalServer(*client).attach(kj::mv(client));
    return in_time<ProgramServer*>(found.then([](auto server) -> Outcome<ProgramServer*> {
        KJ_IF_MAYBE (local, server) {
            return static_cast<ProgramServer*>(local);
        }
        return foreign("program");
    }));
}

}  // namespace ringfence::session
