#include "softgpu/runtime/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/cuda_status.h"

namespace ringfence::softgpu {
namespace {

constexpr std::uint64_t page = 4096;  // or a divisor of the true page size, which madvise then refuses; that is fine
constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;
constexpr std::uint64_t small_gap = 256;
constexpr std::uint64_t large_gap = 4096;
constexpr std::uint64_t heap_gap = 16;
// Addresses below are taken for a null pointer with an offset.
constexpr std::uint64_t null_bytes = 64 << 10;
constexpr std::uint64_t least_reservation = std::uint64_t{64} << 20;

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) {
    return (value + to - 1) & ~(to - 1);
}

// The amount that is taken from the budget.
std::uint64_t cost(std::uint64_t bytes) {
    return round_up(bytes, 256);
}

std::string name_of(const Piece& piece) {
    switch (piece.kind) {
        case MemoryKind::Allocation: return fmt::format("the {}-byte allocation", piece.bytes);
        case MemoryKind::ModuleVariable: return fmt::format("the {}-byte variable '{}'", piece.bytes, piece.name);
        case MemoryKind::Constant: return fmt::format("the {}-byte constant '{}'", piece.bytes, piece.name);
        case MemoryKind::DeviceHeap: return "the heap of the device's malloc";
        case MemoryKind::Parameters: return fmt::format("the {}-byte kernel parameters", piece.bytes);
        case MemoryKind::HeapPiece: return fmt::format("the {}-byte allocation by the device's malloc", piece.bytes);
    }
    return {};
}

std::string plural(std::uint64_t count) {
    return fmt::format("{} byte{}", count, count == 1 ? "" : "s");
}

std::string relation(const Piece& piece, std::uint64_t address, std::uint64_t bytes) {
    const std::string what = fmt::format("{} at {:#x}", name_of(piece), piece.begin);
    const char* const freed = piece.freed ? " that was freed" : "";
    if (address < piece.begin) return fmt::format("{} before {}{}", plural(piece.begin - address), what, freed);
    if (address >= piece.end())
        return fmt::format("{} past the end of {}{}", plural(address - piece.end()), what, freed);
    if (piece.freed) return fmt::format("{} into {}{}", plural(address - piece.begin), what, freed);
    if (bytes > piece.end() - address) {
        return fmt::format("{} before the end of {}", plural(piece.end() - address), what);
    }
    return fmt::format("{} into {}", plural(address - piece.begin), what);
}

}  // namespace

Result<std::unique_ptr<DeviceMemory>> DeviceMemory::create(const MemoryOptions& options) {
    // Room for what is freed and for the gaps.
    const std::uint64_t least =
        std::max(round_up(options.total_bytes + options.total_bytes / 4, huge_page), least_reservation);
    std::uint64_t bytes = std::max(round_up(options.reservation_bytes, huge_page), least);
    while (true) {
        void* const place =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place != MAP_FAILED) {
            const auto begin = reinterpret_cast<std::uint64_t>(place);
            return std::unique_ptr<DeviceMemory>(new DeviceMemory(options, begin, bytes));
        }
        if (bytes == least) break;
        bytes = std::max(round_up(bytes / 2, huge_page), least);
    }
    return Error::bad_input(fmt::format("cannot reserve {} bytes of address space for the device's memory", bytes))
        .with_remedy("ask for a smaller device memory, or raise the limit of address space (ulimit -v)");
}

DeviceMemory::DeviceMemory(const MemoryOptions& options, std::uint64_t begin, std::uint64_t reserved)
    : options_(options), begin_(begin), reserved_(reserved), pieces_(begin + large_gap, begin + reserved) {}

DeviceMemory::~DeviceMemory() {
    munmap(reinterpret_cast<void*>(begin_), reserved_);
}

