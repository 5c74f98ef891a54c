#include "softgpu/runtime/access.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

// The alignment of the extents that code may cache: see Extent.
constexpr std::uint64_t extent_alignment = 32;

struct Area {
    std::uint64_t begin;
    std::uint64_t bytes;

    bool contains(std::uint64_t address, std::uint64_t size) const {
        return address >= begin && size <= bytes && address - begin <= bytes - size;
    }
};

std::uint64_t number(const std::byte* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

Area shared_area(const ThreadState& thread) {
    return {number(thread.block->shared), thread.block->shared_bytes};
}

// True if an offset from the block's shared memory lies in that of a block of its cluster.
bool is_in_cluster(const ThreadState& thread, std::uint64_t offset, std::uint64_t bytes) {
    const BlockState& block = *thread.block;
    if (block.cluster_blocks == 1) return Area{0, block.shared_bytes}.contains(offset, bytes);
    const std::uint64_t place = offset + (std::uint64_t{block.cluster_rank} << cluster_stride_bits);
    return place >> cluster_stride_bits < block.cluster_blocks &&
           Area{0, block.shared_bytes}.contains(place & (cluster_stride - 1), bytes);
}

Area local_area(const ThreadState& thread) {
    return {number(thread.local_begin), number(thread.local_top) - number(thread.local_begin)};
}

Area parameter_area(const ThreadState& thread) {
    return {number(thread.block->parameters), thread.block->block->launch->request.parameters.size()};
}

void remember(Extent* extent, const Area& area) {
    if (extent != nullptr && area.begin % extent_alignment == 0) *extent = {area.begin, area.bytes};
}

std::optional<MemoryHit> find(Block& block, std::uint64_t address, std::uint64_t bytes) {
    const DeviceMemory& memory = block.launch->memory;
    const std::uint64_t generation = memory.generation();
    if (generation != block.hits_generation) {
        block.hits.fill({});
        block.hits_generation = generation;
    }
    for (const MemoryHit& hit : block.hits) {
        if (hit.contains(address, bytes)) return hit;
    }
    const std::optional<MemoryHit> found = memory.find(address, bytes);
    // The device's malloc and free do not change the generation.
    if (found.has_value() && found->kind != MemoryKind::HeapPiece) {
        block.hits[block.next_hit++ % block.hits.size()] = *found;
    }
    return found;
}

std::uint32_t natural_alignment(std::uint32_t bytes) {
    return std::has_single_bit(bytes) ? std::min<std::uint32_t>(bytes, 32) : 1;
}

// The kind of an address: generic, or an offset into the block's shared memory, or one from it into its cluster's.
enum class AddressKind : std::uint32_t { Generic, Shared, Cluster };

struct Access {
    std::uint64_t address;
    std::uint64_t bytes;
    std::uint32_t alignment;
    SiteId site;
    AccessKind kind;
    AddressKind is;
};

bool is_shared_access(const ThreadState& thread, const Access& access) {
    if ((access.address & (access.alignment - 1)) != 0) return false;
    if (access.is == AddressKind::Cluster) return is_in_cluster(thread, access.address, access.bytes);
    return Area{0, thread.block->shared_bytes}.contains(access.address, access.bytes);
}

bool is_allowed(const ThreadState& thread, const Access& access, Extent* extent, FaultInfo& problem) {
    if (access.is == AddressKind::Generic) {
        return check_access(thread, access.address, access.bytes, access.alignment, access.kind, extent, problem);
    }
    if (is_shared_access(thread, access)) return true;
    problem = {.kind = FaultKind::SharedAccess,
               .thread = &thread,
               .address = access.address,
               .bytes = access.bytes,
               .alignment = access.alignment,
               .access = access.kind};
    return false;
}

void check_or_fault(const ThreadState& thread, const Access& access, Extent* extent) {
    FaultInfo problem;
    if (is_allowed(thread, access, extent, problem)) return;
    problem.site = access.site;
    raise_fault(problem);
}

// One lane's access. Where in the block the lane is matters only for the report.
void check_lane_or_fault(const ThreadState& group, std::uint32_t lane, const Access& access, Extent* extent) {
    FaultInfo problem;
    if (is_allowed(group, access, extent, problem)) return;
    ThreadState thread = group;
    group.block->block->locate(thread, group.thread + lane);
    check_or_fault(thread, access, extent);
}

// Words as words: another thread must not see half of one.
template <typename Unit>
bool copy_as(std::byte* to, const std::byte* from, std::uint32_t bytes) {
    if (bytes != sizeof(Unit)) return false;
    std::memcpy(to, from, sizeof(Unit));
    return true;
}

void copy_unit(std::byte* to, const std::byte* from, std::uint32_t bytes) {
    if (copy_as<std::uint32_t>(to, from, bytes) || copy_as<std::uint64_t>(to, from, bytes) ||
        copy_as<std::uint16_t>(to, from, bytes)) {
        return;
    }
    std::memcpy(to, from, bytes);
}

}  // namespace

