#include "softgpu/runtime/tensor_ops.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "softgpu/math/convert.h"
#include "softgpu/runtime/access.h"
#include "softgpu/runtime/async_ops.h"
#include "softgpu/runtime/bulk_reduce.h"
#include "softgpu/runtime/fault.h"
#include "softgpu/runtime/tensor_map.h"

namespace ringfence::softgpu {
namespace {

constexpr std::uint32_t chunk = 16;                // that a swizzle moves as a whole
constexpr std::uint32_t most_row_bytes = 256 * 8;  // the largest box of the largest elements
constexpr std::uint32_t cluster_addresses = 2;     // of rf_check_range
constexpr std::uint32_t own_addresses = 1;

using Row = std::array<std::byte, most_row_bytes>;
using Place = std::array<std::int64_t, most_tensor_dimensions>;

// One copy, whose map was read once and understood.
struct TensorCopy {
    ThreadState* thread;
    SiteId site;
    TensorMap map;
    Place at;       // where it begins
    Place offsets;  // of columns: that are added to every pixel
};

[[noreturn]] void fault_rank(ThreadState* thread, SiteId site, std::uint32_t rank, std::uint32_t named) {
    // Nothing that must be freed: a fault does not return.
    std::array<char, 128> message{};
    std::snprintf(message.data(), message.size(), "the tensor map has %u dimensions, the copy %u", rank, named);
    fault(thread, site, message.data());
}

TensorMap read_map(ThreadState* thread, const void* from, TensorMode mode, SiteId site) {
    TensorMapForm form;
    std::memcpy(&form, from, sizeof(form));
    const std::optional<TensorMap> map = decode_tensor_map(form);
    if (!map) fault(thread, site, "there is no tensor map at this address, or one that is damaged");
    if (map->rank != mode.coordinates) fault_rank(thread, site, map->rank, mode.coordinates);
    if ((map->kind == TensorMapKind::Columns) != mode.columns)
        fault(thread, site, "the tensor map is for tiles and the copy for columns (im2col), or the other way round");
    return *map;
}

TensorCopy begin_copy(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t bits, SiteId site) {
    const TensorMode mode = TensorMode::from_bits(bits);
    TensorCopy copy{thread, site, read_map(thread, map, mode, site), {}, {}};
    std::copy_n(at, copy.map.rank, copy.at.begin());
    // One offset for every dimension but the first and the last.
    if (mode.columns) std::copy_n(at + copy.map.rank, copy.map.rank - 2, copy.offsets.begin() + 1);
    return copy;
}

void check_begin(const TensorCopy& copy) {
    const std::int64_t first = copy.at[0];
    if (first * copy.map.element_bytes % tensor_begin_alignment == 0) return;
    raise_fault({.kind = FaultKind::UnalignedBox,
                 .thread = copy.thread,
                 .site = copy.site,
                 .address = static_cast<std::uint64_t>(first),
                 .bytes = copy.map.element_bytes,
                 .alignment = tensor_begin_alignment});
}

TensorCopy begin_load(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t bits, SiteId site) {
    const TensorCopy copy = begin_copy(thread, map, at, bits, site);
    check_begin(copy);
    return copy;
}

// A card takes boxes that begin before the tensor for loads alone.
TensorCopy begin_store(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t bits, SiteId site) {
    const TensorCopy copy = begin_copy(thread, map, at, bits, site);
    const bool is_before = std::any_of(copy.at.begin(), copy.at.end(), [](std::int64_t place) { return place < 0; });
    if (is_before && copy.map.kind == TensorMapKind::Tiles)
        fault(thread, site, "a box that is stored begins before the tensor");
    return copy;
}

// --- which rows a copy moves -----------------------------------------------------------------------------------------

// The next row of a box: a dimension that has come to its end begins again, and the one after it goes on.
void next_tile(const TensorCopy& copy, Place& index, Place& place) {
    for (std::size_t i = 1; i < copy.map.rank; ++i) {
        place[i] += copy.map.steps[i];
        if (++index[i] < copy.map.counts[i]) return;
        index[i] = 0;
        place[i] = copy.at[i];
    }
}

// The next pixel. The last dimension counts images, and has no end.
void next_pixel(const TensorCopy& copy, Place& place) {
    const std::size_t last = copy.map.rank - 1;
    for (std::size_t i = 1; i < last; ++i) {
        place[i] += copy.map.steps[i];
        if (place[i] <= copy.map.upper[i]) return;
        place[i] = copy.map.lower[i];
    }
    place[last] += copy.map.steps[last];
}

// The elements of a row that are in the tensor, and where in memory they lie.
struct RowPart {
    std::uint32_t skipped = 0;  // bytes of the row before it
    std::uint32_t bytes = 0;    // 0: nothing of the row is in the tensor
    std::uint64_t address = 0;
};

RowPart part_at(const TensorCopy& copy, const Place& place) {
    const TensorMap& map = copy.map;
    RowPart part;
    part.address = map.address;
    for (std::size_t i = 1; i < map.rank; ++i) {
        const std::int64_t coordinate = place[i] + copy.offsets[i];
        if (coordinate < 0 || coordinate >= map.dimensions[i]) return {};
        part.address += static_cast<std::uint64_t>(coordinate) * map.strides[i];
    }
    const std::int64_t first = std::clamp<std::int64_t>(place[0], 0, map.dimensions[0]);
    const std::int64_t end = std::clamp<std::int64_t>(place[0] + map.row_elements, first, map.dimensions[0]);
    part.skipped = static_cast<std::uint32_t>((first - std::min(place[0], first)) * map.element_bytes);
    part.bytes = static_cast<std::uint32_t>((end - first) * map.element_bytes);
    part.address += static_cast<std::uint64_t>(first) * map.element_bytes;
    return part;
}

// visit(row's number, part), for every row in the order in which they lie in shared memory.
template <typename Visit>
void for_each_row(const TensorCopy& copy, Visit&& visit) {
    Place index{};
    Place place = copy.at;
    for (std::int64_t row = 0; row < copy.map.rows; ++row) {
        visit(static_cast<std::uint64_t>(row), part_at(copy, place));
        if (copy.map.kind == TensorMapKind::Tiles) {
            next_tile(copy, index, place);
        } else {
            next_pixel(copy, place);
        }
    }
}

std::byte* checked(const TensorCopy& copy, const RowPart& part, AccessKind kind) {
    FaultInfo problem;
    if (!check_access(*copy.thread, part.address, part.bytes, copy.map.element_bytes, kind, nullptr, problem)) {
        problem.site = copy.site;
        raise_fault(problem);
    }
    return reinterpret_cast<std::byte*>(part.address);
}

// --- shared memory ---------------------------------------------------------------------------------------------------

std::uint64_t offset_of(const TensorCopy& copy, const void* shared) {
    return static_cast<std::uint64_t>(static_cast<const std::byte*>(shared) - copy.thread->block->shared);
}

void check_box(const TensorCopy& copy, const void* shared, AccessKind kind, std::uint32_t addresses) {
    rf_check_range(copy.thread, offset_of(copy, shared), copy.map.shared_bytes(), tensor_shared_alignment, copy.site,
                   kind, addresses);
}

// Where a piece of 16 bytes lies from the box's begin on: the number of the line of 128 bytes changes the place in it.
std::uint64_t swizzled(const TensorMap& map, std::uint64_t box, std::uint64_t offset) {
    if (map.swizzle_span == 0) return offset;
    const std::uint64_t mask = map.swizzle_span / chunk - 1;
    const std::uint64_t address = box + offset;
    return (address ^ ((address >> 7 & mask) << 4)) - box;
}

// move(place in the box, place in the row), for each 16 bytes of a row.
template <typename Move>
void for_each_chunk(const TensorCopy& copy, std::uint64_t box, std::uint64_t row, Move&& move) {
    for (std::uint32_t at = 0; at < copy.map.row_bytes(); at += chunk)
        move(swizzled(copy.map, box, row * copy.map.row_pitch() + at), at);
}

void take_row(const TensorCopy& copy, const void* shared, std::uint64_t row, Row& to) {
    const auto* const box = static_cast<const std::byte*>(shared);
    for_each_chunk(copy, offset_of(copy, shared), row, [&](std::uint64_t place, std::uint32_t at) {
        std::memcpy(to.data() + at, box + static_cast<std::int64_t>(place), chunk);
    });
}

void put_row(const TensorCopy& copy, void* shared, std::uint64_t row, const Row& from) {
    auto* const box = static_cast<std::byte*>(shared);
    for_each_chunk(copy, offset_of(copy, shared), row, [&](std::uint64_t place, std::uint32_t at) {
        std::memcpy(box + static_cast<std::int64_t>(place), from.data() + at, chunk);
    });
}

// --- elements --------------------------------------------------------------------------------------------------------

// A card loads float32_ftz as it is.
bool flushes(const TensorMap& map) {
    return map.type == tensor_type::tfloat32_ftz;
}

bool rounds(const TensorMap& map) {
    return map.type == tensor_type::tfloat32 || map.type == tensor_type::tfloat32_ftz;
}

std::uint32_t converted(const TensorMap& map, std::uint32_t bits) {
    constexpr std::uint32_t exponent = 0x7f800000;
    constexpr std::uint32_t sign = 0x80000000;
    if (flushes(map) && (bits & exponent) == 0) return bits & sign;
    if (!rounds(map)) return bits;
    return static_cast<std::uint32_t>(math::convert(bits, math::FormatId::F32, math::FormatId::TF32, {}));
}

// Some types change what is loaded.
void convert(const TensorMap& map, std::byte* elements, std::uint32_t bytes) {
    if (!flushes(map) && !rounds(map)) return;
    for (std::uint32_t at = 0; at < bytes; at += sizeof(std::uint32_t)) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, elements + at, sizeof(bits));
        bits = converted(map, bits);
        std::memcpy(elements + at, &bits, sizeof(bits));
    }
}

