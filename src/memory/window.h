// One session's memory: its addresses, the memory there, and the check that every operation's ranges go through.
//
// The lower half of the window holds device memory (a Heap), the upper half host memory that worker, client and device
// see at the same addresses. Nothing lies at either end, so that pointers to just before and behind are the window's
// too. Beside them the window knows of variables of the session's modules, which the driver puts wherever it likes.
//
// Memory that a session gets holds zeros or its own old data, never another session's: see docs/memory.md. Not safe for
// several threads at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/account.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "guard/conditions/geometry.h"
#include "memory/address_ranges.h"
#include "memory/heap.h"
#include "memory/mover.h"
#include "memory/piece.h"

namespace ringfence::memory {

struct WindowOptions {
    std::uint64_t bytes = std::uint64_t{1} << 37;  // a power of two
    // For tenants whose kernels are fenced: unused addresses beside the window, and scratch memory behind all addresses
    // that hold nothing. Then memory may be committed, attached and taken away only while none of their kernels runs.
    std::uint64_t zone_bytes = 0;
    bool has_sinks = false;
    std::uint64_t sink_bytes = std::uint64_t{512} << 20;
    std::uint64_t quota = ~std::uint64_t{0};  // of committed device memory, and the sink
    std::uint64_t host_quota = std::uint64_t{64} << 30;
    std::uint32_t largest_host_segments = 1 << 16;
    // Where all memory is counted; its limits count instead of the three above. Null: the window counts alone.
    std::shared_ptr<Account> account = nullptr;
    // True if the device's fresh memory may hold data of others, so that it must be cleared.
    bool clears_fresh_memory = false;
    HeapOptions heap = {};
    // Where memory goes while the card is full; null: it stays. It is committed in pieces of at most `piece_bytes`, a
    // multiple of the device's granularity, since a piece moves as a whole.
    std::shared_ptr<HostStore> store = nullptr;
    std::uint64_t piece_bytes = 0;
};

enum class ExtentKind : std::uint8_t { Device, Host, Variable };

struct Extent {
    Address begin = 0;
    std::uint64_t bytes = 0;
    ExtentKind kind = ExtentKind::Device;
};

struct HostSegment {
    Address address = 0;
    std::uint64_t bytes = 0;  // whole pages
    UniqueFd file;
};

struct WindowStatistics {
    HeapStatistics device;
    std::uint64_t host_segments = 0;
    std::uint64_t host_bytes = 0;
    std::uint64_t foreign_bytes = 0;  // of pieces that others made, or that are segments
    std::uint64_t away_bytes = 0;     // of device memory, on the host
};

// Where a window's own device memory is.
struct Residence {
    std::uint64_t movable = 0;  // on the device, and could go
    std::uint64_t away = 0;     // on the host
};

// Memory that belongs to no allocation: made to be shared.
struct NewSegment {
    SharedRange range;
    Address address = 0;  // where it lies, retired: drop_shared() takes it away
};

class Window {
public:
    static Result<std::unique_ptr<Window>> create(backend::Device& device, const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    Address begin() const { return space_->begin(); }
    std::uint64_t bytes() const { return space_->bytes(); }
    // As fences know it.
    guard::Window geometry() const;
    // True if memory comes and goes only while the session is quiescent.
    bool needs_quiet() const { return space_->needs_quiet(); }

    Result<Address> allocate(std::uint64_t bytes, std::uint64_t alignment);
    // Nothing may be using it any more.
    Result<void> release(Address address);
    // True if an allocation begins there.
    bool is_allocation(Address address) const;

    // The caller sends the file to the client; the window keeps none.
    Result<HostSegment> allocate_host(std::uint64_t bytes);
    // Refuses sizes beyond the session's own limit, and looks at nothing that others use.
    Result<void> check_host(std::uint64_t bytes) const;
    // The same with a file of another process, whose size is sealed.
    Result<HostSegment> attach_host(UniqueFd file, std::uint64_t bytes);
    // Nothing may be using it any more. In two steps: from the first on no check lets it pass; with the second it is
    // gone, so all that passed a check before the first must be done by then.
    Result<void> release_host(Address address);
    Result<void> retire_host(Address address);
    Result<void> drop_host(Address address);
    bool is_host_segment(Address address) const { return host_.contains(address); }

    // The pieces that an allocation lies in, for other windows of the device. From the second time on they are the
    // same. Work that clears them must be done before another session gets them (clearing()). If that moves memory
    // nothing may be using it.
    Result<SharedRange> share(Address allocation);
    bool moves_to_share() const { return space_->moves_to_share(); }
    // Fresh memory of so many bytes for that purpose; the same holds for it.
    Result<NewSegment> create_segment(std::uint64_t bytes);
    // Puts another window's range here, and gives the address of its first byte. Only the bytes of the range pass
    // checks; kernels can reach all of its pieces.
    Result<Address> attach(const SharedRange& range);
    // In two steps, as host memory.
    Result<void> retire_shared(Address address);
    Result<void> drop_shared(Address address);
    // Addresses at which the session puts memory itself (map), as often as it likes. `alignment` is a power of two.
    Result<Address> reserve(std::uint64_t bytes, std::uint64_t alignment);
    // Fails if anything lies there.
    Result<void> free_reserved(Address address);
    // Puts a range at reserved addresses. Adjacent ranges are one extent.
    Result<void> map(Address address, const SharedRange& range);
    bool is_mapped(Address address, std::uint64_t bytes) const { return count_mapped(address, bytes) != 0; }
    // The number of mappings that make up exactly this range; 0: they do not.
    std::size_t count_mapped(Address address, std::uint64_t bytes) const;
    // The range must be exactly one mapping, or several. In two steps, as host memory.
    Result<void> retire_mapped(Address address, std::uint64_t bytes);
    Result<void> drop_mapped(Address address, std::uint64_t bytes);

    // The pieces of its memory that others may have too.
    std::vector<std::shared_ptr<Piece>> lent() const;

    // Everything but one piece of host memory. Nothing may be using it.
    void release_all_but(Address host_segment);

    // A module's variable, wherever it lies. Admitting it again is nothing.
    void admit_variable(Address address, std::uint64_t bytes) { variables_[address] = bytes; }
    void forget_variable(Address address) { variables_.erase(address); }

    // The one allocation, segment or variable that all of these bytes lie in. At least one byte.
    Result<Extent> check(Address address, std::uint64_t bytes) const;
    // The same for all bytes from a box's first to its last. Rows must not overlap, nor slices.
    Result<Extent> check_box(const backend::Box& box, const backend::BoxSize& size) const;

    // Counts the times that fresh memory was cleared. Work that may touch the memory must come after clearing(), which
    // is recorded again each time; nothing waits for it but who has seen a lower count.
    std::uint64_t times_cleared() const { return times_cleared_; }
    backend::Event* clearing() const { return clearing_.get(); }

    // When the card is full (window_residency.cpp). None of the session's work may be going on from the first move to
    // the last, and nothing that lies here may be used before the window is whole again.
    Residence residence() const;
    bool is_whole() const { return !mover_ || (mover_->away_bytes() == 0 && !mover_->is_moving()); }
    bool is_moving() const { return mover_ && mover_->is_moving(); }
    // Begins as many moves as there may be at a time, of `bytes` together or a little more, as far as host memory is
    // ready for them. "Out of memory": there is no room for more on that side; moves that have begun continue.
    Result<void> move_out(std::uint64_t bytes, HostStore::Purpose purpose);
    Result<void> move_in();
    // Bytes on their way out; bytes on the host that are not on their way back.
    std::uint64_t leaving_bytes() const { return leaving_; }
    std::uint64_t missing_bytes() const { return mover_ ? mover_->waiting_bytes() : 0; }
    // Ends moves that are done; how many bytes have arrived.
    Result<std::uint64_t> end_moves();
    // True if memory may be taken from the device now: another session may be waiting for it.
    void set_admission(std::function<bool(std::uint64_t bytes)> may_commit) { may_commit_ = std::move(may_commit); }
    // How many bytes the device did not have since this was asked last, of the attempt that wanted least.
    std::optional<std::uint64_t> take_shortage() { return std::exchange(shortage_, std::nullopt); }

    void trim() { heap_->trim(); }
    // True if no work is in progress that may use this memory. Under pressure chunks without allocations are given
    // back, but only when this says so: an allocation that was released may still be in use. If it needs quiet no
    // memory comes or goes without it; the error is then "out of memory".
    void set_idle_condition(std::function<bool()> condition) { is_idle_ = std::move(condition); }
    // Whether work was found in progress since this was asked last. What was refused then may be had now, even if the
    // work has ended in the meantime.
    bool take_was_busy() { return std::exchange(was_busy_, false); }
    // The most that the session could still get.
    std::uint64_t quota_left() const { return account_->left(Limit::DeviceMemory); }
    WindowStatistics statistics() const;

private:
    class Chunks;
    Window(backend::Device& device, const WindowOptions& options, std::unique_ptr<backend::AddressSpace> space);
    Result<void> prepare_clearing();
    Result<void> clear(Address address, std::uint64_t bytes);
    // Charges, commits in pieces of at most `largest` bytes, clears: all of it or none.
    Result<void> commit_memory(Address address, std::uint64_t bytes, std::uint64_t largest);
    // Memory in one piece that is not the heap's.
    Result<Address> commit_apart(std::uint64_t bytes);
    Result<void> commit_pieces(Address address, std::uint64_t bytes, std::uint64_t largest);
    Result<void> decommit_heap(Address address, std::uint64_t bytes);
    Result<void> decommit_piece(Address address, std::uint64_t bytes);
    Error device_is_full(std::uint64_t bytes);
    Result<std::vector<std::shared_ptr<Piece>>> share_chunks(Address address, std::uint64_t bytes,
                                                             std::uint64_t& offset);
    std::shared_ptr<Piece> note_piece(backend::PlacedPiece placed);
    Result<Address> put_pieces(const SharedRange& range);
    Result<void> put_pieces_at(Address begin, const SharedRange& range);
    void drop_all_reserved();
    bool is_lent(Address allocation);
    void take_back_lent();
    std::optional<Extent> find_mapped(Address address) const;
    Error not_inside(Address address, std::uint64_t bytes) const;
    bool is_idle() const;
    Result<void> check_idle(std::uint64_t bytes) const;
    Result<std::uint64_t> whole_host_pieces(std::uint64_t bytes) const;
    Result<HostSegment> take_host(std::uint64_t bytes, std::uint64_t wanted, UniqueFd file);
    Result<HostSegment> put_host(std::uint64_t bytes, std::uint64_t wanted, UniqueFd file);

    backend::Device& device_;
    WindowOptions options_;
    std::shared_ptr<Account> account_;
    Account::Holding sink_;
    Account::Holding last_host_;
    Account::Holding last_pieces_;
    Account::Holding last_device_;
    // Chunks that others may have too, by where they lie: charged as pieces, no longer as the heap's.
    std::map<Address, std::shared_ptr<Piece>> shared_chunks_;
    std::vector<std::weak_ptr<Piece>> lent_;
    // Where the pieces of an attached range lie.
    struct Attached {
        Address begin = 0;
        std::uint64_t bytes = 0;
        SharedRange range;
    };
    std::map<Address, Attached> attached_;  // by the first byte of the range, with those that are retired
    // Declared so that the streams that clear end before the addresses do.
    std::unique_ptr<backend::AddressSpace> space_;
    std::unique_ptr<backend::Stream> clearing_stream_;
    std::unique_ptr<backend::Event> clearing_;
    std::uint64_t times_cleared_ = 0;
    std::unique_ptr<Mover> mover_;  // null: memory stays
    std::map<Address, std::uint64_t> heap_pieces_;
    std::uint64_t leaving_ = 0;
    std::function<bool(std::uint64_t)> may_commit_;
    std::optional<std::uint64_t> shortage_;
    std::unique_ptr<Chunks> chunks_;
    std::unique_ptr<Heap> heap_;
    AddressRanges host_addresses_;
    std::map<Address, std::uint64_t> host_;  // begin to bytes
    std::map<Address, std::uint64_t> retired_host_;
    std::uint64_t host_bytes_ = 0;
    std::uint64_t host_pieces_ = 0;  // with those that could not be taken away
    std::function<bool()> is_idle_;
    mutable bool was_busy_ = false;
    std::map<Address, std::uint64_t> variables_;
    std::map<Address, std::uint64_t> shared_;       // usable bytes of attached ranges: begin to bytes
    std::map<Address, std::uint64_t> reserved_;     // begin to bytes
    std::map<Address, Attached> mapped_;            // the ranges there, with retired ones
    AddressRanges usable_{0, 0};                    // mapped bytes that pass checks
    std::map<Address, std::weak_ptr<void>> lease_;  // allocations that others may have too
    std::map<Address, std::weak_ptr<void>> freed_;  // and those of them that were freed, but are still in use there
};

}  // namespace ringfence::memory
