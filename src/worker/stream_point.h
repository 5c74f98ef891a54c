// A place in a stream: after all that was put on it so far.
//
// A mark is put there when its completion is asked for, an event when more work comes to the stream or another stream
// shall wait for it; often neither is needed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "backend/device.h"
#include "base/result.h"
#include "worker/event_pool.h"

namespace ringfence::worker {

struct StreamObject;

class StreamPoint {
public:
    // The stream's last place. Two calls without work in between get the same one.
    static std::shared_ptr<StreamPoint> after(StreamObject& stream);
    // To be called before more work is put on the stream.
    static Result<void> close(StreamObject& stream, EventPool& events);

    explicit StreamPoint(StreamObject& stream);

    bool is_on(const StreamObject& stream) const;
    std::shared_ptr<StreamObject> stream() const { return stream_.lock(); }  // null: it is gone
    std::uint64_t work() const { return work_; }
    // Gives, once, what went wrong before it.
    Result<bool> is_done();
    // For other streams to wait for.
    Result<std::shared_ptr<backend::Event>> event(EventPool& events);

private:
    // A place does not keep its stream alive: when the stream is gone its work is done.
    std::weak_ptr<StreamObject> stream_;
    std::uint64_t work_;
    std::optional<std::uint64_t> mark_;
    std::shared_ptr<backend::Event> event_;
};

}  // namespace ringfence::worker
