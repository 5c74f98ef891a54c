// Parts of the card's multiprocessors, as the driver's *green contexts*: kernels of a stream that is created in one run
// only on its multiprocessors. Green contexts share memory and modules with the primary context, so a device that is to
// be divided uses the primary context (context.h).
//
// A part is made when it is first needed, and kept as long as the context, since streams that were passed to libraries
// live in it. There are at most as many parts as places (partitions.h).
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
    RecordingStreams launch_streams;     // for nodes of graphs; libraries never get them
};

class GreenContexts {
public:
    // An owner's use of a part, while this object exists.
    struct Part {
        std::shared_ptr<const Partitions::Place> place;
        GreenContext* green = nullptr;
    };
    // A part with at least so many multiprocessors; null: the whole card.
    Result<std::shared_ptr<const Part>> take(const Context& context, const std::string& owner,
                                             std::uint32_t multiprocessors);
    // Call it before the context is destroyed.
    void clear(const Context& context);

private:
    Result<void> divide(const Context& context) RF_REQUIRES(mutex_);
    Result<std::unique_ptr<GreenContext>> make(const Context& context, const Partitions::Place& place)
        RF_REQUIRES(mutex_);

    Mutex mutex_;
    // The units into which the driver has divided the card; empty: it was not asked yet.
    std::vector<DeviceResource> units_ RF_GUARDED_BY(mutex_);
    std::optional<Partitions> partitions_ RF_GUARDED_BY(mutex_);
    std::map<Partitions::Place, std::unique_ptr<GreenContext>> made_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
