#include "backend/cuda/green_contexts.h"

#include <algorithm>
#include <utility>

#include "backend/cuda/context.h"

namespace ringfence::backend::cuda {
namespace {

constexpr int resource_multiprocessors = 1;       // CU_DEV_RESOURCE_TYPE_SM
constexpr unsigned green_has_default_stream = 1;  // CU_GREEN_CTX_DEFAULT_STREAM, without which the driver makes none
constexpr const char* doing = "divide the card's multiprocessors";

// The smallest part that the card allows.
unsigned least_part(const DeviceResource& card) {
    const unsigned alignment = std::max(card.alignment, 1U);
    const unsigned least = std::max(card.least_part, 1U);
    return (least + alignment - 1) / alignment * alignment;
}

}  // namespace

Result<std::shared_ptr<const GreenContexts::Part>> GreenContexts::take(const Context& context, const std::string& owner,
                                                                       std::uint32_t multiprocessors) {
    if (multiprocessors == 0) return std::shared_ptr<const Part>();
    const MutexLock lock(mutex_);
    if (units_.empty()) RF_RETURN_IF_ERROR(divide(context));
    std::shared_ptr<const Partitions::Place> place = partitions_->take(owner, multiprocessors);
    if (!place) return std::shared_ptr<const Part>();
    std::unique_ptr<GreenContext>& green = made_[*place];
    if (!green) {
        RF_TRY(green, make(context, *place));
    }
    return std::make_shared<const Part>(Part{std::move(place), green.get()});
}

// Divides the card into the smallest parts in one call: only parts of the same call can be combined.
Result<void> GreenContexts::divide(const Context& context) {
    const DriverApi& api = context.api();
    if (!context.is_divisible()) {
        return Error::bad_input("this worker cannot keep a virtual GPU to some of the card's multiprocessors")
            .with_remedy("set multiprocessor_parts = true in ringfence.toml and start workers anew")
            .with_status(status::not_supported);
    }
    if (api.green_create == nullptr || api.green_stream_create == nullptr ||
        api.stream_begin_capture_to_graph == nullptr || api.stream_capture_info == nullptr) {
        return Error::bad_input("this driver cannot keep a virtual GPU to some of the card's multiprocessors")
            .with_remedy(
                "install a driver for CUDA 12.5 or later, or take the bound away: ringfence vgpu set NAME "
                "--sms none")
            .with_status(status::not_supported);
    }
    DeviceResource card;
    RF_RETURN_IF_ERROR(context.check(api.device_resource(context.device(), &card, resource_multiprocessors), doing));
    const unsigned least = least_part(card);
    unsigned count = 0;
    RF_RETURN_IF_ERROR(context.check(api.split_resource(nullptr, &count, &card, nullptr, 0, least), doing));
    std::vector<DeviceResource> units(count);
    if (count != 0)
        RF_RETURN_IF_ERROR(context.check(api.split_resource(units.data(), &count, &card, nullptr, 0, least), doing));
    units.resize(std::min<std::size_t>(count, units.size()));
    if (units.empty() || units.front().multiprocessors == 0) {
        return Error::bad_input("the driver cannot divide the card's multiprocessors")
            .with_status(status::not_supported);
    }
    partitions_.emplace(static_cast<std::uint32_t>(units.size()), units.front().multiprocessors);
    units_ = std::move(units);
    return {};
}

Result<std::unique_ptr<GreenContext>> GreenContexts::make(const Context& context, const Partitions::Place& place) {
    const DriverApi& api = context.api();
    PartDescription description = nullptr;
    RF_RETURN_IF_ERROR(
        context.check(api.describe_resource(&description, &units_[place.first_unit], place.units), doing));
    GreenContextHandle handle = nullptr;
    RF_RETURN_IF_ERROR(
        context.check(api.green_create(&handle, description, context.device(), green_has_default_stream), doing));
    auto green = std::make_unique<GreenContext>(handle);
    for (std::uint32_t unit = 0; unit < place.units; ++unit)
        green->multiprocessors += units_[place.first_unit + unit].multiprocessors;
    return green;
}

void GreenContexts::clear(const Context& context) {
    const MutexLock lock(mutex_);
    for (const auto& [place, green] : made_) {
        if (!green) continue;
        for (RecordingStreams* const streams : {&green->recording_streams, &green->launch_streams}) {
            while (StreamHandle stream = streams->take())
                context.api().stream_destroy(stream);
        }
        context.api().green_destroy(green->handle);
    }
    made_.clear();
}

}  // namespace ringfence::backend::cuda
