#include "backend/soft/device.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "backend/launch_check.h"
#include "backend/soft/module.h"
#include "backend/soft/stream.h"
#include "base/escape.h"

namespace ringfence::backend {
namespace soft {
namespace {

// The parts that are not this machine's are an H100's.
Properties make_properties(softgpu::Gpu& gpu) {
    Properties properties;
    properties.name = "Ringfence software GPU";
    properties.total_memory = gpu.memory().total_bytes();
    properties.multiprocessors = gpu.executor().workers();
    properties.l2_bytes = 50 << 20;
    properties.clock_khz = 1'000'000;  // the clock registers count nanoseconds
    return properties;
}

WorkQueue& queue_of(Stream& stream) {
    return static_cast<SoftStream&>(stream).queue();
}

// A device address is a host pointer.
std::byte* pointer(Address address) {
    return reinterpret_cast<std::byte*>(address);
}

void fill_memory(Address to, std::uint32_t value, unsigned width, std::uint64_t count) {
    std::byte* at = pointer(to);
    if (width == 1) {
        std::memset(at, static_cast<int>(value & 0xff), count);
        return;
    }
    for (std::uint64_t i = 0; i < count; ++i, at += width)
        std::memcpy(at, &value, width);
}

softgpu::Dimensions dimensions(const Dim3& size) {
    return {size.x, size.y, size.z};
}

}  // namespace

SoftDevice::SoftDevice(std::unique_ptr<softgpu::Gpu> gpu, const SoftOptions& options)
    : gpu_(std::move(gpu)), properties_(make_properties(*gpu_)), launch_limit_ms_(options.launch_limit_ms) {
    if (!options.print) return;
    // Launches of several streams may print at the same time.
    output_ = [this, print = options.print](std::string_view text) {
        const std::lock_guard lock(output_mutex_);
        print(text);
    };
}

Result<MemoryInfo> SoftDevice::memory_info() {
    const std::uint64_t total = gpu_->memory().total_bytes();
    return MemoryInfo{total - std::min(total, gpu_->memory().used_bytes()), total};
}

Result<Address> SoftDevice::allocate(std::uint64_t bytes) {
    if (bytes == 0) return Error::bad_input("cannot allocate 0 bytes");
    return gpu_->memory().allocate(bytes);
}

Result<void> SoftDevice::release(Address address) {
    wait_for_all_work();
    return gpu_->memory().release(address);
}

Result<std::unique_ptr<Module>> SoftDevice::load(std::string ptx, const LoadOptions& options) {
    RF_TRY(std::unique_ptr<softgpu::GpuModule> module, gpu_->load(std::move(ptx), options.file_name));
    return std::unique_ptr<Module>(
        std::make_unique<SoftModule>(std::move(module), options.file_name, [this] { wait_for_all_work(); }));
}

Result<std::unique_ptr<Stream>> SoftDevice::create_stream() {
    auto queue = std::make_shared<WorkQueue>(failure_count_);
    const std::lock_guard lock(mutex_);
    std::erase_if(queues_, [](const std::shared_ptr<WorkQueue>& old) { return old->is_forgotten(); });
    queues_.push_back(queue);
    return std::unique_ptr<Stream>(std::make_unique<SoftStream>(std::move(queue)));
}

Result<std::unique_ptr<Event>> SoftDevice::create_event() {
    return std::unique_ptr<Event>(std::make_unique<SoftEvent>());
}

Result<void> SoftDevice::check_range(Address address, std::uint64_t bytes, std::string_view doing) const {
    if (bytes == 0 || gpu_->memory().find(address, bytes)) return {};
    return Error::bad_input("cannot " + std::string(doing) + " " + std::to_string(bytes) +
                            " bytes: " + gpu_->memory().describe(address, bytes));
}

// Ranges are checked when the work is put on the stream, for an error at the right place, and again when it is done:
// another thread may have freed the memory since.

Result<void> SoftDevice::copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) {
    const auto check = [this, to, from] { return check_range(to, from.size(), "copy to the device"); };
    RF_RETURN_IF_ERROR(check());
    return queue_of(stream).put([check, to, from]() -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (!from.empty()) std::memcpy(pointer(to), from.data(), from.size());
        return {};
    });
}

Result<void> SoftDevice::copy_to_host(Stream& stream, std::span<std::byte> to, Address from) {
    const auto check = [this, to, from] { return check_range(from, to.size(), "copy from the device"); };
    RF_RETURN_IF_ERROR(check());
    return queue_of(stream).put([check, to, from]() -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (!to.empty()) std::memcpy(to.data(), pointer(from), to.size());
        return {};
    });
}

