#include "backend/address_space.h"

#include <sys/stat.h>

#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/text.h"
#include "base/cuda_status.h"

namespace ringfence::backend {
namespace {

Error refusal(const char* doing, Address address, std::uint64_t bytes, const std::string& why) {
    return Error::bad_input(std::string("cannot ") + doing + " " + bytes_at(bytes, address) + ": " + why)
        .with_status(cuda_status::invalid_value);
}

// The range is of whole units and lies in [begin, begin + size).
bool fits(Address address, std::uint64_t bytes, std::uint64_t unit, Address begin, std::uint64_t size) {
    return bytes != 0 && address % unit == 0 && bytes % unit == 0 && address >= begin && address - begin < size &&
           bytes <= size - (address - begin);
}

}  // namespace

Result<void> check_address_space(const AddressSpaceOptions& options) {
    constexpr std::uint64_t largest = end_of_address_spaces - first_address_space;
    const std::uint64_t bytes = options.bytes;
    if (!std::has_single_bit(bytes) || bytes < least_address_space || bytes > largest) {
        return Error::bad_input("an address space cannot have " + std::to_string(bytes) +
                                " bytes: it takes a power of two of at least 64 MiB")
            .with_status(cuda_status::invalid_value);
    }
    if (options.zone_bytes <= largest_zone) return {};
    return Error::bad_input("zones of " + std::to_string(options.zone_bytes) + " bytes are larger than 1 TiB")
        .with_status(cuda_status::invalid_value);
}

Result<void> CheckedAddressSpace::check_device_range(Address address, std::uint64_t bytes, const char* doing) const {
    if (fits(address, bytes, granularity_, begin_, bytes_ / 2)) return {};
    return refusal(doing, address, bytes,
                   "device memory comes in multiples of " + std::to_string(granularity_) +
                       " bytes and lies in the lower half of its address space, " + bytes_at(bytes_ / 2, begin_));
}

Result<void> CheckedAddressSpace::check_host_range(Address address, std::uint64_t bytes, const char* doing) const {
    if (fits(address, bytes, host_granularity_, host_begin(), bytes_ / 2)) return {};
    return refusal(doing, address, bytes,
                   "host memory comes in multiples of " + std::to_string(host_granularity_) +
                       " bytes and lies in the upper half of its address space, " + bytes_at(bytes_ / 2, host_begin()));
}

Result<void> CheckedAddressSpace::commit(Address address, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(check_device_range(address, bytes, "commit"));
    const WriterLock lock(mutex_);
    if (device_.overlaps(address, bytes)) return refusal("commit", address, bytes, "there is memory already");
    RF_TRY(const std::uint64_t handle, put_memory(address, bytes));
    device_.add({address, bytes, handle});
    return {};
}

Result<void> CheckedAddressSpace::decommit(Address address, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(check_device_range(address, bytes, "decommit"));
    const WriterLock lock(mutex_);
    const std::vector<MappedRanges::Range> ranges = device_.exactly(address, bytes);
    if (ranges.empty()) return refusal("decommit", address, bytes, "that is not what was committed");
    for (const MappedRanges::Range& range : ranges)
        RF_RETURN_IF_ERROR(take_device_range(range));
    return {};
}

Result<void> CheckedAddressSpace::take_device_range(const MappedRanges::Range& range) {
    const auto piece = pieces_.find(range.begin);
    RF_RETURN_IF_ERROR(piece != pieces_.end() ? unmap_piece(range) : take_memory(range));
    if (piece != pieces_.end()) pieces_.erase(piece);
    device_.remove(range.begin);
    return {};
}

Result<PlacedPiece> CheckedAddressSpace::share(Address address) {
    const WriterLock lock(mutex_);
    const std::optional<MappedRanges::Range> range = device_.find(address);
    if (!range) return refusal("share", address, 1, "there is no device memory");
    std::shared_ptr<MemoryPiece>& piece = pieces_[range->begin];
    if (!piece) {
        auto made = make_piece(*range);
        if (!made) {
            pieces_.erase(range->begin);
            return made.take_error();
        }
        piece = made.take();
    }
    return PlacedPiece{piece, range->begin};
}

Result<void> CheckedAddressSpace::put_piece(Address address, std::shared_ptr<MemoryPiece> piece) {
    RF_RETURN_IF_ERROR(check_device_range(address, piece->bytes(), "share"));
    const WriterLock lock(mutex_);
    if (device_.overlaps(address, piece->bytes()))
        return refusal("share", address, piece->bytes(), "there is memory already");
    RF_RETURN_IF_ERROR(map_piece(address, *piece));
    device_.add({address, piece->bytes(), 0});
    pieces_[address] = std::move(piece);
    return {};
}

Result<void> CheckedAddressSpace::attach_host(Address address, int fd, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(check_host_range(address, bytes, "attach"));
    // Touching a page behind the end of the file would kill this process.
    struct stat file = {};
    if (::fstat(fd, &file) != 0 || file.st_size < 0 || static_cast<std::uint64_t>(file.st_size) < bytes)
        return refusal("attach", address, bytes, "the memory file is not that large");
    const WriterLock lock(mutex_);
    if (host_.overlaps(address, bytes)) return refusal("attach", address, bytes, "there is memory already");
    RF_RETURN_IF_ERROR(put_file(address, fd, bytes));
    host_.add({address, bytes, 0});
    return {};
}

Result<void> CheckedAddressSpace::detach_host(Address address, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(check_host_range(address, bytes, "detach"));
    const WriterLock lock(mutex_);
    const std::vector<MappedRanges::Range> ranges = host_.exactly(address, bytes);
    if (ranges.empty()) return refusal("detach", address, bytes, "that is not what was attached");
    for (const MappedRanges::Range& range : ranges) {
        RF_RETURN_IF_ERROR(take_file(range));
        host_.remove(range.begin);
    }
    return {};
}

bool CheckedAddressSpace::holds(Address address, std::uint64_t bytes) const {
    const ReaderLock lock(mutex_);
    return device_.covers(address, bytes) || host_.covers(address, bytes);
}

void CheckedAddressSpace::clear() {
    const WriterLock lock(mutex_);
    for (const MappedRanges::Range& range : device_.all())
        (void)take_device_range(range);
    for (const MappedRanges::Range& range : host_.all())
        if (take_file(range).ok()) host_.remove(range.begin);
}

}  // namespace ringfence::backend