bool is_reducible(const TensorMap& map, BulkOperation operation, BulkType& type) {
    const bool is_bits =
        operation == BulkOperation::And || operation == BulkOperation::Or || operation == BulkOperation::Xor;
    const bool is_counter = operation == BulkOperation::Inc || operation == BulkOperation::Dec;
    const bool is_extremum = operation == BulkOperation::Min || operation == BulkOperation::Max;
    switch (map.type) {
        case tensor_type::uint32: type = BulkType::U32; return true;
        case tensor_type::int32: type = BulkType::S32; return !is_counter;
        case tensor_type::uint64: type = BulkType::U64; return !is_counter;
        case tensor_type::int64: type = BulkType::S64; return is_bits || is_extremum;
        case tensor_type::float16: type = BulkType::F16; return !is_bits && !is_counter;
        case tensor_type::bfloat16: type = BulkType::BF16; return !is_bits && !is_counter;
        case tensor_type::float32:
        case tensor_type::float32_ftz: type = BulkType::F32; return operation == BulkOperation::Add;
        case tensor_type::float64: type = BulkType::F64; return operation == BulkOperation::Add;
        default: return false;
    }
}

// --- copies ----------------------------------------------------------------------------------------------------------

void load_box(const TensorCopy& copy, void* shared) {
    for_each_row(copy, [&](std::uint64_t number, const RowPart& part) {
        Row row;
        std::memset(row.data(), 0, copy.map.row_bytes());
        if (part.bytes != 0) {
            std::memcpy(row.data() + part.skipped, checked(copy, part, AccessKind::Read), part.bytes);
            convert(copy.map, row.data() + part.skipped, part.bytes);
        }
        put_row(copy, shared, number, row);
    });
}

