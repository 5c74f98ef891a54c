#include "memory/mover.h"

#include <algorithm>
#include <utility>

namespace ringfence::memory {

using backend::Address;

Mover::~Mover() {
    if (stream_) (void)stream_->synchronize();
}

Result<backend::Stream*> Mover::stream() {
    if (!stream_) {
        RF_TRY(stream_, device_.create_stream());
    }
    return stream_.get();
}

Result<std::uint64_t> Mover::copy_out(const HostStore::Place& to, Address from) {
    for (std::uint64_t at = 0; at < to.bytes();) {
        const std::span<std::byte> piece = to.piece_at(at);
        RF_RETURN_IF_ERROR(device_.copy_to_host(*stream_, piece, from + at));
        at += piece.size();
    }
    return stream_->mark();
}

Result<std::uint64_t> Mover::copy_in(Address to, const HostStore::Place& from) {
    for (std::uint64_t at = 0; at < from.bytes();) {
        const std::span<const std::byte> piece = from.piece_at(at);
        RF_RETURN_IF_ERROR(device_.copy_to_device(*stream_, to + at, piece));
        at += piece.size();
    }
    return stream_->mark();
}

Result<bool> Mover::begin_out(const Leaving& leaving) {
    Away to;
    to.bytes = leaving.bytes;
    // Retried until it succeeds, so a full account does not count as a reached limit.
    const std::uint64_t taken = store_->footprint(leaving.bytes);
    RF_RETURN_IF_ERROR(account_->try_take(Limit::HostBacking, taken));
    to.charge = Account::Holding(account_, Limit::HostBacking, taken);
    RF_TRY(to.place, store_->take(leaving.bytes, leaving.purpose, leaving.soon));
    if (!to.place) return false;
    RF_TRY(backend::Stream * on, stream());
    if (leaving.after != nullptr) RF_RETURN_IF_ERROR(on->wait_for(*leaving.after));
    auto mark = copy_out(*to.place, leaving.address);
    if (!mark) {
        // The copy may be running, to a place that is about to be freed: so wait.
        (void)on->synchronize();
        return mark.take_error();
    }
    moving_.push_back({leaving.address, true, mark.value(), std::move(to)});
    return true;
}

Result<void> Mover::begin_in(Address address) {
    const Away& from = away_.at(address);
    RF_RETURN_IF_ERROR(stream());
    RF_RETURN_IF_ERROR(space_.commit(address, from.bytes));
    auto mark = copy_in(address, *from.place);
    if (!mark) {
        (void)stream_->synchronize();
        (void)space_.decommit(address, from.bytes);
        return mark.take_error();
    }
    moving_.push_back({address, false, mark.value(), {}});
    return {};
}

Result<std::uint64_t> Mover::poll() {
    std::uint64_t moved = 0;
    while (!moving_.empty()) {
        auto is_done = stream_->is_reached(moving_.front().mark);
        if (is_done.ok() && !is_done.value()) break;
        Moving moving = std::move(moving_.front());
        moving_.pop_front();
        if (!is_done.ok()) {
            undo(moving);
            return is_done.take_error();
        }
        RF_TRY(const std::uint64_t bytes, end(moving));
        moved += bytes;
    }
    return moved;
}

Result<std::uint64_t> Mover::end(Moving& moving) {
    if (moving.is_out) {
        const std::uint64_t bytes = moving.to.bytes;
        RF_RETURN_IF_ERROR(space_.decommit(moving.address, bytes));
        away_bytes_ += bytes;
        away_[moving.address] = std::move(moving.to);
        return bytes;
    }
    const auto from = away_.find(moving.address);
    const std::uint64_t bytes = from->second.bytes;
    away_bytes_ -= bytes;
    away_.erase(from);
    return bytes;
}

void Mover::undo(const Moving& moving) {
    if (!moving.is_out) (void)space_.decommit(moving.address, away_.at(moving.address).bytes);
}

bool Mover::is_moving(Address address) const {
    return std::any_of(moving_.begin(), moving_.end(), [&](const Moving& one) { return one.address == address; });
}

std::optional<Address> Mover::next_to_come() const {
    for (const auto& [address, away] : away_) {
        if (!is_moving(address)) return address;
    }
    return std::nullopt;
}

std::uint64_t Mover::waiting_bytes() const {
    std::uint64_t bytes = away_bytes_;
    for (const Moving& moving : moving_)
        bytes -= moving.is_out ? 0 : bytes_at(moving.address);
    return bytes;
}

std::uint64_t Mover::bytes_at(Address address) const {
    const auto found = away_.find(address);
    return found == away_.end() ? 0 : found->second.bytes;
}

void Mover::forget(Address address) {
    const auto found = away_.find(address);
    if (found == away_.end()) return;
    away_bytes_ -= found->second.bytes;
    away_.erase(found);
}

}  // namespace ringfence::memory
