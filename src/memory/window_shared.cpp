// Memory that is mapped in several windows: docs/shared-memory.md.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "memory/window.h"

namespace ringfence::memory {

namespace {

Error nothing_shared(Address address) {
    return Error::bad_input(fmt::format("no shared memory was attached at {:#x}", address))
        .with_status(cuda_status::invalid_value);
}

}  // namespace

bool Window::is_lent(Address allocation) {
    const auto lease = lease_.find(allocation);
    return lease != lease_.end() && !lease->second.expired();
}

void Window::take_back_lent() {
    for (auto freed = freed_.begin(); freed != freed_.end();) {
        if (!freed->second.expired()) {
            ++freed;
            continue;
        }
        (void)heap_->release(freed->first);
        freed = freed_.erase(freed);
    }
}

std::shared_ptr<Piece> Window::note_piece(backend::PlacedPiece placed) {
    // Takes over the charge from when the memory was committed.
    auto piece = std::make_shared<Piece>(Account::Holding(account_, Limit::DeviceMemory, placed.piece->bytes()),
                                         std::move(placed.piece));
    std::erase_if(lent_, [](const std::weak_ptr<Piece>& one) { return one.expired(); });
    lent_.push_back(piece);
    return piece;
}

// An allocation may lie in several chunks, which were committed separately.
Result<std::vector<std::shared_ptr<Piece>>> Window::share_chunks(Address address, std::uint64_t bytes,
                                                                 std::uint64_t& offset) {
    std::vector<std::shared_ptr<Piece>> pieces;
    for (Address at = address; at < address + bytes;) {
        RF_TRY(backend::PlacedPiece placed, space_->share(at));
        if (pieces.empty()) offset = address - placed.begin;
        at = placed.begin + placed.piece->bytes();
        std::shared_ptr<Piece>& piece = shared_chunks_[placed.begin];
        if (!piece) piece = note_piece(std::move(placed));
        pieces.push_back(piece);
    }
    return pieces;
}

Result<SharedRange> Window::share(Address allocation) {
    const auto found = heap_->find(allocation);
    if (!found || found->address != allocation || freed_.contains(allocation)) return not_inside(allocation, 1);
    SharedRange range;
    range.bytes = found->bytes;
    RF_TRY(range.pieces, share_chunks(allocation, found->bytes, range.offset));
    range.lease = lease_[allocation].lock();
    if (!range.lease) lease_[allocation] = range.lease = std::make_shared<char>();
    return range;
}

Result<Address> Window::attach(const SharedRange& range) {
    RF_RETURN_IF_ERROR(check_idle(range.bytes));
    RF_TRY(const Address begin, put_pieces(range));
    const Address address = begin + range.offset;
    attached_[address] = {begin, range.piece_bytes(), range};
    shared_[address] = range.bytes;
    space_->announce(address, range.bytes);
    return address;
}

Result<Address> Window::put_pieces(const SharedRange& range) {
    const std::uint64_t bytes = range.piece_bytes();
    const auto begin = heap_->take_addresses(bytes);
    if (!begin) {
        return Error::bad_input(fmt::format("the window has no {} addresses in a row left", bytes))
            .with_status(cuda_status::out_of_memory);
    }
    if (auto put = put_pieces_at(*begin, range); !put) {
        heap_->give_addresses_back(*begin, bytes);
        return put.take_error();
    }
    return *begin;
}

// Maps all pieces or none.
Result<void> Window::put_pieces_at(Address begin, const SharedRange& range) {
    Address at = begin;
    for (const std::shared_ptr<Piece>& piece : range.pieces) {
        if (auto put = space_->put_piece(at, piece->memory); !put) {
            if (at != begin) (void)space_->decommit(begin, at - begin);
            return put.take_error();
        }
        at += piece->bytes();
    }
    return {};
}

Result<void> Window::retire_shared(Address address) {
    if (shared_.erase(address) == 0) return nothing_shared(address);
    space_->retract(address);
    return {};
}

Result<void> Window::drop_shared(Address address) {
    const auto attached = attached_.find(address);
    if (attached == attached_.end() || shared_.contains(address)) return nothing_shared(address);
    const auto [begin, bytes] = std::pair(attached->second.begin, attached->second.bytes);
    RF_RETURN_IF_ERROR(check_idle(bytes));
    RF_RETURN_IF_ERROR(space_->decommit(begin, bytes));
    heap_->give_addresses_back(begin, bytes);
    attached_.erase(attached);
    return {};
}

std::vector<std::shared_ptr<Piece>> Window::lent() const {
    std::vector<std::shared_ptr<Piece>> pieces;
    for (const std::weak_ptr<Piece>& one : lent_) {
        if (auto piece = one.lock()) pieces.push_back(std::move(piece));
    }
    return pieces;
}

}  // namespace ringfence::memory
