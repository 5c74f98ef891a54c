// Streams that libraries' work is recorded on. A library may look at the stream that it was given last whenever it
// likes, so none of them goes before the context does. Nor does one become another tenant's while the first has objects
// of libraries: such a library's work on it would become part of the other tenant's recording. So each tenant has its
// own, and leaves them to others when all its objects are gone.
#pragma once

#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class RecordingStreams {
public:
    // `common`: where they come from and go to; null: these are all that there are. `green`: the part of the card that
    // they are in; null: all of it.
    explicit RecordingStreams(RecordingStreams* common = nullptr, GreenContextHandle green = nullptr)
        : common_(common), green_(common != nullptr ? common->green_ : green) {}
    ~RecordingStreams() {
        if (common_ == nullptr) return;
        for (StreamHandle stream : spare_)
            common_->give_back(stream);
    }
    RecordingStreams(const RecordingStreams&) = delete;
    RecordingStreams& operator=(const RecordingStreams&) = delete;

    // Null: all are in use, and the caller makes one.
    StreamHandle take() {
        const MutexLock lock(mutex_);
        if (spare_.empty()) return common_ != nullptr ? common_->take() : nullptr;
        StreamHandle stream = spare_.back();
        spare_.pop_back();
        return stream;
    }
    [[nodiscard]] GreenContextHandle green() const { return green_; }
    void give_back(StreamHandle stream) {
        const MutexLock lock(mutex_);
        spare_.push_back(stream);
    }

private:
    RecordingStreams* const common_;
    ::CUgreenCtx_st* const green_;
    Mutex mutex_;
    std::vector<StreamHandle> spare_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
