#include "backend/cuda/reservations.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "backend/cuda/step_back.h"
#include "backend/reserved_addresses.h"
#include "backend/text.h"
#include "base/escape.h"

namespace ringfence::backend::cuda {

namespace {

// Addresses that the driver has granted instead of the requested ones; they are released in the end.
class Unwanted {
public:
    explicit Unwanted(const Context& context) : context_(context) {}
    Unwanted(const Unwanted&) = delete;
    Unwanted& operator=(const Unwanted&) = delete;
    ~Unwanted() {
        for (const auto& [begin, bytes] : pieces_) {
            context_.api().address_free(begin, bytes);
            step_back_for_others();
        }
    }
    void add(Address begin, std::uint64_t bytes) { pieces_.emplace_back(begin, bytes); }

private:
    const Context& context_;
    std::vector<std::pair<Address, std::uint64_t>> pieces_;
};

}  // namespace

// The driver first places reservations below 512 MiB in space of its own, whatever address is requested. When that
// space is used up it grants the requested address.
Result<void> reserve_addresses(const Context& context, Address begin, std::uint64_t bytes) {
    constexpr std::uint64_t at_will = std::uint64_t{512} << 20;
    const int tries = bytes < at_will ? 256 : 1;
    const auto doing = [&] { return "reserve " + bytes_at(bytes, begin) + " on the device"; };
    Unwanted unwanted(context);
    DevicePointer given = 0;
    for (int i = 0; i < tries; ++i) {
        RF_RETURN_IF_ERROR(context.check(context.api().address_reserve(&given, bytes, 0, begin, 0), doing));
        if (given == begin) return {};
        unwanted.add(given, bytes);
        step_back_for_others();
    }
    const std::string user = user_of(begin, bytes);
    return Error::bad_input("cannot " + doing() + ": the driver gives " + bytes_at(bytes, given) + " instead" +
                            (user.empty() ? "" : "; this process uses " + escape(user)))
        .with_status(status::out_of_memory);
}

CoveredReservations::~CoveredReservations() {
    for (const auto& [begin, bytes] : pieces_) {
        context_.api().address_free(begin, bytes);
        step_back_for_others();
    }
}

Result<void> CoveredReservations::reserve_piece(Address begin, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(reserve_addresses(context_, begin, bytes));
    if (sinks_ != nullptr) {
        if (Result<void> covered = sinks_->cover(begin, bytes); !covered.ok()) {
            context_.api().address_free(begin, bytes);
            return covered;
        }
    }
    pieces_.emplace(begin, bytes);
    return {};
}

Result<void> CoveredReservations::reserve(Address begin, std::uint64_t bytes, std::uint64_t unit) {
    const Address end = begin + bytes;
    for (Address at = begin; at != end;) {
        const std::uint64_t here = std::min(unit - at % unit, end - at);
        RF_RETURN_IF_ERROR(reserve_piece(at, here));
        at += here;
        step_back_for_others();
    }
    return {};
}

Result<void> CoveredReservations::cover_with(Sinks& sinks) {
    for (const auto& [begin, bytes] : pieces_) {
        RF_RETURN_IF_ERROR(sinks.cover(begin, bytes));
        step_back_for_others();
    }
    sinks_ = &sinks;
    return {};
}

Result<void> CoveredReservations::free_piece(Address begin, std::uint64_t bytes) {
    if (sinks_ != nullptr) RF_RETURN_IF_ERROR(sinks_->uncover(begin, bytes));
    return context_.check(context_.api().address_free(begin, bytes),
                          [&] { return "give up the addresses of " + bytes_at(bytes, begin); });
}

Result<void> CoveredReservations::give_up(Address begin, std::uint64_t bytes) {
    const Address end = begin + bytes;
    auto piece = pieces_.upper_bound(begin);
    if (piece != pieces_.begin() && std::prev(piece)->first + std::prev(piece)->second > begin) --piece;
    Address first = begin;
    Address last = end;
    while (piece != pieces_.end() && piece->first < end) {
        RF_RETURN_IF_ERROR(free_piece(piece->first, piece->second));
        first = std::min(first, piece->first);
        last = std::max(last, piece->first + piece->second);
        piece = pieces_.erase(piece);
    }
    // The rest of the first and last piece is reserved again.
    for (const auto& [from, to] : {std::pair{first, begin}, std::pair{end, last}}) {
        if (from == to) continue;
        if (Result<void> kept = reserve_piece(from, to - from); !kept.ok())
            return kept.take_error().with_status(status::launch_failed);
    }
    return {};
}

}  // namespace ringfence::backend::cuda
