#include "backend/soft/address_space.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cuda_status.h"
#include "base/memory_file.h"

namespace ringfence::backend::soft {
namespace {

constexpr std::uint64_t granularity_of_memory = std::uint64_t{2} << 20;  // as on a card

// Reserves the space with its zones, if possible where a client can reserve the same addresses.
std::optional<ReservedAddresses> reserve(std::uint64_t bytes, std::uint64_t zone) {
    for (Address begin = first_address_space; begin <= end_of_address_spaces - bytes; begin += bytes) {
        std::optional<ReservedAddresses> addresses = ReservedAddresses::at(begin - zone, bytes + 2 * zone);
        if (addresses) return addresses;
        // A limit, since a small space would otherwise be tried a million times where something large is mapped.
        constexpr Address tries = 4096;
        if ((begin - first_address_space) / bytes >= tries) break;
    }
    return ReservedAddresses::anywhere(bytes + 2 * zone, bytes, zone);
}

// The memory was charged when it was committed, and stays charged until the last space has released it.
class SoftMemoryPiece final : public MemoryPiece {
public:
    SoftMemoryPiece(softgpu::DeviceMemory& memory, UniqueFd file, std::uint64_t bytes)
        : memory_(memory), file_(std::move(file)), bytes_(bytes) {}
    ~SoftMemoryPiece() override { memory_.refund(bytes_); }
    SoftMemoryPiece(const SoftMemoryPiece&) = delete;
    SoftMemoryPiece& operator=(const SoftMemoryPiece&) = delete;

    std::uint64_t bytes() const override { return bytes_; }
    int file() const { return file_.get(); }

private:
    softgpu::DeviceMemory& memory_;
    UniqueFd file_;
    std::uint64_t bytes_;
};

// Pages of zeros are skipped: most of a chunk was never touched, and should take no memory.
Result<void> copy_to_file(Address from, std::uint64_t bytes, int file) {
    const std::uint64_t page = page_bytes();
    const std::vector<std::byte> zeros(page);
    for (std::uint64_t at = 0; at < bytes; at += page) {
        const void* place = reinterpret_cast<const void*>(from + at);
        if (std::memcmp(place, zeros.data(), page) == 0) continue;
        if (::pwrite(file, place, page, static_cast<off_t>(at)) == static_cast<ssize_t>(page)) continue;
        return Error::bad_input(std::string("device memory cannot be shared: ") + std::strerror(errno))
            .with_remedy("free some of the machine's memory")
            .with_status(cuda_status::out_of_memory);
    }
    return {};
}

}  // namespace

void SpaceTable::add(const SoftAddressSpace& space) {
    const WriterLock lock(mutex_);
    spaces_[space.begin()] = &space;
}

void SpaceTable::remove(const SoftAddressSpace& space) {
    const WriterLock lock(mutex_);
    spaces_.erase(space.begin());
}

bool SpaceTable::holds(Address address, std::uint64_t bytes) const {
    const ReaderLock lock(mutex_);
    const auto next = spaces_.upper_bound(address);
    return next != spaces_.begin() && std::prev(next)->second->holds(address, bytes);
}

bool SpaceTable::is_host(Address address) const {
    const ReaderLock lock(mutex_);
    const auto next = spaces_.upper_bound(address);
    if (next == spaces_.begin()) return false;
    const SoftAddressSpace& space = *std::prev(next)->second;
    return address >= space.host_begin() && address - space.begin() < space.bytes();
}

Result<std::unique_ptr<AddressSpace>> SoftAddressSpace::create(const AddressSpaceOptions& options,
                                                               softgpu::DeviceMemory& memory, SpaceTable& table) {
    RF_RETURN_IF_ERROR(check_address_space(options));
    const std::uint64_t zone = (options.zone_bytes + granularity_of_memory - 1) & ~(granularity_of_memory - 1);
    std::optional<ReservedAddresses> addresses = reserve(options.bytes, zone);
    if (!addresses) {
        return Error::bad_input("cannot reserve " + std::to_string(options.bytes + 2 * zone) + " bytes of addresses")
            .with_remedy("raise the limit of address space (ulimit -v)")
            .with_status(cuda_status::out_of_memory);
    }
    return std::unique_ptr<AddressSpace>(new SoftAddressSpace(std::move(*addresses), options, zone, memory, table));
}

SoftAddressSpace::SoftAddressSpace(ReservedAddresses addresses, const AddressSpaceOptions& options, std::uint64_t zone,
                                   softgpu::DeviceMemory& memory, SpaceTable& table)
    : CheckedAddressSpace(addresses.begin() + zone, options.bytes, granularity_of_memory, page_bytes()),
      addresses_(std::move(addresses)),
      memory_(memory),
      table_(table),
      needs_quiet_(options.has_sinks) {
    memory_.add_zone(begin(), options.bytes);
    table_.add(*this);
}

SoftAddressSpace::~SoftAddressSpace() {
    table_.remove(*this);
    memory_.remove_zone(begin());
    clear();
}

Result<std::uint64_t> SoftAddressSpace::put_memory(Address address, std::uint64_t bytes) {
    if (!memory_.charge(bytes)) {
        const std::uint64_t total = memory_.total_bytes();
        return Error::bad_input("out of device memory: " + std::to_string(bytes) + " bytes asked for, " +
                                std::to_string(total - std::min(total, memory_.used_bytes())) + " of " +
                                std::to_string(total) + " are free")
            .with_status(cuda_status::out_of_memory);
    }
    Result<void> put = ReservedAddresses::put_memory(address, bytes);
    if (put.ok()) return 0;
    memory_.refund(bytes);
    return put.take_error();
}

Result<void> SoftAddressSpace::take_memory(const MappedRanges::Range& range) {
    RF_RETURN_IF_ERROR(ReservedAddresses::clear(range.begin, range.bytes));
    memory_.refund(range.bytes);
    return {};
}

// Private memory cannot be mapped twice, but a memory file can: so the contents move to a file.
Result<std::shared_ptr<MemoryPiece>> SoftAddressSpace::make_piece(const MappedRanges::Range& range) {
    RF_TRY(UniqueFd file, create_memory_file("ringfence-piece", range.bytes));
    RF_RETURN_IF_ERROR(copy_to_file(range.begin, range.bytes, file.get()));
    RF_RETURN_IF_ERROR(ReservedAddresses::put_file(range.begin, file.get(), range.bytes));
    return std::shared_ptr<MemoryPiece>(std::make_shared<SoftMemoryPiece>(memory_, std::move(file), range.bytes));
}

Result<void> SoftAddressSpace::map_piece(Address address, MemoryPiece& piece) {
    return ReservedAddresses::put_file(address, static_cast<SoftMemoryPiece&>(piece).file(), piece.bytes());
}

Result<void> SoftAddressSpace::unmap_piece(const MappedRanges::Range& range) {
    return ReservedAddresses::clear(range.begin, range.bytes);
}

Result<void> SoftAddressSpace::put_file(Address address, int fd, std::uint64_t bytes) {
    return ReservedAddresses::put_file(address, fd, bytes);
}

Result<void> SoftAddressSpace::take_file(const MappedRanges::Range& range) {
    return ReservedAddresses::clear(range.begin, range.bytes);
}

}  // namespace ringfence::backend::soft
