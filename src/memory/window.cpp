#include "memory/window.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/memory_file.h"
#include "memory/sink_budget.h"

namespace ringfence::memory {

namespace {

// Unused addresses at both ends of a window.
constexpr std::uint64_t unused_bytes = std::uint64_t{2} << 20;

std::optional<Extent> find_in(const std::map<Address, std::uint64_t>& ranges, Address address, ExtentKind kind) {
    auto range = ranges.upper_bound(address);
    if (range == ranges.begin()) return std::nullopt;
    --range;
    if (address - range->first >= range->second) return std::nullopt;
    return Extent{range->first, range->second, kind};
}

Error no_host_memory(Address address) {
    return Error::bad_input(fmt::format("no host memory begins at {:#x}", address))
        .with_status(cuda_status::invalid_value);
}

std::shared_ptr<Account> account_for(const WindowOptions& options) {
    if (options.account) return options.account;
    SessionLimits limits;
    limits[Limit::DeviceMemory] = options.quota;
    limits[Limit::HostMemory] = options.host_quota;
    limits[Limit::HostSegments] = options.largest_host_segments;
    return Account::create({.limits = limits});
}

// The number of bytes from the first of a box to its last; nothing on overflow.
std::optional<std::uint64_t> span_of(const backend::Box& box, const backend::BoxSize& size) {
    std::uint64_t rows = 0;
    std::uint64_t slices = 0;
    std::uint64_t total = 0;
    if (__builtin_mul_overflow(size.height - 1, box.pitch, &rows)) return std::nullopt;
    if (__builtin_add_overflow(rows, size.width, &rows)) return std::nullopt;
    if (size.height > 1 && box.pitch < size.width) return std::nullopt;
    if (size.depth > 1 && box.slice < rows) return std::nullopt;
    if (__builtin_mul_overflow(size.depth - 1, box.slice, &slices)) return std::nullopt;
    if (__builtin_add_overflow(rows, slices, &total)) return std::nullopt;
    return total;
}

}  // namespace

// Commits chunks within the quota, and clears them if necessary.
class Window::Chunks : public ChunkSource {
public:
    explicit Chunks(Window& window) : window_(window) {}

    std::uint64_t granularity() const override { return window_.space_->granularity(); }

    Result<void> commit(Address address, std::uint64_t bytes) override {
        const std::uint64_t largest = window_.options_.piece_bytes;
        RF_RETURN_IF_ERROR(window_.commit_memory(address, bytes, largest == 0 ? bytes : largest));
        for (std::uint64_t at = 0; at < bytes; at += largest == 0 ? bytes : largest)
            window_.heap_pieces_[address + at] = largest == 0 ? bytes : std::min(largest, bytes - at);
        return {};
    }

    bool may_decommit() const override { return window_.is_idle() && !is_clearing(); }

    Result<void> decommit(Address address, std::uint64_t bytes) override {
        return window_.decommit_heap(address, bytes);
    }

private:
    // Memory that is being cleared is in use, though by none of the session's streams. A device that cannot answer is
    // broken, and uses nothing. When clearing is known to be done, the driver is not queried again: a client that keeps
    // asking for too much memory would otherwise keep the driver's lock from all others.
    bool is_clearing() const {
        if (times_found_clear_ == window_.times_cleared_) return false;
        const Result<bool> is_done = window_.clearing_->is_done();
        if (is_done.ok() && !is_done.value()) return true;
        times_found_clear_ = window_.times_cleared_;
        return false;
    }

