// Decides by the card's board (card_board.h) when a worker's dispatcher may put a job on the card.
//
// A job may go if its virtual GPU has credit and this worker has the turn for the resource. The worker keeps the turn
// while it has work on the card, for one slice of time, and longer if no other worker waits; then a waiting worker is
// next. Credit is taken in batches, and the rest is given back when the turn ends.
//
// While no other worker uses the card, jobs go at once and are not counted. For one thread at a time.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "sched/card_board.h"
#include "sched/neighbours.h"
#include "sched/virtual_gpu.h"

namespace ringfence::sched {

struct NeighbourSettings {
    Time slice = 5 * millisecond;  // also a batch of credit
    // The longest time between two checks of a waiting worker.
    Time look = 2 * millisecond;
    // For how long credit is kept for a worker that does not ask: its process may not be running at the moment.
    Time patience = 50 * millisecond;
    // For so long after its turn, a worker lets others that wait go first.
    Time courtesy = millisecond;
};

class CardNeighbours final : public Neighbours {
public:
    explicit CardNeighbours(std::shared_ptr<CardBoard> board, const NeighbourSettings& settings = {});
    ~CardNeighbours() override;

    // Connects the dispatcher's number with the virtual GPU.
    void bind(VgpuId vgpu, const VirtualGpu& settings);
    void unbind(VgpuId vgpu);
    // Publishes which virtual GPUs have sessions here.
    void say_sessions(const std::vector<VgpuId>& vgpus);
    // The listener is called when a job is refused and none was before.
    void set_listener(std::function<void()> listener) { on_refusal_ = std::move(listener); }
    [[nodiscard]] CardBoard& board() const { return *board_; }

    [[nodiscard]] bool are_there(Resource resource, Time now) override;
    [[nodiscard]] Permission ask(VgpuId vgpu, Resource resource, Time cost, Time now) override;
    void ended(VgpuId vgpu, Resource resource, Time cost, Time took, Time now) override;
    void charge(VgpuId vgpu, Resource resource, Time took, Time now) override;
    void settle(Resource resource, std::uint32_t in_flight, bool is_waiting, Time now) override;
    [[nodiscard]] Time next_look() const override;

private:
    struct Lane {
        Time held = 0;     // credit
        Time pending = 0;  // of that, the expected time of jobs on the card
    };
    struct Vgpu {
        VgpuId number = nobody;  // on the board
        std::array<Lane, resource_count> lanes;
    };
    // A resource of the card.
    struct Side {
        Time given = 0;  // time of jobs put on the card in this turn
        // After a turn: the number of turns so far, and until when others go first.
        std::uint64_t turns_then = 0;
        Time courtesy_until = 0;
        Time next_look = never;
    };

    [[nodiscard]] bool has_credit(Vgpu& vgpu, Resource resource, Time now);
    [[nodiscard]] bool has_turn(Resource resource, Time now);
    [[nodiscard]] Permission refuse(Resource resource, Time again);
    void spend(Vgpu& vgpu, Resource resource, Time took, Time now);
    void give_back(Resource resource);
    void give_back(Vgpu& vgpu, Resource resource);
    Side& side(Resource resource) { return sides_[static_cast<std::size_t>(resource)]; }

    const std::shared_ptr<CardBoard> board_;
    const NeighbourSettings settings_;
    std::function<void()> on_refusal_;
    std::array<Side, resource_count> sides_;
    std::vector<Vgpu> vgpus_;  // by the dispatcher's number
};

}  // namespace ringfence::sched