bool check_access(const ThreadState& thread, std::uint64_t address, std::uint64_t bytes, std::uint32_t alignment,
                  AccessKind kind, Extent* extent, FaultInfo& problem) {
    problem = {.kind = FaultKind::Access,
               .thread = &thread,
               .address = address,
               .bytes = bytes,
               .alignment = alignment,
               .access = kind};
    if ((address & (alignment - 1)) != 0) return false;
    Block& block = *thread.block->block;
    const bool reads = kind == AccessKind::Read || kind == AccessKind::ReadOnly;
    if (const std::optional<MemoryHit> hit = find(block, address, bytes); hit.has_value()) {
        if (hit->read_only() && !reads) return false;
        // A hit of a plain read is used for writes as well.
        const bool lasting = hit->kind != MemoryKind::HeapPiece && (!hit->read_only() || kind == AccessKind::ReadOnly);
        if (lasting) remember(extent, {hit->begin, hit->bytes});
        return true;
    }
    // The next block has other neighbours, so these are not cached.
    if (thread.block->cluster_blocks > 1 && is_in_cluster(thread, address - number(thread.block->shared), bytes))
        return true;
    for (const Area& area : {shared_area(thread), local_area(thread)}) {
        if (area.contains(address, bytes)) return true;
    }
    return parameter_area(thread).contains(address, bytes) && reads;
}

void rf_check(ThreadState* thread, std::uint64_t address, std::uint32_t bytes, SiteId site, AccessKind kind,
              Extent* extent) {
    check_or_fault(*thread, {address, bytes, natural_alignment(bytes), site, kind, AddressKind::Generic}, extent);
}

void rf_check_range(ThreadState* thread, std::uint64_t address, std::uint64_t bytes, std::uint32_t alignment,
                    SiteId site, AccessKind kind, std::uint32_t shared) {
    if (bytes == 0) return;
    check_or_fault(*thread, {address, bytes, alignment, site, kind, static_cast<AddressKind>(shared)}, nullptr);
}

void rf_check_lanes(ThreadState* thread, std::uint64_t address, std::int64_t stride, std::uint32_t bytes, SiteId site,
                    AccessKind kind, std::uint32_t shared, Extent* extent) {
    // All at once, if they are next to each other.
    FaultInfo problem;
    if (shared == 0 && stride == bytes &&
        check_access(*thread, address, std::uint64_t{bytes} * thread->lanes, natural_alignment(bytes), kind, extent,
                     problem)) {
        return;
    }
    for (std::uint32_t i = 0; i < thread->lanes; ++i) {
        const std::uint64_t at = address + i * static_cast<std::uint64_t>(stride);
        check_lane_or_fault(
            *thread, i, {at, bytes, natural_alignment(bytes), site, kind, static_cast<AddressKind>(shared)}, extent);
    }
}

void rf_check_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                   SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent) {
    for (std::uint32_t i = 0; i < thread->lanes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        check_lane_or_fault(
            *thread, i, {addresses[i], bytes, natural_alignment(bytes), site, kind, static_cast<AddressKind>(shared)},
            extent);
    }
}