    Window& window_;
    mutable std::uint64_t times_found_clear_ = 0;
};

Result<void> Window::commit_memory(Address address, std::uint64_t bytes, std::uint64_t largest) {
    RF_RETURN_IF_ERROR(account_->try_take(Limit::DeviceMemory, bytes));
    Result<void> committed = check_idle(bytes);
    if (committed.ok()) committed = commit_pieces(address, bytes, largest);
    if (committed.ok() && options_.clears_fresh_memory) {
        for (std::uint64_t at = 0; committed.ok() && at < bytes; at += largest)
            committed = clear(address + at, std::min(largest, bytes - at));
        if (!committed.ok()) (void)space_->decommit(address, bytes);
    }
    if (!committed.ok()) account_->give_back(Limit::DeviceMemory, bytes);
    return committed;
}

Result<void> Window::decommit_heap(Address address, std::uint64_t bytes) {
    auto piece = heap_pieces_.lower_bound(address);
    while (piece != heap_pieces_.end() && piece->first - address < bytes) {
        RF_RETURN_IF_ERROR(decommit_piece(piece->first, piece->second));
        piece = heap_pieces_.erase(piece);
    }
    return {};
}

Window::Window(backend::Device& device, const WindowOptions& options, std::unique_ptr<backend::AddressSpace> space)
    : device_(device),
      options_(options),
      account_(account_for(options)),
      space_(std::move(space)),
      mover_(options.store ? std::make_unique<Mover>(device, *space_, options.store, account_) : nullptr),
      chunks_(std::make_unique<Chunks>(*this)),
      heap_(std::make_unique<Heap>(*chunks_, space_->begin() + unused_bytes, space_->bytes() / 2 - unused_bytes,
                                   options.heap)),
      host_addresses_(space_->host_begin(), space_->bytes() / 2 - unused_bytes) {}

Window::~Window() {
    // Charges are returned only after the addresses are freed, so that the memory is really free when others get it.
    last_host_ = Account::Holding(account_, Limit::HostMemory, host_bytes_);
    last_pieces_ = Account::Holding(account_, Limit::HostSegments, host_pieces_);
    std::uint64_t device = 0;
    for (const auto& [address, bytes] : heap_pieces_)
        device += shared_chunks_.contains(address) ? 0 : bytes;
    last_device_ = Account::Holding(account_, Limit::DeviceMemory, device);
}

Result<std::unique_ptr<Window>> Window::create(backend::Device& device, const WindowOptions& options) {
    RF_TRY(auto space, device.create_address_space({.bytes = options.bytes,
                                                    .zone_bytes = options.zone_bytes,
                                                    .has_sinks = options.has_sinks,
                                                    .sink_bytes = options.sink_bytes}));
    std::unique_ptr<Window> window(new Window(device, options, std::move(space)));
    if (options.has_sinks) {
        RF_TRY(window->sink_, window->account_->hold(Limit::DeviceMemory, sink_footprint(options.sink_bytes)));
    }
    if (options.clears_fresh_memory) RF_RETURN_IF_ERROR(window->prepare_clearing());
    // Now, since later it might have to wait for kernels to end.
    if (window->needs_quiet() && options.quota != 0) RF_RETURN_IF_ERROR(window->heap_->prepare());
    return window;
}

guard::Window Window::geometry() const {
    return {begin(), static_cast<unsigned>(std::countr_zero(bytes()))};
}

bool Window::is_idle() const {
    if (!is_idle_ || is_idle_()) return true;
    was_busy_ = true;
    return false;
}

Result<void> Window::check_idle(std::uint64_t bytes) const {
    if (!needs_quiet() || is_idle()) return {};
    return Error::bad_input(
               fmt::format("{} bytes of memory can only be put into the window, or taken from it, while none "
                           "of its kernels runs",
                           bytes))
        .with_remedy("wait for the kernels to end, or allocate before they are launched")
        .with_status(cuda_status::out_of_memory);
}

Result<void> Window::prepare_clearing() {
    RF_TRY(clearing_stream_, device_.create_stream());
    RF_TRY(clearing_, device_.create_event({.timing = false}));
    return {};
}

Result<void> Window::clear(Address address, std::uint64_t bytes) {
    RF_RETURN_IF_ERROR(device_.fill(*clearing_stream_, address, 0, 4, bytes / 4));
    RF_RETURN_IF_ERROR(clearing_stream_->record(*clearing_));
    ++times_cleared_;
    return {};
}

Result<Address> Window::allocate(std::uint64_t bytes, std::uint64_t alignment) {
    take_back_lent();
    RF_TRY(const Address address, heap_->allocate(bytes, alignment));
    space_->announce(address, bytes);
    return address;
}

Result<void> Window::release(Address address) {
    // Other sessions still use the memory. This session may no longer, and no new allocation gets its addresses.
    if (is_lent(address)) {
        space_->retract(address);
        freed_.insert(lease_.extract(address));
        return {};
    }
    RF_RETURN_IF_ERROR(heap_->release(address));
    lease_.erase(address);
    space_->retract(address);
    return {};
}

bool Window::is_allocation(Address address) const {
    const auto found = heap_->find(address);
    return found && found->address == address && !freed_.contains(address);
}

Result<HostSegment> Window::allocate_host(std::uint64_t bytes) {
    RF_TRY(const std::uint64_t rounded, whole_host_pieces(bytes));
    return take_host(rounded, bytes, {});
}

Result<void> Window::check_host(std::uint64_t bytes) const {
    RF_TRY(const std::uint64_t rounded, whole_host_pieces(bytes));
    return account_->check_own(Limit::HostMemory, rounded);
}

Result<std::uint64_t> Window::whole_host_pieces(std::uint64_t bytes) const {
    const auto rounded = round_up(bytes, space_->host_granularity());
    if (bytes != 0 && rounded) return *rounded;
    return Error::bad_input(fmt::format("host memory of {} bytes", bytes)).with_status(cuda_status::invalid_value);
}

Result<HostSegment> Window::attach_host(UniqueFd file, std::uint64_t bytes) {
    if (bytes == 0 || bytes % space_->host_granularity() != 0) {
        return Error::bad_input(fmt::format("shared memory of {} bytes; this device takes multiples of {}", bytes,
                                            space_->host_granularity()))
            .with_status(cuda_status::invalid_value);
    }
    return take_host(bytes, bytes, std::move(file));
}

// Without a file: new memory. `wanted`: the size that the program requested, beyond which accesses are errors.
Result<HostSegment> Window::take_host(std::uint64_t bytes, std::uint64_t wanted, UniqueFd file) {
    RF_TRY(Account::Holding piece, account_->hold(Limit::HostSegments));
    RF_TRY(Account::Holding memory, account_->hold(Limit::HostMemory, bytes));
    RF_TRY(HostSegment segment, put_host(bytes, wanted, std::move(file)));
    // Returned when the segment is released, not here.
    piece.keep();
    memory.keep();
    return segment;
}

Result<HostSegment> Window::put_host(std::uint64_t bytes, std::uint64_t wanted, UniqueFd file) {
    RF_RETURN_IF_ERROR(check_idle(bytes));
    if (!file) {
        RF_TRY(file, create_memory_file("ringfence-host", bytes));
    }
    const auto address = host_addresses_.take(bytes, space_->host_granularity());
    if (!address) {
        return Error::bad_input(fmt::format("the window has no {} addresses in a row left for host memory", bytes))
            .with_status(cuda_status::out_of_memory);
    }
    if (auto attached = space_->attach_host(*address, file.get(), bytes); !attached) {
        host_addresses_.give_back(*address, bytes);
        return attached.take_error();
    }
    space_->announce(*address, wanted);
    host_.emplace(*address, bytes);
    host_bytes_ += bytes;
    ++host_pieces_;
    return HostSegment{*address, bytes, std::move(file)};
}

Result<void> Window::release_host(Address address) {
    RF_RETURN_IF_ERROR(retire_host(address));
    return drop_host(address);
}

Result<void> Window::retire_host(Address address) {
    const auto segment = host_.find(address);
    if (segment == host_.end()) return no_host_memory(address);
    space_->retract(address);
    retired_host_.insert(*segment);
    host_.erase(segment);
    return {};
}

Result<void> Window::drop_host(Address address) {
    const auto segment = retired_host_.find(address);
    if (segment == retired_host_.end()) return no_host_memory(address);
    const std::uint64_t bytes = segment->second;
    RF_RETURN_IF_ERROR(check_idle(bytes));
    RF_RETURN_IF_ERROR(space_->detach_host(address, bytes));
    retired_host_.erase(segment);
    host_bytes_ -= bytes;
    --host_pieces_;
    account_->give_back(Limit::HostMemory, bytes);
    account_->give_back(Limit::HostSegments, 1);
    host_addresses_.give_back(address, bytes);
    return {};
}

Result<NewSegment> Window::create_segment(std::uint64_t bytes) {
    const auto rounded = round_up(bytes, space_->granularity());
    if (bytes == 0 || !rounded) {
        return Error::bad_input(fmt::format("a segment of {} bytes", bytes)).with_status(cuda_status::invalid_value);
    }
    auto address = commit_apart(*rounded);
    if (!address && chunks_->may_decommit()) {
        // The heap may keep unused chunks.
        heap_->trim();
        address = commit_apart(*rounded);
    }
    if (!address) return address.take_error();
    auto placed = space_->share(address.value());
    if (!placed) {
        if (space_->decommit(address.value(), *rounded)) account_->give_back(Limit::DeviceMemory, *rounded);
        heap_->give_addresses_back(address.value(), *rounded);
        return placed.take_error();
    }
    NewSegment segment;
    segment.address = address.value();
    segment.range.bytes = bytes;
    segment.range.pieces.push_back(note_piece(placed.take()));
    attached_[segment.address] = {segment.address, *rounded, segment.range};
    return segment;
}

Result<Address> Window::commit_apart(std::uint64_t bytes) {
    const auto address = heap_->take_addresses(bytes);
    if (!address) {
        return Error::bad_input(fmt::format("the window has no {} addresses in a row left", bytes))
            .with_status(cuda_status::out_of_memory);
    }
    auto committed = commit_memory(*address, bytes, bytes);
    if (committed) return *address;
    heap_->give_addresses_back(*address, bytes);
    return committed.take_error();
}

void Window::release_all_but(Address host_segment) {
    freed_.clear();
    lease_.clear();
    for (const Allocation& allocation : heap_->allocations())
        (void)release(allocation.address);
    if (chunks_->may_decommit()) heap_->trim();
    while (!attached_.empty()) {
        const Address address = attached_.begin()->first;
        (void)retire_shared(address);
        if (!drop_shared(address)) attached_.erase(address);
    }
    drop_all_reserved();
    std::vector<Address> segments;
    for (const auto& [address, bytes] : host_) {
        if (address != host_segment) segments.push_back(address);
    }
    for (const Address address : segments)
        (void)retire_host(address);
    while (!retired_host_.empty()) {
        const Address address = retired_host_.begin()->first;
        if (!drop_host(address)) retired_host_.erase(address);
    }
    variables_.clear();
}

Result<Extent> Window::check(Address address, std::uint64_t bytes) const {
    std::optional<Extent> extent;
    if (const auto allocation = heap_->find(address); allocation && !freed_.contains(allocation->address)) {
        extent = Extent{allocation->address, allocation->bytes, ExtentKind::Device};
    } else if (!(extent = find_in(host_, address, ExtentKind::Host)) &&
               !(extent = find_in(shared_, address, ExtentKind::Device)) && !(extent = find_mapped(address))) {
        extent = find_in(variables_, address, ExtentKind::Variable);
    }
    if (bytes > 0 && extent && bytes <= extent->bytes - (address - extent->begin)) return *extent;
    return not_inside(address, bytes);
}

Result<Extent> Window::check_box(const backend::Box& box, const backend::BoxSize& size) const {
    if (size.width == 0 || size.height == 0 || size.depth == 0) return not_inside(box.address, 0);
    const auto bytes = span_of(box, size);
    if (bytes) return check(box.address, *bytes);
    return Error::bad_input(fmt::format("{} x {} x {} bytes at {:#x} do not fit rows of {} and slices of {} bytes",
                                        size.width, size.height, size.depth, box.address, box.pitch, box.slice))
        .with_status(cuda_status::invalid_value);
}

Error Window::not_inside(Address address, std::uint64_t bytes) const {
    std::string text = fmt::format("{} bytes at {:#x} are not inside one allocation", bytes, address);
    if (const auto below = heap_->at_or_below(address)) {
        text += fmt::format("; the one before begins at {:#x} and has {} bytes", below->address, below->bytes);
    }
    if (const auto above = heap_->above(address)) {
        text += fmt::format("; the one after begins at {:#x}", above->address);
    }
    return Error::bad_input(std::move(text)).with_status(cuda_status::invalid_value);
}

WindowStatistics Window::statistics() const {
    WindowStatistics statistics{heap_->statistics(), host_.size(), host_bytes_, 0, residence().away};
    for (const auto& [address, attached] : attached_)
        statistics.foreign_bytes += attached.bytes;
    for (const auto& [address, mapped] : mapped_)
        statistics.foreign_bytes += mapped.bytes;
    return statistics;
}

}  // namespace ringfence::memory