void tell(const TensorCopy& copy, std::uint64_t* barrier) {
    rf_mbarrier_complete(copy.thread, barrier, static_cast<std::uint32_t>(copy.map.box_bytes()), copy.site);
}

const RuntimeFunction tensor_table[] = {
    {"rf_tensor_load", reinterpret_cast<void*>(rf_tensor_load)},
    {"rf_tensor_multicast", reinterpret_cast<void*>(rf_tensor_multicast)},
    {"rf_tensor_store", reinterpret_cast<void*>(rf_tensor_store)},
    {"rf_tensor_reduce", reinterpret_cast<void*>(rf_tensor_reduce)},
    {"rf_tensor_prefetch", reinterpret_cast<void*>(rf_tensor_prefetch)},
    {"rf_tensor_map_replace", reinterpret_cast<void*>(rf_tensor_map_replace)},
};

}  // namespace

extern "C" {

void rf_tensor_load(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode, void* shared,
                    std::uint64_t* barrier, SiteId site) {
    const TensorCopy copy = begin_load(thread, map, at, mode, site);
    check_box(copy, shared, AccessKind::Write, cluster_addresses);
    load_box(copy, shared);
    tell(copy, barrier);
}

void rf_tensor_multicast(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode, void* shared,
                         std::uint64_t* barrier, std::uint32_t ranks, SiteId site) {
    const TensorCopy copy = begin_load(thread, map, at, mode, site);
    check_box(copy, shared, AccessKind::Write, own_addresses);
    const BlockState& block = *thread->block;
    if (ranks >> block.cluster_blocks != 0) fault(thread, site, "a copy to a block that the cluster does not have");
    for (std::uint32_t rank = 0; rank < block.cluster_blocks; ++rank) {
        if ((ranks >> rank & 1) == 0) continue;
        const auto away =
            (static_cast<std::int64_t>(rank) - block.cluster_rank) * (std::int64_t{1} << cluster_stride_bits);
        load_box(copy, static_cast<std::byte*>(shared) + away);
        tell(copy, reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(barrier) + away));
    }
}

