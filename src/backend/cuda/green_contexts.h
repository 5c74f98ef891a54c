// Parts of the card's multiprocessors, as the driver's *green contexts*: a stream that is made in one runs its kernels
// on these multiprocessors only. All share the memory and the modules of the device's primary context, so a device that
// is to be divided lives in that one (context.h).
//
// A part is made when it is first needed and kept as long as the context, since streams that libraries were given live
// in it; there are as many as places for them (partitions.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/cuda/driver_api.h"
#include "backend/cuda/recording_streams.h"
#include "backend/partitions.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Context;

// A part of the card.
struct GreenContext {
    explicit GreenContext(GreenContextHandle made)
        : handle(made), recording_streams(nullptr, made), launch_streams(nullptr, made) {}

    ::CUgreenCtx_st* const handle;
    std::uint32_t multiprocessors = 0;
    RecordingStreams recording_streams;  // for libraries
    RecordingStreams launch_streams;     // for nodes of graphs: libraries do not know them
};

class GreenContexts {
public:
    // An owner's, as long as this lives.
    struct Part {
        std::shared_ptr<const Partitions::Place> place;
        GreenContext* green = nullptr;
    };
    // With at least so many multiprocessors; null: all.
    Result<std::shared_ptr<const Part>> take(const Context& context, const std::string& owner,
                                             std::uint32_t multiprocessors);
    // Before the context goes.
    void clear(const Context& context);

private:
    Result<void> divide(const Context& context) RF_REQUIRES(mutex_);
    Result<std::unique_ptr<GreenContext>> make(const Context& context, const Partitions::Place& place)
        RF_REQUIRES(mutex_);

    Mutex mutex_;
    // The pieces that the driver has cut the card into; empty: it was not asked yet.
    std::vector<DeviceResource> units_ RF_GUARDED_BY(mutex_);
    std::optional<Partitions> partitions_ RF_GUARDED_BY(mutex_);
    std::map<Partitions::Place, std::unique_ptr<GreenContext>> made_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
