// Moves pieces of a window's heap to the host and back, when the card is full.
// docs/memory-beyond-the-card.md.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "memory/window.h"

namespace ringfence::memory {

Error Window::device_is_full(std::uint64_t bytes) {
    shortage_ = std::min(shortage_.value_or(bytes), bytes);
    return Error::bad_input(fmt::format("the device has no room for {} more bytes", bytes))
        .with_status(cuda_status::out_of_memory);
}

Result<void> Window::commit_pieces(Address address, std::uint64_t bytes, std::uint64_t largest) {
    if (may_commit_ && !may_commit_(bytes)) return device_is_full(bytes);
    for (std::uint64_t at = 0; at < bytes; at += largest) {
        auto committed = space_->commit(address + at, std::min(largest, bytes - at));
        if (committed) continue;
        if (committed.error().status == cuda_status::out_of_memory) (void)device_is_full(bytes);
        if (at != 0) (void)space_->decommit(address, at);
        return committed;
    }
    return {};
}

// Shared memory is only unmapped: it is freed when the last owner releases it.
Result<void> Window::decommit_piece(Address address, std::uint64_t bytes) {
    if (mover_ && mover_->is_moving(address))
        return Error::internal(fmt::format("the memory at {:#x} is being moved", address));
    if (mover_ && mover_->is_away(address)) {
        mover_->forget(address);
    } else {
        RF_RETURN_IF_ERROR(space_->decommit(address, bytes));
    }
    if (shared_chunks_.erase(address) == 0) account_->give_back(Limit::DeviceMemory, bytes);
    return {};
}

// Shared memory is not movable, since others' work may use it at any time.
Residence Window::residence() const {
    Residence residence;
    if (!mover_) return residence;
    residence.away = mover_->away_bytes();
    for (const auto& [address, bytes] : heap_pieces_) {
        if (!shared_chunks_.contains(address) && !mover_->is_away(address)) residence.movable += bytes;
    }
    return residence;
}

Result<void> Window::move_out(std::uint64_t bytes, HostStore::Purpose purpose) {
    // From the end of the heap, which has the latest allocations.
    for (auto piece = heap_pieces_.rbegin(); piece != heap_pieces_.rend() && leaving_ < bytes; ++piece) {
        if (!mover_->may_begin()) return {};
        const auto [address, size] = *piece;
        if (shared_chunks_.contains(address) || mover_->is_away(address) || mover_->is_moving(address)) continue;
        RF_TRY(const bool has_begun,
               mover_->begin_out({address, size, purpose, bytes - leaving_ + size, clearing_.get()}));
        if (!has_begun) return {};
        leaving_ += size;
    }
    return {};
}

Result<void> Window::move_in() {
    while (mover_->may_begin()) {
        const std::optional<Address> address = mover_->next_to_come();
        if (!address) return {};
        const std::uint64_t bytes = mover_->bytes_at(*address);
        if (may_commit_ && !may_commit_(bytes)) return device_is_full(bytes);
        RF_RETURN_IF_ERROR(mover_->begin_in(*address));
    }
    return {};
}

Result<std::uint64_t> Window::end_moves() {
    if (!mover_) return std::uint64_t{0};
    auto moved = mover_->poll();
    const std::uint64_t ended = moved ? moved.value() : 0;
    leaving_ = mover_->is_moving() ? leaving_ - std::min(leaving_, ended) : 0;
    return moved;
}

}  // namespace ringfence::memory
