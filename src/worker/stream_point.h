// A place in a stream: after all that was put on it so far.
//
// Whether it is reached is asked of the stream itself as long as nothing follows, which costs the card nothing. Only
// when more work comes to the stream, or somebody wants to sleep until then, is an event recorded.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/device.h"
#include "base/result.h"
#include "worker/event_pool.h"

namespace ringfence::worker {

struct StreamObject;

class StreamPoint {
public:
    // The stream's last place. Whoever asks twice without work in between gets the same one.
    static std::shared_ptr<StreamPoint> after(StreamObject& stream);
    // To be called before more work is put on the stream.
    static Result<void> close(StreamObject& stream, EventPool& events);

    explicit StreamPoint(StreamObject& stream);

    bool is_on(const StreamObject& stream) const;
    // Gives, once, what went wrong before it.
    Result<bool> is_done();
    // For those who sleep, or for other streams.
    Result<std::shared_ptr<backend::Event>> event(EventPool& events);
    // Somebody who waited for the event says so.
    void note_done();

private:
    // A stream is not kept because somebody remembers a place in it: when it is gone its work is done.
    std::weak_ptr<StreamObject> stream_;
    std::uint64_t work_;
    std::shared_ptr<backend::Event> event_;
};

}  // namespace ringfence::worker