Result<std::uint64_t> DeviceMemory::allocate(std::uint64_t bytes, std::uint64_t alignment, MemoryKind kind,
                                             const std::string& name) {
    if (bytes == 0) return Error::bad_input("an allocation of 0 bytes").with_status(cuda_status::invalid_value);
    const std::uint64_t left = options_.total_bytes - used_bytes();
    if (bytes > options_.total_bytes || !std::has_single_bit(alignment) || alignment > huge_page) {
        return Error::bad_input(fmt::format("cannot allocate {} bytes at a multiple of {}: the device has {} bytes",
                                            bytes, alignment, options_.total_bytes))
            .with_status(cuda_status::out_of_memory);
    }
    alignment = std::max<std::uint64_t>(alignment, bytes >= 2 * huge_page ? huge_page : 256);
    const std::uint64_t gap = round_up(bytes, 256) - bytes + (bytes >= 16 * page ? large_gap : small_gap);

    const WriterLock lock(mutex_);
    const Piece* piece = nullptr;
    if (cost(bytes) <= options_.total_bytes - used_bytes()) {
        piece = pieces_.take(bytes, alignment, gap, kind, name);
    }
    if (piece == nullptr) {
        return Error::bad_input(fmt::format("out of device memory: {} bytes asked for, {} of {} are free", bytes, left,
                                            options_.total_bytes))
            .with_status(cuda_status::out_of_memory);
    }
    used_.fetch_add(cost(bytes), std::memory_order_relaxed);
    // Fewer page faults and lookups; where the system has none it does not matter.
    if (bytes >= 2 * huge_page) madvise(reinterpret_cast<void*>(piece->begin), bytes, MADV_HUGEPAGE);
    return piece->begin;
}

Result<void> DeviceMemory::release(std::uint64_t address) {
    const WriterLock lock(mutex_);
    const Piece* const piece = pieces_.at_or_before(address);
    if (piece == nullptr || piece->begin != address) {
        const bool inside = piece != nullptr && !piece->freed && piece->contains(address, 1);
        return Error::bad_input(fmt::format("{:#x} is not the address of an allocation{}", address,
                                            inside ? ": it lies " + relation(*piece, address, 1) : ""))
            .with_status(cuda_status::invalid_value);
    }
    if (piece->freed) {
        return Error::bad_input(fmt::format("{} at {:#x} was freed before", name_of(*piece), address))
            .with_status(cuda_status::invalid_value);
    }
    used_.fetch_sub(cost(piece->bytes), std::memory_order_relaxed);
    give_back_pages(*piece);
    pieces_.free(*piece);
    generation_.fetch_add(1, std::memory_order_release);
    return {};
}

void DeviceMemory::remove_zone(std::uint64_t begin) {
    zones_.remove(begin);
    generation_.fetch_add(1, std::memory_order_release);
}

void DeviceMemory::announce(std::uint64_t begin, std::uint64_t bytes) {
    if (zones_.announce(begin, bytes)) generation_.fetch_add(1, std::memory_order_release);
}

void DeviceMemory::retract(std::uint64_t begin) {
    if (zones_.retract(begin)) generation_.fetch_add(1, std::memory_order_release);
}

bool DeviceMemory::charge(std::uint64_t bytes) {
    const WriterLock lock(mutex_);
    if (bytes > options_.total_bytes - used_bytes()) return false;
    used_.fetch_add(bytes, std::memory_order_relaxed);
    return true;
}

