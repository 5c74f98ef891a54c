#include <array>
#include <utility>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/cuda/cuda.h"
#include "backend/cuda/module.h"
#include "backend/cuda/stream.h"
#include "backend/launch_check.h"
#include "base/escape.h"

namespace ringfence::backend {
namespace cuda {
namespace {

std::string bytes_at(std::uint64_t bytes, Address address) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = std::to_string(bytes) + " bytes at 0x";
    for (int shift = 60; shift >= 0; shift -= 4)
        text += digits[address >> shift & 15];
    return text;
}

StreamHandle handle_of(Stream& stream) {
    return static_cast<CudaStream&>(stream).handle();
}

class CudaDevice final : public Device {
public:
    explicit CudaDevice(std::unique_ptr<Context> context) : context_(std::move(context)) {}

    Result<void> read_properties();

    const Properties& properties() const override { return properties_; }
    Result<MemoryInfo> memory_info() override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Result<void> release(Address address) override;
    Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options) override;
    Result<std::unique_ptr<Stream>> create_stream() override;
    Result<std::unique_ptr<Event>> create_event() override;
    Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) override;
    Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) override;
    Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) override;
    Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) override;
    Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                        std::span<const std::byte> parameters) override;
    Result<void> synchronize() override;

private:
    const DriverApi& api() const { return context_->api(); }
    template <typename T>
    Result<void> read_attribute(int attribute, T& value) const;

    std::unique_ptr<Context> context_;
    Properties properties_;
};

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

Result<MemoryInfo> CudaDevice::memory_info() {
    const Current current(*context_);
    std::size_t free = 0;
    std::size_t total = 0;
    RF_RETURN_IF_ERROR(context_->check(api().memory_info(&free, &total), "ask for the free memory"));
    return MemoryInfo{free, total};
}

Result<Address> CudaDevice::allocate(std::uint64_t bytes) {
    const Current current(*context_);
    DevicePointer address = 0;
    RF_RETURN_IF_ERROR(
        context_->check(api().memory_allocate(&address, bytes), "allocate " + std::to_string(bytes) + " bytes"));
    return Address{address};
}

Result<void> CudaDevice::release(Address address) {
    const Current current(*context_);
    // Freeing alone does not wait for work on other streams by its documentation.
    RF_RETURN_IF_ERROR(context_->check(api().context_synchronize(), "finish the work on the device"));
    return context_->check(api().memory_free(address), "free the memory at " + std::to_string(address));
}

Result<std::unique_ptr<Module>> CudaDevice::load(std::string ptx, const LoadOptions& options) {
    RF_TRY(std::unique_ptr<CudaModule> module, CudaModule::load(*context_, ptx, options));
    return std::unique_ptr<Module>(std::move(module));
}

Result<std::unique_ptr<Stream>> CudaDevice::create_stream() {
    RF_TRY(std::unique_ptr<CudaStream> stream, CudaStream::create(*context_));
    return std::unique_ptr<Stream>(std::move(stream));
}

Result<std::unique_ptr<Event>> CudaDevice::create_event() {
    RF_TRY(std::unique_ptr<CudaEvent> event, CudaEvent::create(*context_));
    return std::unique_ptr<Event>(std::move(event));
}

Result<void> CudaDevice::copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) {
    const Current current(*context_);
    return context_->check(api().copy_to_device(to, from.data(), from.size(), handle_of(stream)),
                           "copy to the device: " + bytes_at(from.size(), to));
}

Result<void> CudaDevice::copy_to_host(Stream& stream, std::span<std::byte> to, Address from) {
    const Current current(*context_);
    return context_->check(api().copy_to_host(to.data(), from, to.size(), handle_of(stream)),
                           "copy from the device: " + bytes_at(to.size(), from));
}

Result<void> CudaDevice::copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) {
    const Current current(*context_);
    return context_->check(api().copy_on_device(to, from, bytes, handle_of(stream)),
                           "copy on the device: " + bytes_at(bytes, from));
}

Result<void> CudaDevice::fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) {
    const Current current(*context_);
    StreamHandle handle = handle_of(stream);
    Status status = status::success;
    switch (width) {
        case 1: status = api().fill_8(to, static_cast<unsigned char>(value), count, handle); break;
        case 2: status = api().fill_16(to, static_cast<unsigned short>(value), count, handle); break;
        case 4: status = api().fill_32(to, value, count, handle); break;
        default: return Error::bad_input("memory is filled by 1, 2 or 4 bytes, not " + std::to_string(width));
    }
    return context_->check(status, "fill " + bytes_at(count * width, to));
}

Result<void> CudaDevice::launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) {
    RF_RETURN_IF_ERROR(check_launch(properties_, function, launch, parameters.size()));
    const Current current(*context_);
    const CudaFunction& kernel = static_cast<const CudaFunction&>(function);
    RF_RETURN_IF_ERROR(kernel.allow_dynamic_shared(launch.dynamic_shared));

    // The driver copies the values during the call, and takes them by pointers that are not const.
    std::vector<std::byte> bytes(parameters.begin(), parameters.end());
    std::vector<void*> values;
    for (const ParameterInfo& parameter : kernel.info().parameters)
        values.push_back(bytes.data() + parameter.offset);

    LaunchAttribute cooperative;
    cooperative.id = launch_attribute_cooperative;
    cooperative.cooperative = 1;
    const LaunchConfig config = {.grid_x = launch.grid.x,
                                 .grid_y = launch.grid.y,
                                 .grid_z = launch.grid.z,
                                 .block_x = launch.block.x,
                                 .block_y = launch.block.y,
                                 .block_z = launch.block.z,
                                 .shared_bytes = launch.dynamic_shared,
                                 .stream = handle_of(stream),
                                 .attributes = launch.cooperative ? &cooperative : nullptr,
                                 .attribute_count = launch.cooperative ? 1U : 0U};
    return context_->check(api().launch(&config, kernel.handle(), values.data(), nullptr),
                           "launch '" + escape(kernel.name()) + "' with a grid of " + to_string(launch.grid) +
                               " and a block of " + to_string(launch.block));
}

Result<void> CudaDevice::synchronize() {
    const Current current(*context_);
    return context_->check(api().context_synchronize(), "finish the work on the device");
}

Result<std::unique_ptr<Device>> open(const std::vector<std::string>& candidates, unsigned ordinal) {
    RF_TRY(std::unique_ptr<Driver> driver, Driver::open(candidates));
    RF_TRY(std::unique_ptr<Context> context, Context::create(std::move(driver), ordinal));
    auto device = std::make_unique<CudaDevice>(std::move(context));
    RF_RETURN_IF_ERROR(device->read_properties());
    return std::unique_ptr<Device>(std::move(device));
}

}  // namespace
}  // namespace cuda

Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal) {
    return cuda::open(cuda::driver_candidates(), ordinal);
}

Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal) {
    return cuda::open({path}, ordinal);
}

}  // namespace ringfence::backend
