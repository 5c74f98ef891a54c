// Streams on which libraries' work is recorded. A library may use the stream that it got last at any time, so these
// streams exist as long as the context. Nor may a stream pass to another tenant while the first has library objects:
// their work would become part of the other tenant's recording. So each tenant has its own streams, and they pass to
// others only when all its objects are destroyed.
#pragma once

#include <vector>

#include "backend/cuda/driver_api.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class RecordingStreams {
public:
    // `common`: where spare streams come from and return to; null: this is the common one. `green`: the part of the
    // card that the streams belong to; null: the whole card.
    explicit RecordingStreams(RecordingStreams* common = nullptr, GreenContextHandle green = nullptr)
        : common_(common), green_(common != nullptr ? common->green_ : green) {}
    ~RecordingStreams() {
        if (common_ == nullptr) return;
        for (StreamHandle stream : spare_)
            common_->give_back(stream);
    }
    RecordingStreams(const RecordingStreams&) = delete;
    RecordingStreams& operator=(const RecordingStreams&) = delete;

    // Null if all are in use: then the caller creates one.
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