// Neighbours may share the first and the last page.
void DeviceMemory::give_back_pages(const Piece& piece) const {
    const std::uint64_t first = round_up(piece.begin, page);
    const std::uint64_t last = piece.end() & ~(page - 1);
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

const Piece* DeviceMemory::find_piece(std::uint64_t address) const {
    const Piece* const piece = pieces_.at_or_before(address);
    return piece != nullptr && piece->contains(address, 1) ? piece : nullptr;
}

std::optional<MemoryHit> DeviceMemory::find(std::uint64_t address, std::uint64_t bytes) const {
    if (!covers(address)) {
        const std::optional<Piece> piece = zones_.find(address, bytes);
        return piece ? std::optional(MemoryHit{piece->begin, piece->bytes, piece->kind}) : std::nullopt;
    }
    MemoryHit hit;
    {
        const ReaderLock lock(mutex_);
        const Piece* const piece = find_piece(address);
        if (piece == nullptr || piece->freed || !piece->contains(address, bytes)) return std::nullopt;
        hit = {piece->begin, piece->bytes, piece->kind};
    }
    if (hit.kind != MemoryKind::DeviceHeap) return hit;
    const MutexLock lock(heap_mutex_);
    const Piece* const piece = heap_.at_or_before(address);
    if (piece == nullptr || piece->freed || !piece->contains(address, bytes)) return std::nullopt;
    return MemoryHit{piece->begin, piece->bytes, piece->kind};
}

bool DeviceMemory::is_freed(std::uint64_t address) const {
    if (!covers(address)) {
        const std::optional<Piece> piece = zones_.nearest(address);
        return piece && piece->freed && piece->contains(address, 1);
    }
    const MutexLock heap_lock(heap_mutex_);
    const ReaderLock lock(mutex_);
    const Piece* piece = find_piece(address);
    if (piece != nullptr && piece->kind == MemoryKind::DeviceHeap) piece = heap_.at_or_before(address);
    return piece != nullptr && piece->freed && piece->contains(address, 1);
}

std::string DeviceMemory::describe(std::uint64_t address, std::uint64_t bytes) const {
    if (address < null_bytes) {
        return address == 0 ? "a null pointer" : fmt::format("a null pointer plus {}", plural(address));
    }
    if (!covers(address)) {
        const std::optional<Piece> piece = zones_.nearest(address);
        return piece ? relation(*piece, address, bytes) : "not in the device's memory";
    }
    const MutexLock heap_lock(heap_mutex_);
    const ReaderLock lock(mutex_);
    if (pieces_.empty()) return "not in the device's memory";
    const Piece* piece = pieces_.nearest(address);
    if (piece->kind == MemoryKind::DeviceHeap && piece->contains(address, 1) && !heap_.empty()) {
        piece = heap_.nearest(address);
    }
    return relation(*piece, address, bytes);
}

bool DeviceMemory::create_heap() {
    if (has_heap_.load(std::memory_order_relaxed)) return true;
    const Result<std::uint64_t> place = allocate(options_.heap_bytes, page, MemoryKind::DeviceHeap, {});
    if (!place.ok()) return false;
    heap_ = RangeMap(place.value(), place.value() + options_.heap_bytes);
    has_heap_.store(true, std::memory_order_relaxed);
    return true;
}

std::uint64_t DeviceMemory::heap_allocate(std::uint64_t bytes) {
    const MutexLock lock(heap_mutex_);
    // As on the card, zero bytes give no memory.
    if (bytes == 0 || bytes > options_.heap_bytes || !create_heap()) return 0;
    const std::uint64_t gap = round_up(bytes, heap_gap) - bytes + heap_gap;
    const Piece* const piece = heap_.take(bytes, 16, gap, MemoryKind::HeapPiece, {});
    return piece == nullptr ? 0 : piece->begin;
}

FreeOutcome DeviceMemory::heap_free(std::uint64_t address) {
    const MutexLock lock(heap_mutex_);
    const Piece* const piece = heap_.at_or_before(address);
    if (piece == nullptr || piece->begin != address) return FreeOutcome::NotAPiece;
    if (piece->freed) return FreeOutcome::FreedBefore;
    heap_.free(*piece);
    return FreeOutcome::Freed;
}

Result<void> DeviceMemory::set_heap_bytes(std::uint64_t bytes) {
    const MutexLock lock(heap_mutex_);
    if (has_heap_.load(std::memory_order_relaxed)) {
        return Error::bad_input("the size of the device's heap can no longer be changed: a kernel has used it");
    }
    if (bytes == 0) return Error::bad_input("the device's heap cannot have 0 bytes");
    options_.heap_bytes = round_up(bytes, page);
    return {};
}

}  // namespace ringfence::softgpu
