// One session's memory: its addresses, the memory mapped there, and the check of every range that an operation names.
//
// The lower half of the window has device memory (a Heap), the upper half host memory that worker, client and device
// access at the same addresses. Both ends stay unused, so that addresses just before and behind memory are still in the
// window. The window also knows the variables of the session's modules, which the driver may put anywhere.
//
// Memory that a session gets contains zeros or its own old data, never another session's: see docs/memory.md. Not safe
// for several threads at a time.
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
    // For tenants whose kernels are fenced: unused addresses beside the window, and scratch memory at all unused
    // addresses. Then memory can be mapped and unmapped only while none of the tenant's kernels is running.
    std::uint64_t zone_bytes = 0;
    bool has_sinks = false;
    std::uint64_t sink_bytes = std::uint64_t{512} << 20;
    std::uint64_t quota = ~std::uint64_t{0};  // of committed device memory and the sink
    std::uint64_t host_quota = std::uint64_t{64} << 30;
    std::uint32_t largest_host_segments = 1 << 16;
    // Counts all memory; its limits replace the three above. Null: the window has an account of its own.
    std::shared_ptr<Account> account = nullptr;
    // True if new device memory may contain data of others, so that it must be cleared.
    bool clears_fresh_memory = false;
    HeapOptions heap = {};
    // Where memory moves while the card is full; null: it stays. Then memory is committed in pieces of at most
    // `piece_bytes`, a multiple of the device's granularity, since a piece moves as a whole.
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
    std::uint64_t foreign_bytes = 0;  // of pieces that other sessions made, and of segments
    std::uint64_t away_bytes = 0;     // device memory that is on the host
};

// How much of a window's own device memory is where.
struct Residence {
    std::uint64_t movable = 0;  // on the device, and can move
    std::uint64_t away = 0;     // on the host
};

// Memory for sharing, which is not an allocation.
struct NewSegment {
    SharedRange range;
    Address address = 0;  // its address, already retired: call drop_shared() next
};

