#include "backend/cuda/address_space.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "backend/cuda/memory_properties.h"
#include "backend/cuda/step_back.h"
#include "backend/text.h"

namespace ringfence::backend::cuda {
namespace {

// Addresses for host memory are reserved in units of this size, so that few others are unmapped meanwhile.
constexpr std::uint64_t host_unit = std::uint64_t{1} << 30;

void* pointer(Address address) {
    return reinterpret_cast<void*>(address);
}

class CudaMemoryPiece final : public MemoryPiece {
public:
    CudaMemoryPiece(const Context& context, MemoryHandle handle, std::uint64_t bytes)
        : context_(context), handle_(handle), bytes_(bytes) {}
    ~CudaMemoryPiece() override { context_.api().memory_release(handle_); }
    CudaMemoryPiece(const CudaMemoryPiece&) = delete;
    CudaMemoryPiece& operator=(const CudaMemoryPiece&) = delete;

    std::uint64_t bytes() const override { return bytes_; }
    MemoryHandle handle() const { return handle_; }

private:
    const Context& context_;
    MemoryHandle handle_;
    std::uint64_t bytes_;
};

}  // namespace

CudaAddressSpace::CudaAddressSpace(const Context& context, Claims::Claim claim, Address begin,
                                   const AddressSpaceOptions& options, std::uint64_t granularity)
    : CheckedAddressSpace(begin, options.bytes, granularity, options.has_sinks ? reservation_unit : page_bytes()),
      context_(context),
      claim_(std::move(claim)),
      reservations_(context) {
    context.host_halves().add(host_begin(), options.bytes / 2);
}

Result<std::unique_ptr<AddressSpace>> CudaAddressSpace::create(const Context& context,
                                                               const AddressSpaceOptions& options) {
    RF_RETURN_IF_ERROR(check_address_space(options));
    const MemoryProperties properties = properties_of_memory(context);
    std::size_t granularity = 0;
    RF_RETURN_IF_ERROR(
        context.check(context.api().memory_granularity(&granularity, &properties, memory_granularity_minimum),
                      "ask for the unit of device memory"));
    const std::uint64_t bytes = options.bytes;
    const std::uint64_t zone = (options.zone_bytes + reservation_unit - 1) / reservation_unit * reservation_unit;
    constexpr int tries = 256;
    Address begin = first_address_space;
    // Steps grow, since what is in the way may be terabytes large, a sanitizer's memory for instance.
    for (int i = 0; i < tries && begin <= end_of_address_spaces - bytes; ++i, begin += bytes << (i / 16)) {
        std::optional<Claims::Claim> claim = context.claims().claim(begin - zone, bytes + 2 * zone);
        if (!claim) continue;
        std::unique_ptr<CudaAddressSpace> space(
            new CudaAddressSpace(context, std::move(*claim), begin, options, granularity));
        if (!space->reserve(zone, options.has_sinks)) continue;
        if (options.has_sinks) RF_RETURN_IF_ERROR(space->add_sinks(options.sink_bytes));
        return std::unique_ptr<AddressSpace>(std::move(space));
    }
    return Error::bad_input("cannot reserve " + std::to_string(bytes) + " bytes of addresses on the device")
        .with_status(status::out_of_memory);
}

bool CudaAddressSpace::reserve(std::uint64_t zone, bool has_sinks) {
    const std::uint64_t half = bytes() / 2;
    // Check this process's addresses first: the driver would take addresses that are in use here.
    if (has_sinks) {
        if (!ReservedAddresses::at(begin() - zone, bytes() + 2 * zone)) return false;
        if (!reservations_.reserve(host_begin(), half, host_unit).ok()) return false;
    } else {
        std::optional<ReservedAddresses> host = ReservedAddresses::at(host_begin(), half);
        if (!host) return false;
        host_.emplace(std::move(*host));
    }
    if (zone != 0 && !reservations_.reserve(begin() - zone, zone).ok()) return false;
    if (zone != 0 && !reservations_.reserve(begin() + bytes(), zone).ok()) return false;
    return reservations_.reserve(begin(), half).ok();
}

Result<void> CudaAddressSpace::add_sinks(std::uint64_t sink_bytes) {
    RF_TRY(sinks_, Sinks::create(context_, std::min(sink_bytes, bytes() / 2), granularity()));
    RF_RETURN_IF_ERROR(sinks_->clear(begin()));
    return reservations_.cover_with(*sinks_);
}

CudaAddressSpace::~CudaAddressSpace() {
    is_ending_ = true;
    clear();
    context_.host_halves().remove(host_begin());
}

Result<void> CudaAddressSpace::map_memory(Address address, std::uint64_t bytes, MemoryHandle memory) const {
    const DriverApi& api = context_.api();
    const auto doing = [&] { return "commit " + bytes_at(bytes, address); };
    const MemoryAccess access = {properties_of_memory(context_).location, memory_access_read_write};
    RF_RETURN_IF_ERROR(context_.check(api.memory_map(address, bytes, 0, memory, 0), doing));
    Result<void> opened = context_.check(api.memory_set_access(address, bytes, &access, 1), doing);
    if (!opened.ok()) api.memory_unmap(address, bytes);
    return opened;
}

Result<std::uint64_t> CudaAddressSpace::put_memory(Address address, std::uint64_t bytes) {
    const DriverApi& api = context_.api();
    const MemoryProperties properties = properties_of_memory(context_);
    MemoryHandle memory = 0;
    RF_RETURN_IF_ERROR(context_.check(api.memory_create(&memory, bytes, &properties, 0),
                                      [&] { return "commit " + bytes_at(bytes, address); }));
    Result<void> mapped = map_uncovered(address, bytes, memory);
    if (mapped.ok()) return std::uint64_t{memory};
    api.memory_release(memory);
    return mapped.take_error();
}

Result<void> CudaAddressSpace::map_uncovered(Address address, std::uint64_t bytes, MemoryHandle memory) {
    if (sinks_) RF_RETURN_IF_ERROR(sinks_->uncover(address, bytes));
    Result<void> mapped = map_memory(address, bytes, memory);
    if (!mapped.ok()) RF_RETURN_IF_ERROR(cover_again(address, bytes));
    return mapped;
}

Result<std::shared_ptr<MemoryPiece>> CudaAddressSpace::make_piece(const MappedRanges::Range& range) {
    return std::shared_ptr<MemoryPiece>(std::make_shared<CudaMemoryPiece>(context_, range.handle, range.bytes));
}

Result<void> CudaAddressSpace::map_piece(Address address, MemoryPiece& piece) {
    return map_uncovered(address, piece.bytes(), static_cast<CudaMemoryPiece&>(piece).handle());
}

// Only unmaps: the piece owns the memory.
Result<void> CudaAddressSpace::unmap_piece(const MappedRanges::Range& range) {
    step_back_for_others();
    RF_RETURN_IF_ERROR(context_.check(context_.api().memory_unmap(range.begin, range.bytes),
                                      [&] { return "decommit " + bytes_at(range.bytes, range.begin); }));
    return cover_again(range.begin, range.bytes);
}

Result<void> CudaAddressSpace::take_memory(const MappedRanges::Range& range) {
    step_back_for_others();
    const auto doing = [&] { return "decommit " + bytes_at(range.bytes, range.begin); };
    RF_RETURN_IF_ERROR(context_.check(context_.api().memory_unmap(range.begin, range.bytes), doing));
    Result<void> released = context_.check(context_.api().memory_release(range.handle), doing);
    RF_RETURN_IF_ERROR(cover_again(range.begin, range.bytes));
    return released;
}

Result<void> CudaAddressSpace::cover_again(Address address, std::uint64_t bytes) {
    if (!sinks_ || is_ending_) return {};
    Result<void> covered = sinks_->cover(address, bytes);
    if (covered.ok()) return {};
    return covered.take_error().with_status(status::launch_failed);
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

// From here to close_host() the addresses belong to this process, not to the driver.
Result<void> CudaAddressSpace::open_host(Address address, std::uint64_t bytes) {
    return sinks_ ? reservations_.give_up(address, bytes) : Result<void>();
}

Result<void> CudaAddressSpace::close_host(Address address, std::uint64_t bytes) {
    if (!sinks_) return ReservedAddresses::clear(address, bytes);
    RF_RETURN_IF_ERROR(ReservedAddresses::make_free(address, bytes));
    return reserve_host(address, bytes);
}

Result<void> CudaAddressSpace::reserve_host(Address address, std::uint64_t bytes) {
    if (!sinks_ || is_ending_) return {};
    Result<void> reserved = reservations_.reserve(address, bytes, host_unit);
    if (reserved.ok()) return {};
    return reserved.take_error().with_status(status::launch_failed);
}

Result<void> CudaAddressSpace::put_file(Address address, int fd, std::uint64_t bytes) {
    RF_TRY(MappedMemory file, ReservedAddresses::map_file(fd, bytes));
    RF_RETURN_IF_ERROR(open_host(address, bytes));
    Result<void> put = sinks_ ? ReservedAddresses::put_on_free(address, std::move(file))
                              : ReservedAddresses::put(address, std::move(file));
    if (!put.ok()) {
        // Another thread may have mapped something there first.
        RF_RETURN_IF_ERROR(reserve_host(address, bytes));
        return put;
    }
    // Otherwise the driver allocates the pages, and blocks launches of all tenants meanwhile.
    ReservedAddresses::take_pages(address, bytes);
    Result<void> registered = register_host(address, bytes);
    if (registered.ok()) return {};
    RF_RETURN_IF_ERROR(close_host(address, bytes));
    return registered;
}

Result<void> CudaAddressSpace::take_file(const MappedRanges::Range& range) {
    RF_RETURN_IF_ERROR(context_.check(context_.api().host_unregister(pointer(range.begin)), [&] {
        return "take host memory from the device: " + bytes_at(range.bytes, range.begin);
    }));
    return close_host(range.begin, range.bytes);
}

}  // namespace ringfence::backend::cuda