void rf_tensor_store(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode,
                     const void* shared, SiteId site) {
    const TensorCopy copy = begin_store(thread, map, at, mode, site);
    check_box(copy, shared, AccessKind::Read, own_addresses);
    for_each_row(copy, [&](std::uint64_t number, const RowPart& part) {
        if (part.bytes == 0) return;
        Row row;
        take_row(copy, shared, number, row);
        std::memcpy(checked(copy, part, AccessKind::Write), row.data() + part.skipped, part.bytes);
    });
}

void rf_tensor_reduce(ThreadState* thread, const void* map, const std::int32_t* at, std::uint32_t mode,
                      const void* shared, std::uint32_t operation, SiteId site) {
    const TensorCopy copy = begin_store(thread, map, at, mode, site);
    check_begin(copy);
    check_box(copy, shared, AccessKind::Read, own_addresses);
    BulkType type{};
    if (!is_reducible(copy.map, static_cast<BulkOperation>(operation), type))
        fault(thread, site, "elements of the tensor map's type cannot be combined so");
    for_each_row(copy, [&](std::uint64_t number, const RowPart& part) {
        if (part.bytes == 0) return;
        alignas(sizeof(std::uint64_t)) Row row;
        take_row(copy, shared, number, row);
        bulk_reduce(checked(copy, part, AccessKind::Atomic), row.data() + part.skipped, part.bytes,
                    static_cast<BulkOperation>(operation), type);
    });
}

void rf_tensor_prefetch(ThreadState* thread, const void* map, std::uint32_t mode, SiteId site) {
    read_map(thread, map, TensorMode::from_bits(mode), site);
}

void rf_tensor_map_replace(ThreadState* thread, void* map, std::uint32_t part, std::uint32_t index, std::uint64_t value,
                           SiteId site) {
    const auto which = static_cast<TensorMapPart>(part);
    if (index >= most_tensor_dimensions - (which == TensorMapPart::Stride ? 1U : 0U))
        fault(thread, site, "a tensor map has no such dimension");
    TensorMapForm form;
    std::memcpy(&form, map, sizeof(form));
    replace_part(form, which, index, value);
    std::memcpy(map, &form, sizeof(form));
}

}  // extern "C"

std::span<const RuntimeFunction> tensor_functions() {
    return tensor_table;
}

}  // namespace ringfence::softgpu
