// A worker's side of the card's board (card_board.h): when its dispatcher may put a job on the card.
//
// A job may go if its virtual GPU has credit, and this worker has the turn for the resource. It keeps the turn while it
// has work on the card, for one slice of time, and longer if no other worker waits for it. Then a waiting worker goes
// first. Credit comes in batches; the rest is given back when the turn ends.
//
// While no other worker uses the card a job goes at once, and is not counted. One thread at a time.
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
    // How often who waits looks again, at least.
    Time look = 2 * millisecond;
    // Credit is kept for one who has not looked for so long: its process may have no processor just now.
    Time patience = 50 * millisecond;
    // So long the turn is left to others who wait for it.
    Time courtesy = millisecond;
};

class CardNeighbours final : public Neighbours {
public:
    explicit CardNeighbours(std::shared_ptr<CardBoard> board, const NeighbourSettings& settings = {});
    ~CardNeighbours() override;

    // The virtual GPU that the dispatcher knows by this number is this one.
    void bind(VgpuId vgpu, const VirtualGpu& settings);
    void unbind(VgpuId vgpu);
    // All that have sessions here.
    void say_sessions(const std::vector<VgpuId>& vgpus);
    // Called when something is refused that had not been.
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
        Time pending = 0;  // of that, what jobs on the card are thought to take
    };
    struct Vgpu {
        VgpuId number = nobody;  // on the board
        std::array<Lane, resource_count> lanes;
    };
    // A resource of the card.
    struct Side {
        Time given = 0;  // time of jobs put on the card in this turn
        // After one: how many turns there had been, and until when others go first.
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
