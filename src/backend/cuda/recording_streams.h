// Streams that libraries' work is recorded on. A library may look at the stream that it was given last whenever it
// likes, so none of them goes before the context does.
#pragma once

#include <mutex>
#include <vector>

#include "backend/cuda/driver_api.h"

namespace ringfence::backend::cuda {

class RecordingStreams {
public:
    // Null: all are in use, and the caller makes one.
    StreamHandle take() {
        const std::lock_guard lock(mutex_);
        if (spare_.empty()) return nullptr;
        StreamHandle stream = spare_.back();
        spare_.pop_back();
        return stream;
    }
    void give_back(StreamHandle stream) {
        const std::lock_guard lock(mutex_);
        spare_.push_back(stream);
    }

private:
    std::mutex mutex_;
    std::vector<StreamHandle> spare_;
};

}  // namespace ringfence::backend::cuda