void rf_read_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                  SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent, std::byte* data) {
    rf_check_each(thread, addresses, mask, bytes, site, kind, shared, extent);
    const std::uint64_t begin = shared != 0 ? number(thread->block->shared) : 0;
    for (std::uint32_t i = 0; i < thread->lanes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        copy_unit(data + std::size_t{i} * bytes, reinterpret_cast<const std::byte*>(begin + addresses[i]), bytes);
    }
}

void rf_write_each(ThreadState* thread, const std::uint64_t* addresses, std::uint32_t mask, std::uint32_t bytes,
                   SiteId site, AccessKind kind, std::uint32_t shared, Extent* extent, const std::byte* data) {
    rf_check_each(thread, addresses, mask, bytes, site, kind, shared, extent);
    const std::uint64_t begin = shared != 0 ? number(thread->block->shared) : 0;
    for (std::uint32_t i = 0; i < thread->lanes; ++i) {
        if ((mask >> i & 1) == 0) continue;
        copy_unit(reinterpret_cast<std::byte*>(begin + addresses[i]), data + std::size_t{i} * bytes, bytes);
    }
}

void rf_check_local(ThreadState* thread, std::uint64_t address, std::uint32_t bytes, SiteId site, AccessKind kind) {
    const std::uint32_t alignment = natural_alignment(bytes);
    if (local_area(*thread).contains(address, bytes) && address % alignment == 0) return;
    raise_fault({.kind = FaultKind::LocalAccess,
                 .thread = thread,
                 .site = site,
                 .address = address,
                 .bytes = bytes,
                 .alignment = alignment,
                 .access = kind});
}

void rf_check_cluster(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site, AccessKind kind) {
    check_or_fault(*thread, {offset, bytes, natural_alignment(bytes), site, kind, AddressKind::Cluster}, nullptr);
}

void rf_check_shared(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site, AccessKind kind) {
    check_or_fault(*thread, {offset, bytes, natural_alignment(bytes), site, kind, AddressKind::Shared}, nullptr);
}

void rf_fault_shared(ThreadState* thread, std::uint64_t offset, std::uint32_t bytes, SiteId site, AccessKind kind) {
    const std::uint32_t alignment = natural_alignment(bytes);
    raise_fault({.kind = FaultKind::SharedAccess,
                 .thread = thread,
                 .site = site,
                 .address = offset,
                 .bytes = bytes,
                 .alignment = alignment,
                 .access = kind});
}

std::uint64_t rf_is_shared(ThreadState* thread, std::uint64_t address) {
    return shared_area(*thread).contains(address, 1) ? 1 : 0;
}

std::uint64_t rf_is_cluster_shared(ThreadState* thread, std::uint64_t address) {
    return is_in_cluster(*thread, address - number(thread->block->shared), 1) ? 1 : 0;
}

std::uint64_t rf_is_local(ThreadState* thread, std::uint64_t address) {
    const Area all{number(thread->local_begin), number(thread->local_end) - number(thread->local_begin)};
    return all.contains(address, 1) ? 1 : 0;
}

std::uint64_t rf_is_const(ThreadState* thread, std::uint64_t address) {
    const std::optional<MemoryHit> hit = find(*thread->block->block, address, 1);
    return hit.has_value() && hit->kind == MemoryKind::Constant ? 1 : 0;
}

std::uint64_t rf_is_param(ThreadState* thread, std::uint64_t address) {
    return parameter_area(*thread).contains(address, 1) ? 1 : 0;
}

// As on the card, everything that is in no other window.
std::uint64_t rf_is_global(ThreadState* thread, std::uint64_t address) {
    const std::uint64_t other = rf_is_cluster_shared(thread, address) | rf_is_local(thread, address) |
                                rf_is_const(thread, address) | rf_is_param(thread, address);
    return other == 0 ? 1 : 0;
}

}  // namespace ringfence::softgpu
