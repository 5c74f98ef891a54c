// The worker's part in memory beyond the card: docs/memory-beyond-the-card.md.
#include <algorithm>
#include <bit>

#include "base/start_thread.h"
#include "memory/sink_budget.h"
#include "worker/worker.h"

namespace ringfence::worker {

namespace {

// Pieces are small enough that little more moves than is needed, and that one is copied while the next is prepared; and
// large enough that mapping costs little beside copying.
constexpr std::uint64_t parts_of_device = 64;
constexpr std::uint64_t least_piece = std::uint64_t{2} << 20;
constexpr std::uint64_t largest_piece = std::uint64_t{256} << 20;
// A piece is stored on the host in so many parts, so that several threads prepare them and the last wastes little.
constexpr std::uint64_t parts_of_piece = 8;
// By default this fraction of the host memory for pieces is prepared in advance.
constexpr std::uint64_t parts_ahead = 4;
// On a card this fraction stays free for code and for scratch memory of new sessions.
constexpr std::uint64_t headroom_parts = 64;
// Short, since the waiting thread opens all sessions, and later ones wait for it, too.
constexpr std::chrono::milliseconds patience_for_new_sessions{1500};

std::uint64_t piece_for(std::uint64_t device_bytes) {
    return std::clamp(std::bit_floor(std::max(device_bytes / parts_of_device, least_piece)), least_piece,
                      largest_piece);
}

}  // namespace

Result<void> Worker::open_residency() {
    const std::uint64_t total = device_->properties().total_memory;
    memory::WindowOptions& window = options_.session.window;
    window.piece_bytes = piece_for(total);
    // A reserve, so that even a full store can take the pieces that are being moved at a time.
    const std::uint64_t reserve = std::min(memory::Mover::most_moving * window.piece_bytes, options_.host_backing / 2);
    memory::HostStore::Options store{.supply = {}, .reserve = reserve};
    store.supply.part_bytes = std::max(window.piece_bytes / parts_of_piece, least_piece);
    store.supply.most = options_.host_backing;
    store.supply.most_ahead = options_.host_ready.value_or(options_.host_backing / parts_ahead);
    store.supply.machine = options_.machine;
    window.store = memory::HostStore::create(*device_, store);
    if (options_.session.backend != "soft" && options_.residency.headroom == 0)
        options_.residency.headroom = total / headroom_parts;
    // Workers on the software GPU do not share memory, so only a card needs the board.
    if (options_.session.backend != "soft") {
        options_.residency.ask_elsewhere = options_.on_shortage;
        options_.residency.board = options_.rooms;
    }
    const auto ask = [jobs = jobs_](MemoryChoice (Jobs::*hook)(std::span<const sched::MemoryFacts>)) {
        return [jobs, hook](std::span<const sched::MemoryFacts> candidates) { return ((*jobs).*hook)(candidates); };
    };
    options_.residency.choose_victim = ask(&Jobs::choose_victim);
    options_.residency.choose_returning = ask(&Jobs::choose_returning);
    residency_ = std::make_shared<Residency>(*device_, window.store, options_.residency);
    return {};
}

// At most one thread makes room. Requests are repeated, so none is lost if the thread is just ending.
void Worker::give_room() {
    if (!residency_ || is_making_room_.exchange(true)) return;
    if (room_maker_.joinable()) room_maker_.join();
    auto started = start_thread([this] {
        residency_->give_out([this] { return gives_no_more_.load(); });
        is_making_room_ = false;
    });
    if (started) {
        room_maker_ = started.take();
    } else {
        is_making_room_ = false;
    }
}

// Makes room for the first chunk of a session with sinks, and for its scratch memory on a card.
void Worker::make_room_for(const SessionOptions& options) {
    if (!residency_ || !options.window.has_sinks) return;
    const std::uint64_t sink = options.backend == "soft" ? 0 : memory::sink_footprint(options.window.sink_bytes);
    (void)residency_->make_room(sink + options.window.heap.first_chunk, patience_for_new_sessions);
}

}  // namespace ringfence::worker