Result<void> SoftDevice::copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) {
    const auto check = [this, to, from, bytes]() -> Result<void> {
        RF_RETURN_IF_ERROR(check_range(from, bytes, "copy on the device, from"));
        return check_range(to, bytes, "copy on the device, to");
    };
    RF_RETURN_IF_ERROR(check());
    return queue_of(stream).put([check, to, from, bytes]() -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (bytes != 0) std::memmove(pointer(to), pointer(from), bytes);
        return {};
    });
}

Result<void> SoftDevice::fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) {
    if (width != 1 && width != 2 && width != 4)
        return Error::bad_input("memory is filled by 1, 2 or 4 bytes, not " + std::to_string(width));
    if (to % width != 0)
        return Error::bad_input("memory that is filled by " + std::to_string(width) + " bytes must be aligned so");
    if (count > UINT64_MAX / width) return Error::bad_input("cannot fill that many bytes");
    const auto check = [this, to, bytes = count * width] { return check_range(to, bytes, "fill"); };
    RF_RETURN_IF_ERROR(check());
    return queue_of(stream).put([check, to, value, width, count]() -> Result<void> {
        RF_RETURN_IF_ERROR(check());
        if (count != 0) fill_memory(to, value, width, count);
        return {};
    });
}

Result<void> SoftDevice::check_cooperative(const softgpu::Kernel& kernel, const Launch& launch) const {
    if (!launch.cooperative) return {};
    const std::uint32_t most = gpu_->executor().max_resident_blocks(
        kernel, static_cast<std::uint32_t>(launch.block.count()), kernel.static_shared + launch.dynamic_shared);
    if (launch.grid.count() <= most) return {};
    return Error::bad_input("cannot launch '" + escape(kernel.name) + "': " + std::to_string(launch.grid.count()) +
                            " blocks cannot run at once, as a cooperative launch needs; " + std::to_string(most) +
                            " can");
}

Result<void> SoftDevice::launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) {
    RF_RETURN_IF_ERROR(check_launch(properties_, function, launch, parameters.size()));
    RF_TRY(const softgpu::Kernel* kernel, static_cast<const SoftFunction&>(function).kernel(dimensions(launch.block)));
    RF_RETURN_IF_ERROR(check_cooperative(*kernel, launch));
    return queue_of(stream).put(
        [this, kernel, launch, bytes = std::vector<std::byte>(parameters.begin(), parameters.end())] {
            softgpu::LaunchRequest request;
            request.kernel = kernel;
            request.grid = dimensions(launch.grid);
            request.block = dimensions(launch.block);
            request.dynamic_shared = launch.dynamic_shared;
            request.parameters = bytes;
            request.cooperative = launch.cooperative;
            request.limit_ms = launch_limit_ms_;
            request.output = output_;
            return gpu_->executor().run(request);
        });
}

std::vector<std::shared_ptr<WorkQueue>> SoftDevice::queues() {
    const std::lock_guard lock(mutex_);
    return queues_;
}

void SoftDevice::wait_for_all_work() {
    for (const std::shared_ptr<WorkQueue>& queue : queues())
        queue->wait_until_idle();
}

Result<void> SoftDevice::synchronize() {
    std::shared_ptr<WorkQueue> first;
    std::optional<std::uint64_t> first_number;
    for (const std::shared_ptr<WorkQueue>& queue : queues()) {
        queue->wait_until_idle();
        const std::optional<std::uint64_t> number = queue->failure_number();
        if (!number || (first_number && *number > *first_number)) continue;
        first = queue;
        first_number = number;
    }
    std::optional<Error> failure = first ? first->take_failure() : std::nullopt;
    if (failure) return std::move(*failure);
    return {};
}

}  // namespace soft

Result<std::unique_ptr<Device>> open_soft(const SoftOptions& options) {
    RF_TRY(std::unique_ptr<softgpu::Gpu> gpu, softgpu::Gpu::create({.memory_bytes = options.memory_bytes,
                                                                    .workers = options.workers,
                                                                    .use_cache = options.use_cache,
                                                                    .cache_directory = options.cache_directory}));
    return std::unique_ptr<Device>(std::make_unique<soft::SoftDevice>(std::move(gpu), options));
}

}  // namespace ringfence::backend
