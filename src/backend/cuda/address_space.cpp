#include "backend/cuda/address_space.h"

#include <optional>
#include <string>
#include <utility>

#include "backend/text.h"

namespace ringfence::backend::cuda {
namespace {

MemoryProperties properties_of_memory(const Context& context) {
    MemoryProperties properties;
    properties.type = memory_pinned;
    properties.location = {memory_location_device, context.device()};
    return properties;
}

// The lower half of an address space; false if the driver does not have these addresses.
bool reserve_device(const Context& context, Address begin, std::uint64_t bytes) {
    DevicePointer given = 0;
    if (context.api().address_reserve(&given, bytes, 0, begin, 0) != status::success) return false;
    if (given == begin) return true;
    context.api().address_free(given, bytes);
    return false;
}

void* pointer(Address address) {
    return reinterpret_cast<void*>(address);
}

}  // namespace

Result<std::unique_ptr<AddressSpace>> CudaAddressSpace::create(const Context& context, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(check_address_space(bytes));
    const MemoryProperties properties = properties_of_memory(context);
    std::size_t granularity = 0;
    RF_RETURN_IF_ERROR(
        context.check(context.api().memory_granularity(&granularity, &properties, memory_granularity_minimum),
                      "ask for the unit of device memory"));
    constexpr int tries = 256;
    Address begin = first_address_space;
    // The steps grow: what is in the way may be terabytes large, a sanitizer's memory for instance.
    for (int i = 0; i < tries && begin <= end_of_address_spaces - bytes; ++i, begin += bytes << (i / 16)) {
        // The host's half first: the driver would take any addresses, also such that this process uses.
        std::optional<ReservedAddresses> host = ReservedAddresses::at(begin + bytes / 2, bytes / 2);
        if (!host || !reserve_device(context, begin, bytes / 2)) continue;
        return std::unique_ptr<AddressSpace>(
            new CudaAddressSpace(context, begin, bytes, granularity, std::move(*host)));
    }
    return Error::bad_input("cannot reserve " + std::to_string(bytes) + " bytes of addresses on the device")
        .with_status(status::out_of_memory);
}

CudaAddressSpace::~CudaAddressSpace() {
    clear();
    context_.host_halves().remove(host_begin());
    context_.api().address_free(begin(), bytes() / 2);
}

Result<std::uint64_t> CudaAddressSpace::put_memory(Address address, std::uint64_t bytes) {
    const DriverApi& api = context_.api();
    const auto doing = [&] { return "commit " + bytes_at(bytes, address); };
    const MemoryProperties properties = properties_of_memory(context_);
    const MemoryAccess access = {properties.location, memory_access_read_write};
    MemoryHandle memory = 0;
    RF_RETURN_IF_ERROR(context_.check(api.memory_create(&memory, bytes, &properties, 0), doing));
    Status status = api.memory_map(address, bytes, 0, memory, 0);
    if (status != status::success) {
        api.memory_release(memory);
        return context_.error(status, doing());
    }
    status = api.memory_set_access(address, bytes, &access, 1);
    if (status != status::success) {
        api.memory_unmap(address, bytes);
        api.memory_release(memory);
        return context_.error(status, doing());
    }
    return std::uint64_t{memory};
}

Result<void> CudaAddressSpace::take_memory(const MappedRanges::Range& range) {
    const auto doing = [&] { return "decommit " + bytes_at(range.bytes, range.begin); };
    RF_RETURN_IF_ERROR(context_.check(context_.api().memory_unmap(range.begin, range.bytes), doing));
    return context_.check(context_.api().memory_release(range.handle), doing);
}

Result<void> CudaAddressSpace::register_host(Address address, std::uint64_t bytes) const {
    const DriverApi& api = context_.api();
    const auto doing = [&] { return "make host memory known to the device: " + bytes_at(bytes, address); };
    RF_RETURN_IF_ERROR(
        context_.check(api.host_register(pointer(address), bytes, register_portable | register_device_map), doing));
    DevicePointer device = 0;
    Result<void> asked = context_.check(api.host_device_pointer(&device, pointer(address), 0), doing);
    if (asked.ok() && device != address) {
        asked =
            Error::bad_input("cannot " + doing() + ": the device has it at another address, " + bytes_at(bytes, device))
                .with_status(status::not_supported);
    }
    if (!asked.ok()) api.host_unregister(pointer(address));
    return asked;
}

Result<void> CudaAddressSpace::put_file(Address address, int fd, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(ReservedAddresses::put_file(address, fd, bytes));
    Result<void> registered = register_host(address, bytes);
    if (!registered.ok()) static_cast<void>(ReservedAddresses::clear(address, bytes));
    return registered;
}

Result<void> CudaAddressSpace::take_file(const MappedRanges::Range& range) {
    RF_RETURN_IF_ERROR(context_.check(context_.api().host_unregister(pointer(range.begin)), [&] {
        return "take host memory from the device: " + bytes_at(range.bytes, range.begin);
    }));
    return ReservedAddresses::clear(range.begin, range.bytes);
}

}  // namespace ringfence::backend::cuda
