// Memory that the session maps at addresses of its choice: CUDA's virtual memory management.
#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "memory/window.h"

namespace ringfence::memory {

namespace {

Error not_mapped(Address address, std::uint64_t bytes) {
    return Error::bad_input(fmt::format("{} bytes at {:#x} are not what was mapped there", bytes, address))
        .with_status(cuda_status::invalid_value);
}

}  // namespace

Result<Address> Window::reserve(std::uint64_t bytes, std::uint64_t alignment) {
    const auto rounded = round_up(bytes, space_->granularity());
    if (bytes == 0 || !rounded || !std::has_single_bit(alignment)) {
        return Error::bad_input(fmt::format("{} addresses, aligned to {}", bytes, alignment))
            .with_status(cuda_status::invalid_value);
    }
    const auto address = heap_->take_addresses(*rounded, alignment);
    if (!address) {
        return Error::bad_input(fmt::format("the window has no {} addresses in a row left", *rounded))
            .with_remedy("reserve less at a time; a window has half as many addresses as it is large")
            .with_status(cuda_status::out_of_memory);
    }
    reserved_[*address] = *rounded;
    return *address;
}

Result<void> Window::free_reserved(Address address) {
    const auto reserved = reserved_.find(address);
    if (reserved == reserved_.end()) {
        return Error::bad_input(fmt::format("no addresses were reserved at {:#x}", address))
            .with_status(cuda_status::invalid_value);
    }
    const auto first = mapped_.lower_bound(address);
    if (first != mapped_.end() && first->first - address < reserved->second) {
        return Error::bad_input(
                   fmt::format("there is memory at {:#x}, within what was reserved at {:#x}", first->first, address))
            .with_remedy("unmap it first")
            .with_status(cuda_status::invalid_value);
    }
    heap_->give_addresses_back(address, reserved->second);
    reserved_.erase(reserved);
    return {};
}

Result<void> Window::map(Address address, const SharedRange& range) {
    const std::uint64_t bytes = range.piece_bytes();
    auto reserved = reserved_.upper_bound(address);
    const bool is_inside = reserved != reserved_.begin() &&
                           (--reserved, address - reserved->first < reserved->second) &&
                           bytes <= reserved->second - (address - reserved->first);
    if (!is_inside) {
        return Error::bad_input(fmt::format("{} bytes at {:#x} are not inside what was reserved", bytes, address))
            .with_status(cuda_status::invalid_value);
    }
    RF_RETURN_IF_ERROR(check_idle(bytes));
    if (auto put = put_pieces_at(address, range); !put) {
        return put.take_error().with_status(cuda_status::invalid_value);
    }
    mapped_[address] = {address, bytes, range};
    usable_.give_back(address, bytes);
    space_->announce(address, bytes);
    return {};
}

std::size_t Window::count_mapped(Address address, std::uint64_t bytes) const {
    Address at = address;
    std::size_t count = 0;
    for (auto mapped = mapped_.find(address); at - address < bytes; ++mapped, ++count) {
        if (mapped == mapped_.end() || mapped->first != at) return 0;
        at += mapped->second.bytes;
    }
    return at - address == bytes ? count : 0;
}

Result<void> Window::retire_mapped(Address address, std::uint64_t bytes) {
    if (!is_mapped(address, bytes) || !usable_.take_at(address, bytes)) return not_mapped(address, bytes);
    for (auto mapped = mapped_.find(address); mapped != mapped_.end() && mapped->first - address < bytes; ++mapped)
        space_->retract(mapped->first);
    return {};
}

Result<void> Window::drop_mapped(Address address, std::uint64_t bytes) {
    if (!is_mapped(address, bytes) || usable_.find(address)) return not_mapped(address, bytes);
    RF_RETURN_IF_ERROR(check_idle(bytes));
    RF_RETURN_IF_ERROR(space_->decommit(address, bytes));
    mapped_.erase(mapped_.find(address), mapped_.lower_bound(address + bytes));
    return {};
}

std::optional<Extent> Window::find_mapped(Address address) const {
    const auto found = usable_.find(address);
    if (!found) return std::nullopt;
    return Extent{found->first, found->second, ExtentKind::Device};
}

void Window::drop_all_reserved() {
    while (!mapped_.empty()) {
        const auto [address, bytes] = std::pair(mapped_.begin()->first, mapped_.begin()->second.bytes);
        (void)retire_mapped(address, bytes);
        if (!drop_mapped(address, bytes)) mapped_.erase(address);
    }
    while (!reserved_.empty()) {
        const Address address = reserved_.begin()->first;
        (void)free_reserved(address);
    }
}

}  // namespace ringfence::memory