class Window {
public:
    static Result<std::unique_ptr<Window>> create(backend::Device& device, const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    Address begin() const { return space_->begin(); }
    std::uint64_t bytes() const { return space_->bytes(); }
    // The window as fences and checker describe it.
    guard::Window geometry() const;
    // True if memory can be mapped and unmapped only while the session is quiescent.
    bool needs_quiet() const { return space_->needs_quiet(); }

    Result<Address> allocate(std::uint64_t bytes, std::uint64_t alignment);
    // Nothing may be using the memory any more.
    Result<void> release(Address address);
    // True if an allocation begins there.
    bool is_allocation(Address address) const;

    // The caller must send the file to the client; the window keeps no descriptor.
    Result<HostSegment> allocate_host(std::uint64_t bytes);
    // Fails if the size exceeds the session's own limit. Does not depend on other sessions.
    Result<void> check_host(std::uint64_t bytes) const;
    // The same with a file of another process, whose size is sealed.
    Result<HostSegment> attach_host(UniqueFd file, std::uint64_t bytes);
    // Nothing may be using the memory any more. Or in two steps: after retire_host() check() refuses the memory;
    // drop_host() unmaps it, so work that passed a check before must be done by then.
    Result<void> release_host(Address address);
    Result<void> retire_host(Address address);
    Result<void> drop_host(Address address);
    bool is_host_segment(Address address) const { return host_.contains(address); }

    // The pieces of an allocation, for other windows of the device; repeated calls return the same ones. Before
    // another session gets them, clearing must be complete (clearing()). If moves_to_share(), nothing may be using the
    // memory.
    Result<SharedRange> share(Address allocation);
    bool moves_to_share() const { return space_->moves_to_share(); }
    // New memory for sharing. Clearing must be complete, as with share().
    Result<NewSegment> create_segment(std::uint64_t bytes);
    // Maps another window's range, and returns the address of its first byte. Checks accept only the bytes of the
    // range, but kernels can access all of its pieces.
    Result<Address> attach(const SharedRange& range);
    // In two steps, like host memory.
    Result<void> retire_shared(Address address);
    Result<void> drop_shared(Address address);
    // Reserves addresses at which the session maps memory itself (map()). `alignment` is a power of two.
    Result<Address> reserve(std::uint64_t bytes, std::uint64_t alignment);
    // Fails if anything is mapped there.
    Result<void> free_reserved(Address address);
    // Maps a range at reserved addresses. For checks adjacent ranges are one extent.
    Result<void> map(Address address, const SharedRange& range);
    bool is_mapped(Address address, std::uint64_t bytes) const { return count_mapped(address, bytes) != 0; }
    // The number of mappings that together are exactly this range; 0 if none are.
    std::size_t count_mapped(Address address, std::uint64_t bytes) const;
    // The range must be exactly one or several mappings. In two steps, like host memory.
    Result<void> retire_mapped(Address address, std::uint64_t bytes);
    Result<void> drop_mapped(Address address, std::uint64_t bytes);

    // The pieces of its memory that other sessions may have mapped.
    std::vector<std::shared_ptr<Piece>> lent() const;

    // Releases everything but one segment of host memory. Nothing may be using it.
    void release_all_but(Address host_segment);

    // Makes checks accept a module's variable, wherever it lies. Repeating it has no effect.
    void admit_variable(Address address, std::uint64_t bytes) { variables_[address] = bytes; }
    void forget_variable(Address address) { variables_.erase(address); }

    // The one allocation, segment or variable that contains all of these bytes, of which there must be some.
    Result<Extent> check(Address address, std::uint64_t bytes) const;
    // The same for all bytes from a box's first to its last. Neither rows nor slices may overlap.
    Result<Extent> check_box(const backend::Box& box, const backend::BoxSize& size) const;

    // How often new memory was cleared. Work that may access the memory must wait for clearing(), which is recorded
    // again each time; a stream that has seen the present count need not wait again.
    std::uint64_t times_cleared() const { return times_cleared_; }
    backend::Event* clearing() const { return clearing_.get(); }

    // For a full card (window_residency.cpp). None of the session's work may be running from the first move to the
    // last, and its memory may not be used before is_whole() is true again.
    Residence residence() const;
    bool is_whole() const { return !mover_ || (mover_->away_bytes() == 0 && !mover_->is_moving()); }
    bool is_moving() const { return mover_ && mover_->is_moving(); }
    // Begins as many moves as allowed at a time, of `bytes` together or a little more, if host memory is prepared. The
    // status "out of memory": there is no room for more on the other side; moves that have begun continue.
    Result<void> move_out(std::uint64_t bytes, HostStore::Purpose purpose);
    Result<void> move_in();
    // Bytes on their way to the host; bytes on the host that are not on their way back.
    std::uint64_t leaving_bytes() const { return leaving_; }
    std::uint64_t missing_bytes() const { return mover_ ? mover_->waiting_bytes() : 0; }
    // Completes moves that are done. Returns how many bytes have arrived.
    Result<std::uint64_t> end_moves();
    // `may_commit` returns true if device memory may be allocated now: other sessions may be waiting for it.
    void set_admission(std::function<bool(std::uint64_t bytes)> may_commit) { may_commit_ = std::move(may_commit); }
    // How many bytes the device was short of, in the smallest attempt that failed since the last call.
    std::optional<std::uint64_t> take_shortage() { return std::exchange(shortage_, std::nullopt); }

    void trim() { heap_->trim(); }
    // `condition` returns true if no running work can use this memory. When memory is short, chunks without allocations
    // are decommitted only then, since a released allocation may still be in use. If needs_quiet(), all mapping and
    // unmapping requires it, and fails with "out of memory" otherwise.
    void set_idle_condition(std::function<bool()> condition) { is_idle_ = std::move(condition); }
    // True if the idle condition was false at some time since the last call: what was refused then may succeed now,
    // even if the work has ended in the meantime.
    bool take_was_busy() { return std::exchange(was_busy_, false); }
    // How much more the session may get.
    std::uint64_t quota_left() const { return account_->left(Limit::DeviceMemory); }
    WindowStatistics statistics() const;

private:
    class Chunks;
    Window(backend::Device& device, const WindowOptions& options, std::unique_ptr<backend::AddressSpace> space);
    Result<void> prepare_clearing();
    Result<void> clear(Address address, std::uint64_t bytes);
    // Charges memory, commits it in pieces of at most `largest` bytes, and clears it: all of it or nothing.
    Result<void> commit_memory(Address address, std::uint64_t bytes, std::uint64_t largest);
    // Commits memory outside of the heap, in one piece.
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
    // Chunks that other sessions may have mapped, by address: charged as pieces, not as the heap's memory.
    std::map<Address, std::shared_ptr<Piece>> shared_chunks_;
    std::vector<std::weak_ptr<Piece>> lent_;
    // An attached range, and where its pieces are mapped.
    struct Attached {
        Address begin = 0;
        std::uint64_t bytes = 0;
        SharedRange range;
    };
    std::map<Address, Attached> attached_;  // by the range's first byte, including retired ones
    // In this order, so that the clearing stream is destroyed before the addresses.
    std::unique_ptr<backend::AddressSpace> space_;
    std::unique_ptr<backend::Stream> clearing_stream_;
    std::unique_ptr<backend::Event> clearing_;
    std::uint64_t times_cleared_ = 0;
    std::unique_ptr<Mover> mover_;  // null: memory never moves
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
    std::uint64_t host_pieces_ = 0;  // including those that could not be unmapped
    std::function<bool()> is_idle_;
    mutable bool was_busy_ = false;
    std::map<Address, std::uint64_t> variables_;
    std::map<Address, std::uint64_t> shared_;       // usable bytes of attached ranges: begin to bytes
    std::map<Address, std::uint64_t> reserved_;     // begin to bytes
    std::map<Address, Attached> mapped_;            // the ranges there, including retired ones
    AddressRanges usable_{0, 0};                    // mapped bytes that pass checks
    std::map<Address, std::weak_ptr<void>> lease_;  // allocations that other sessions may have mapped
    std::map<Address, std::weak_ptr<void>> freed_;  // of these, freed ones that are still in use there
};

}  // namespace ringfence::memory
