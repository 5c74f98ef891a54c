#include "backend/soft/device.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "backend/launch_check.h"
#include "backend/soft/module.h"
#include "backend/text.h"
#include "base/archive.h"
#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::backend {
namespace soft {
namespace {

// Properties that this machine does not determine are an H100's.
Properties make_properties(softgpu::Gpu& gpu) {
    Properties properties;
    properties.name = "Ringfence software GPU";
    properties.total_memory = gpu.memory().total_bytes();
    properties.multiprocessors = gpu.executor().workers();
    properties.l2_bytes = 50 << 20;
    properties.clock_khz = 1'000'000;  // the clock registers count nanoseconds
    return properties;
}

constexpr std::int32_t newest_target = 121;

// An image is PTX and its description: kernels are compiled at their first launch, and cached individually.
std::vector<std::byte> image_of(const std::string& ptx, const std::string& description) {
    ArchiveWriter writer;
    writer(ptx, description);
    const std::string bytes = writer.take();
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

softgpu::Dimensions dimensions(const Dim3& size) {
    return {size.x, size.y, size.z};
}

}  // namespace

SoftDevice::SoftDevice(std::unique_ptr<softgpu::Gpu> gpu, const SoftOptions& options)
    : gpu_(std::move(gpu)),
      properties_(make_properties(*gpu_)),
      partitions_(std::max(properties_.multiprocessors, 1U), 1),
      launch_limit_ms_(options.launch_limit_ms) {
    if (!options.print) return;
    // Launches of several streams may print at the same time.
    output_ = [this, print = options.print](std::string_view text) {
        const MutexLock lock(output_mutex_);
        print(text);
    };
}

Result<MemoryInfo> SoftDevice::memory_info() {
    const std::uint64_t total = gpu_->memory().total_bytes();
    return MemoryInfo{total - std::min(total, gpu_->memory().used_bytes()), total};
}

Result<Address> SoftDevice::allocate(std::uint64_t bytes) {
    if (bytes == 0) return Error::bad_input("cannot allocate 0 bytes").with_status(cuda_status::invalid_value);
    return gpu_->memory().allocate(bytes);
}

Result<void> SoftDevice::release(Address address) {
    return gpu_->memory().release(address);
}

Result<std::unique_ptr<AddressSpace>> SoftDevice::create_address_space(const AddressSpaceOptions& options) {
    return SoftAddressSpace::create(options, gpu_->memory(), spaces_);
}

Result<std::unique_ptr<Module>> SoftDevice::load(std::string ptx, const LoadOptions& options) {
    const std::int32_t architecture = target_of(ptx);
    if (architecture > newest_target) {
        return Error::bad_input("there is no target sm_" + std::to_string(architecture))
            .at({escape(options.file_name), 0, 0})
            .with_status(cuda_status::invalid_ptx);
    }
    const std::int32_t status = status_of_bad_ptx(ptx);
    std::vector<softgpu::Placement> placements;
    for (const Placement& placement : options.placements)
        placements.push_back({placement.name, placement.address, placement.bytes});
    std::string text = options.image != nullptr ? ptx : std::string();
    Result<std::unique_ptr<softgpu::GpuModule>> loaded = gpu_->load(std::move(ptx), options.file_name, placements);
    if (!loaded.ok()) {
        Error error = loaded.take_error();
        if (error.status == 0) error.status = status;
        return error;
    }
    if (options.image != nullptr) *options.image = image_of(text, loaded.value()->description());
    return std::unique_ptr<Module>(std::make_unique<SoftModule>(loaded.take(), options.file_name, architecture));
}

Result<std::unique_ptr<Module>> SoftDevice::load_binary(std::span<const std::byte>, const LoadOptions& options) {
    return Error::bad_input("the software GPU runs PTX, not machine code for a card")
        .at({escape(options.file_name), 0, 0})
        .with_remedy(
            "compile the program with PTX in it, for instance with -arch=sm_90 or -gencode ...,code=compute_90")
        .with_status(cuda_status::no_binary_for_gpu);
}

Result<std::unique_ptr<Module>> SoftDevice::load_image(std::span<const std::byte> image, const LoadOptions& options) {
    ArchiveReader reader(std::string_view(reinterpret_cast<const char*>(image.data()), image.size()));
    std::string ptx;
    std::string description;
    reader(ptx, description);
    if (!reader.is_whole())
        return Error::bad_input("this is no image of the software GPU's").with_status(cuda_status::invalid_image);
    if (description.empty()) return load(std::move(ptx), {.file_name = options.file_name});
    const std::int32_t architecture = target_of(ptx);
    RF_TRY(auto module, gpu_->load_described(std::move(ptx), options.file_name, description));
    return std::unique_ptr<Module>(std::make_unique<SoftModule>(std::move(module), options.file_name, architecture));
}

std::string SoftDevice::image_kind() const {
    return "soft " + std::string(softgpu::Gpu::version());
}

Result<std::shared_ptr<StreamGroup>> SoftDevice::create_stream_group(const GroupOptions& options) {
    std::shared_ptr<const Partitions::Place> place = partitions_.take(options.owner, options.multiprocessors);
    if (!place) return std::shared_ptr<StreamGroup>();
    return std::shared_ptr<StreamGroup>(std::make_shared<SoftGroup>(std::move(place)));
}

Result<std::unique_ptr<Stream>> SoftDevice::create_stream(StreamOptions options) {
    auto queue = std::make_shared<WorkQueue>(failure_count_, std::move(options.gate));
    const MutexLock lock(mutex_);
    std::erase_if(queues_, [](const std::shared_ptr<WorkQueue>& old) { return old->is_forgotten(); });
    queues_.push_back(queue);
    softgpu::OutputSink print = options.print ? std::move(options.print) : output_;
    auto textures = std::static_pointer_cast<SoftTextureSpace>(std::move(options.textures));
    return std::unique_ptr<Stream>(
        std::make_unique<SoftStream>(*this, std::move(queue), std::move(print), std::move(textures),
                                     std::static_pointer_cast<SoftGroup>(std::move(options.group))));
}

Result<std::unique_ptr<Event>> SoftDevice::create_event(const EventOptions& options) {
    return std::unique_ptr<Event>(std::make_unique<SoftEvent>(options));
}

Result<void> SoftDevice::check_cooperative(const softgpu::Kernel& kernel, const Launch& launch,
                                           std::uint32_t multiprocessors) const {
    if (!launch.cooperative) return {};
    const std::uint32_t most =
        gpu_->executor().max_resident_blocks(kernel, static_cast<std::uint32_t>(launch.block.count()),
                                             kernel.static_shared + launch.dynamic_shared, multiprocessors);
    if (launch.grid.count() <= most) return {};
    return Error::bad_input("cannot launch '" + escape(kernel.name) + "': " + std::to_string(launch.grid.count()) +
                            " blocks cannot run at once, as a cooperative launch needs; " + std::to_string(most) +
                            " can")
        .with_status(cuda_status::cooperative_launch_too_large);
}

Result<StreamWork> SoftDevice::launch_work(const Function& function, const Launch& launch,
                                           std::span<const std::byte> parameters, std::uint32_t multiprocessors) {
    RF_RETURN_IF_ERROR(check_launch(properties_, function, launch, parameters.size()));
    const auto& own = static_cast<const SoftFunction&>(function);
    RF_TRY(const softgpu::Kernel* kernel, own.kernel(dimensions(launch.block)));
    RF_RETURN_IF_ERROR(check_cooperative(*kernel, launch, multiprocessors));
    auto run = [this, kernel, launch, module = own.module(),
                bytes = std::vector<std::byte>(parameters.begin(), parameters.end())](const SoftStream& stream) {
        softgpu::LaunchRequest request;
        request.kernel = kernel;
        request.grid = dimensions(launch.grid);
        request.block = dimensions(launch.block);
        request.dynamic_shared = launch.dynamic_shared;
        if (launch.has_cluster()) request.cluster = dimensions(launch.cluster);
        request.parameters = bytes;
        request.cooperative = launch.cooperative;
        request.limit_ms = launch_limit_ms_;
        request.output = stream.print();
        request.is_unwanted = &stream.is_unwanted();
        request.compiling = &stream.compiling();
        request.textures = stream.textures();
        const Multiprocessors place = stream.multiprocessors();
        request.first_multiprocessor = place.first;
        request.most_multiprocessors = place.count;
        return gpu_->executor().run(request);
    };
    return StreamWork{std::move(run), launch.facts()};
}

Result<void> SoftDevice::launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) {
    auto& own = static_cast<SoftStream&>(stream);
    RF_TRY(StreamWork work, launch_work(function, launch, parameters, SoftGroup::multiprocessors_of(own.group())));
    return own.put(std::move(work));
}

Result<std::uint32_t> SoftDevice::occupancy(const Function& function, std::uint32_t block_threads,
                                            std::uint32_t dynamic_shared) {
    const FunctionInfo& info = function.info();
    if (block_threads == 0) {
        return Error::bad_input("a block of 0 threads has no occupancy").with_status(cuda_status::invalid_value);
    }
    const std::uint64_t shared = std::uint64_t{info.static_shared} + dynamic_shared;
    if (block_threads > info.max_threads_per_block || shared > properties_.shared_per_block_optin) return 0U;
    return softgpu::Executor::blocks_per_multiprocessor(block_threads, static_cast<std::uint32_t>(shared));
}

std::vector<std::shared_ptr<WorkQueue>> SoftDevice::queues() {
    const MutexLock lock(mutex_);
    return queues_;
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
                                                                    .cache = options.cache,
                                                                    .vectorize = options.optimize,
                                                                    .optimize = options.optimize}));
    return std::unique_ptr<Device>(std::make_unique<soft::SoftDevice>(std::move(gpu), options));
}

}  // namespace ringfence::backend
