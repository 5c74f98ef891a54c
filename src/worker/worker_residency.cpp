// Memory beyond the card, as far as the worker has to do with it: docs/memory-beyond-the-card.md.
#include <algorithm>
#include <bit>

#include "base/start_thread.h"
#include "memory/sink_budget.h"
#include "worker/worker.h"

namespace ringfence::worker {

namespace {

// Small enough that room is made by little more than is needed, and one is copied while the next is prepared; large
// enough that mapping costs nothing beside copying.
constexpr std::uint64_t parts_of_device = 64;
constexpr std::uint64_t least_piece = std::uint64_t{2} << 20;
constexpr std::uint64_t largest_piece = std::uint64_t{256} << 20;
// A piece lies on the host in so many parts: several threads make them ready, and little of the last one is wasted.
constexpr std::uint64_t parts_of_piece = 8;
// The fraction of the host's memory for this that is made ready ahead, by default.
constexpr std::uint64_t parts_ahead = 4;
// On a card, for code and the scratch memory of sessions that begin.
constexpr std::uint64_t headroom_parts = 64;
// The thread that waits is the one that opens sessions: those that come later wait for it too.
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
    // A full store can take as many pieces as are on their way at a time.
    const std::uint64_t reserve = std::min(memory::Mover::most_moving * window.piece_bytes, options_.host_backing / 2);
    memory::HostStore::Options store{.supply = {}, .reserve = reserve};
    store.supply.part_bytes = std::max(window.piece_bytes / parts_of_piece, least_piece);
    store.supply.most = options_.host_backing;
    store.supply.most_ahead = options_.host_ready.value_or(options_.host_backing / parts_ahead);
    store.supply.machine = options_.machine;
    window.store = memory::HostStore::create(*device_, store);
    if (options_.session.backend != "soft" && options_.residency.headroom == 0)
        options_.residency.headroom = total / headroom_parts;
    // The software GPU's memory is each worker's own.
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

// One thread, as long as a worker needs room: a request is repeated, in case the thread has just ended.
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

// A session whose memory comes only while nothing runs has a first chunk from the start, and scratch memory on a card.
void Worker::make_room_for(const SessionOptions& options) {
    if (!residency_ || !options.window.has_sinks) return;
    const std::uint64_t sink = options.backend == "soft" ? 0 : memory::sink_footprint(options.window.sink_bytes);
    (void)residency_->make_room(sink + options.window.heap.first_chunk, patience_for_new_sessions);
}

}  // namespace ringfence::worker
