#include "backend/cuda/device.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "backend/cuda/address_space.h"
#include "backend/cuda/cuda.h"
#include "backend/cuda/graph.h"
#include "backend/cuda/kernel_launch.h"
#include "backend/cuda/library_recorder.h"
#include "backend/cuda/module.h"
#include "backend/cuda/word_copies.h"
#include "backend/launch_check.h"
#include "backend/text.h"
#include "base/escape.h"

namespace ringfence::backend {
namespace cuda {

template <typename T>
Result<void> CudaDevice::read_attribute(int attribute, T& value) const {
    int number = 0;
    RF_RETURN_IF_ERROR(context_->check(api().device_attribute(&number, attribute, context_->device()),
                                       "read the properties of the device"));
    value = static_cast<T>(number);
    return {};
}

Result<void> CudaDevice::read_properties() {
    std::array<char, 256> name = {};
    RF_RETURN_IF_ERROR(
        context_->check(api().device_name(name.data(), static_cast<int>(name.size()) - 1, context_->device()),
                        "read the device's name"));
    std::size_t memory = 0;
    RF_RETURN_IF_ERROR(context_->check(api().device_total_memory(&memory, context_->device()),
                                       "read the size of the device's memory"));
    RF_RETURN_IF_ERROR(context_->check(api().driver_version(&driver_version_), "read the driver's version"));
    Properties& to = properties_;
    to.name = escape(name.data());
    to.total_memory = memory;
    const std::pair<int, std::uint32_t*> words[] = {
        {device_attribute::compute_capability_major, &to.compute_major},
        {device_attribute::compute_capability_minor, &to.compute_minor},
        {device_attribute::multiprocessor_count, &to.multiprocessors},
        {device_attribute::warp_size, &to.warp_size},
        {device_attribute::max_threads_per_block, &to.max_threads_per_block},
        {device_attribute::max_threads_per_multiprocessor, &to.max_threads_per_multiprocessor},
        {device_attribute::max_blocks_per_multiprocessor, &to.max_blocks_per_multiprocessor},
        {device_attribute::max_block_dim_x, &to.max_block.x},
        {device_attribute::max_block_dim_y, &to.max_block.y},
        {device_attribute::max_block_dim_z, &to.max_block.z},
        {device_attribute::max_grid_dim_x, &to.max_grid.x},
        {device_attribute::max_grid_dim_y, &to.max_grid.y},
        {device_attribute::max_grid_dim_z, &to.max_grid.z},
        {device_attribute::max_registers_per_block, &to.registers_per_block},
        {device_attribute::clock_rate, &to.clock_khz},
    };
    for (const auto& [attribute, target] : words)
        RF_RETURN_IF_ERROR(read_attribute(attribute, *target));
    const std::pair<int, std::uint64_t*> sizes[] = {
        {device_attribute::max_shared_memory_per_block, &to.shared_per_block},
        {device_attribute::max_shared_memory_per_block_optin, &to.shared_per_block_optin},
        {device_attribute::max_shared_memory_per_multiprocessor, &to.shared_per_multiprocessor},
        {device_attribute::total_constant_memory, &to.constant_memory},
        {device_attribute::l2_cache_size, &to.l2_bytes},
    };
    for (const auto& [attribute, target] : sizes)
        RF_RETURN_IF_ERROR(read_attribute(attribute, *target));
    return {};
}

Result<void> CudaDevice::make_settling_kernel() {
    constexpr const char* text =
        ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry settle()\n{\n\tret;\n}\n";
    RF_TRY(settling_module_, CudaModule::load(*context_, text, {}));
    RF_TRY(settling_kernel_, settling_module_->function("settle"));
    RF_TRY(settling_stream_, create_stream({}));
    RF_RETURN_IF_ERROR(launch(*settling_stream_, *settling_kernel_, {}, {}));
    return settling_stream_->synchronize();
}

Result<MemoryInfo> CudaDevice::memory_info() {
    std::size_t free = 0;
    std::size_t total = 0;
    RF_RETURN_IF_ERROR(context_->check(api().memory_info(&free, &total), "ask for the free memory"));
    return MemoryInfo{free, total};
}

Result<Address> CudaDevice::allocate(std::uint64_t bytes) {
    DevicePointer address = 0;
    RF_RETURN_IF_ERROR(context_->check(api().memory_allocate(&address, bytes),
                                       [&] { return "allocate " + std::to_string(bytes) + " bytes"; }));
    return Address{address};
}

Result<void> CudaDevice::release(Address address) {
    return context_->check(api().memory_free(address), [&] { return "free the memory at " + std::to_string(address); });
}

Result<std::unique_ptr<AddressSpace>> CudaDevice::create_address_space(const AddressSpaceOptions& options) {
    return CudaAddressSpace::create(*context_, options);
}

// Kernels that print call this function, in PTX and in machine code.
Result<void> CudaDevice::note_printing(std::span<const std::byte> image, const LoadOptions& options) const {
    constexpr std::string_view name = "vprintf";
    const std::string_view text(reinterpret_cast<const char*>(image.data()), image.size());
    if (!options.may_print || text.find(name) == std::string_view::npos) return {};
    return context_->expect_prints();
}

Result<std::unique_ptr<Module>> CudaDevice::load(std::string ptx, const LoadOptions& options) {
    if (options.image != nullptr) {
        RF_TRY(*options.image, compile(*context_, ptx, options.file_name));
        return load_binary(*options.image, options);
    }
    RF_RETURN_IF_ERROR(note_printing(std::as_bytes(std::span(ptx)), options));
    return settled(CudaModule::load(*context_, ptx.c_str(), options));
}

// The first launch of any tenant after loading code waits for all running work, so an empty kernel is launched here.
Result<std::unique_ptr<Module>> CudaDevice::settled(Result<std::unique_ptr<CudaModule>> loaded) {
    RF_TRY(std::unique_ptr<CudaModule> module, std::move(loaded));
    RF_RETURN_IF_ERROR(launch(*settling_stream_, *settling_kernel_, {}, {}));
    return std::unique_ptr<Module>(std::move(module));
}

Result<std::unique_ptr<Module>> CudaDevice::load_image(std::span<const std::byte> image, const LoadOptions& options) {
    return load_binary(image, options);
}

std::string CudaDevice::image_kind() const {
    return "cuda " + std::to_string(driver_version_) + " " + std::to_string(properties_.compute_major) + "." +
           std::to_string(properties_.compute_minor) + " " + properties_.name;
}

Result<std::unique_ptr<Module>> CudaDevice::load_binary(std::span<const std::byte> cubin, const LoadOptions& options) {
    // The driver does not get the length, and trusts the sizes in the header.
    constexpr std::array magic = {std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
    if (cubin.size() < 64 || !std::equal(magic.begin(), magic.end(), cubin.begin())) {
        return Error::bad_input("this is no machine code for a card: it is not an ELF file")
            .at({escape(options.file_name), 0, 0})
            .with_status(status::invalid_image);
    }
    RF_RETURN_IF_ERROR(note_printing(cubin, options));
    if (context_->holds_waits()) return settled(CudaModule::load_beside_others(*context_, cubin, options));
    return settled(CudaModule::load(*context_, cubin.data(), options));
}

Result<std::unique_ptr<Stream>> CudaDevice::create_stream(StreamOptions options) {
    auto group = options.group ? std::static_pointer_cast<HeldGroup>(std::move(options.group)) : own_group_;
    RF_TRY(std::unique_ptr<CudaStream> stream,
           CudaStream::create(*context_, options.priority, std::move(group), options.queue));
    return std::unique_ptr<Stream>(std::move(stream));
}

Result<std::unique_ptr<Event>> CudaDevice::create_event(const EventOptions& options) {
    RF_TRY(std::unique_ptr<CudaEvent> event, CudaEvent::create(*context_, options));
    return std::unique_ptr<Event>(std::move(event));
}

std::shared_ptr<HeldGroup> CudaDevice::make_group() const {
    return std::make_shared<HeldGroup>(make_word_reader(*context_), &context_->recording_streams());
}

Result<std::shared_ptr<StreamGroup>> CudaDevice::create_stream_group(const GroupOptions& options) {
    RF_TRY(auto part, context_->green_contexts().take(*context_, options.owner, options.multiprocessors));
    if (!part) return std::shared_ptr<StreamGroup>(make_group());
    RecordingStreams& streams = part->green->recording_streams;
    return std::shared_ptr<StreamGroup>(
        std::make_shared<HeldGroup>(make_word_reader(*context_), &streams, std::move(part)));
}

Result<void> CudaDevice::launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) {
    RF_RETURN_IF_ERROR(check_launch(properties_, function, launch, parameters.size()));
    const auto& kernel = static_cast<const CudaFunction&>(function);
    RF_RETURN_IF_ERROR(kernel.allow_dynamic_shared(launch.dynamic_shared));
    RF_RETURN_IF_ERROR(kernel.allow_cluster(launch.cluster));
    auto& on = static_cast<CudaStream&>(stream);
    if (!on.must_wait()) return launch_now(on.handle(), kernel, launch, parameters);
    return put(stream, launch.facts(),
               [this, &kernel, launch, own = std::vector<std::byte>(parameters.begin(), parameters.end())](
                   StreamHandle handle) { return launch_now(handle, kernel, launch, own); });
}

Result<void> CudaDevice::launch_now(StreamHandle stream, const CudaFunction& kernel, const Launch& launch,
                                    std::span<const std::byte> parameters) const {
    return launch_kernel(*context_, stream, kernel, launch, parameters);
}

Result<std::uint32_t> CudaDevice::occupancy(const Function& function, std::uint32_t block_threads,
                                            std::uint32_t dynamic_shared) {
    const auto& kernel = static_cast<const CudaFunction&>(function);
    const std::uint64_t shared = std::uint64_t{kernel.info().static_shared} + dynamic_shared;
    // Unless the limit is raised before, the driver would report that no block fits.
    if (shared <= properties_.shared_per_block_optin) RF_RETURN_IF_ERROR(kernel.allow_dynamic_shared(dynamic_shared));
    int blocks = 0;
    RF_RETURN_IF_ERROR(context_->check(
        api().occupancy(&blocks, kernel.handle(), static_cast<int>(block_threads), dynamic_shared),
        [&] { return "find out how many blocks of '" + escape(kernel.name()) + "' fit a multiprocessor"; }));
    return static_cast<std::uint32_t>(blocks);
}

Result<std::unique_ptr<Graph>> CudaDevice::create_graph(std::span<const GraphNode> nodes,
                                                        const std::shared_ptr<StreamGroup>& group) {
    const auto* const held = static_cast<const HeldGroup*>(group.get());
    return CudaGraph::create(*context_, properties_, nodes, held != nullptr ? held->part() : nullptr);
}

Result<void> CudaDevice::update_graph(Graph& graph, std::span<const GraphNode> nodes) {
    return static_cast<CudaGraph&>(graph).update(properties_, nodes);
}

Result<void> CudaDevice::launch_graph(Stream& stream, Graph& graph) {
    return static_cast<CudaGraph&>(graph).launch(static_cast<CudaStream&>(stream));
}

Result<std::shared_ptr<LibraryRecorder>> CudaDevice::record_library(const std::shared_ptr<StreamGroup>& group) {
    return CudaLibraryRecorder::begin(*context_, group ? std::static_pointer_cast<HeldGroup>(group) : own_group_);
}

Result<void> CudaDevice::synchronize() {
    return context_->check(api().context_synchronize(), "finish the work on the device");
}

namespace {

// By the stack size, which the driver reserves for every thread that can run, in one pool with local memory.
Result<void> set_local_memory(const Context& context, std::uint64_t bytes) {
    constexpr int stack_size = 0;  // CU_LIMIT_STACK_SIZE
    if (bytes == 0) return {};
    return context.check(context.api().context_set_limit(stack_size, bytes), [&] {
        return "set aside " + std::to_string(bytes) + " bytes of local memory for each thread";
    });
}

Result<std::unique_ptr<Device>> open(const std::vector<std::string>& candidates, unsigned ordinal,
                                     const CudaOptions& options) {
    RF_TRY(std::unique_ptr<Driver> driver, Driver::open(candidates));
    RF_TRY(std::unique_ptr<Context> context, Context::create(std::move(driver), ordinal, options.is_divisible));
    RF_RETURN_IF_ERROR(set_local_memory(*context, options.local_bytes));
    auto device = std::make_unique<CudaDevice>(std::move(context));
    RF_RETURN_IF_ERROR(device->read_properties());
    RF_RETURN_IF_ERROR(device->make_settling_kernel());
    return std::unique_ptr<Device>(std::move(device));
}

}  // namespace
}  // namespace cuda

Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal, const CudaOptions& options) {
    return cuda::open(cuda::driver_candidates(), ordinal, options);
}

Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal, const CudaOptions& options) {
    return cuda::open({path}, ordinal, options);
}

}  // namespace ringfence::backend
