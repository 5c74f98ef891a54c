#include "sched/card_neighbours.h"

#include <algorithm>
#include <utility>

namespace ringfence::sched {
namespace {

constexpr Time shortest_look = 100 * microsecond;  // whatever the board contains

}  // namespace

CardNeighbours::CardNeighbours(std::shared_ptr<CardBoard> board, const NeighbourSettings& settings)
    : board_(std::move(board)), settings_(settings) {}

CardNeighbours::~CardNeighbours() {
    for (std::size_t index = 0; index < resource_count; ++index) {
        give_back(static_cast<Resource>(index));
        board_->end_turn(static_cast<Resource>(index));
    }
    board_->say_sessions(CardBoard::Sessions::None, 0);
}

void CardNeighbours::bind(VgpuId vgpu, const VirtualGpu& settings) {
    if (vgpu >= vgpus_.size()) vgpus_.resize(vgpu + std::size_t{1});
    Vgpu& entry = vgpus_[vgpu];
    const VgpuId number = board_->number_of(settings.name);
    if (entry.number != number) entry = {number, {}};
    for (std::size_t index = 0; index < resource_count; ++index) {
        const Share share = std::max(settings.shares[index], leftover_share);
        board_->credits().set_share(number, static_cast<Resource>(index), share);
    }
}

void CardNeighbours::unbind(VgpuId vgpu) {
    if (vgpu >= vgpus_.size() || vgpus_[vgpu].number == nobody) return;
    for (std::size_t index = 0; index < resource_count; ++index) {
        const auto resource = static_cast<Resource>(index);
        board_->credits().give_back(board_->worker(), vgpus_[vgpu].number, resource, vgpus_[vgpu].lanes[index].held);
    }
    vgpus_[vgpu] = {};
}

void CardNeighbours::say_sessions(const std::vector<VgpuId>& vgpus) {
    if (vgpus.size() > 1) {
        board_->say_sessions(CardBoard::Sessions::OfSeveral, 0);
    } else if (vgpus.empty() || vgpus.front() >= vgpus_.size()) {
        board_->say_sessions(CardBoard::Sessions::None, 0);
    } else {
        board_->say_sessions(CardBoard::Sessions::OfOne, vgpus_[vgpus.front()].number);
    }
}

bool CardNeighbours::are_there(Resource resource, Time now) {
    return board_->do_others_use(resource, now);
}

Permission CardNeighbours::ask(VgpuId vgpu, Resource resource, Time cost, Time now) {
    board_->note_use(resource, now);
    Side& side = this->side(resource);
    // Refused jobs ask again when this one has ended.
    side.next_look = never;
    if (vgpu >= vgpus_.size() || vgpus_[vgpu].number == nobody || !are_there(resource, now)) return Permission::Alone;
    Vgpu& entry = vgpus_[vgpu];
    // The slice is over: others get their turn when the card has finished the present work.
    if (board_->has_turn(resource) && side.given >= settings_.slice && board_->do_others_wait(resource, now))
        return refuse(resource, now + settings_.look);
    const bool is_in_credit = has_credit(entry, resource, now);
    // Also while this worker has the turn, since the job will be reported.
    board_->credits().keep_for(entry.number, resource, now + settings_.patience);
    if (!is_in_credit) {
        return refuse(resource, std::clamp(board_->credits().next_period(), now + shortest_look, now + settings_.look));
    }
    if (!has_turn(resource, now)) {
        // Others must see that the pot has credit left, or they would begin a new period.
        give_back(entry, resource);
        board_->say_waiting(resource, now + settings_.patience);
        const bool is_courtesy = now < side.courtesy_until;
        return refuse(resource, is_courtesy ? side.courtesy_until : now + settings_.look);
    }
    side.given += cost;
    entry.lanes[static_cast<std::size_t>(resource)].pending += cost;
    return Permission::InTurn;
}

bool CardNeighbours::has_credit(Vgpu& vgpu, Resource resource, Time now) {
    Lane& lane = vgpu.lanes[static_cast<std::size_t>(resource)];
    if (lane.held > lane.pending) return true;
    const Time got = board_->credits().take(board_->worker(), vgpu.number, resource, settings_.slice, now);
    lane.held += got;
    return got > 0;
}

bool CardNeighbours::has_turn(Resource resource, Time now) {
    if (board_->has_turn(resource)) return true;
    Side& side = this->side(resource);
    const bool leaves_it_to_others = now < side.courtesy_until && side.turns_then == board_->turns_taken(resource) &&
                                     board_->do_others_wait(resource, now);
    if (leaves_it_to_others) return false;
    side.courtesy_until = 0;
    if (!board_->take_turn(resource, now)) return false;
    side.given = 0;
    board_->say_waiting(resource, 0);
    return true;
}

Permission CardNeighbours::refuse(Resource resource, Time again) {
    const bool is_new = next_look() == never;
    side(resource).next_look = again;
    if (is_new && on_refusal_) on_refusal_();
    return Permission::Refused;
}

void CardNeighbours::ended(VgpuId vgpu, Resource resource, Time cost, Time took, Time now) {
    if (vgpu >= vgpus_.size() || vgpus_[vgpu].number == nobody) return;
    Lane& lane = vgpus_[vgpu].lanes[static_cast<std::size_t>(resource)];
    lane.pending = std::max<Time>(lane.pending - cost, 0);
    // Corrects the estimated cost.
    side(resource).given += took - cost;
    spend(vgpus_[vgpu], resource, took, now);
}

void CardNeighbours::charge(VgpuId vgpu, Resource resource, Time took, Time now) {
    if (vgpu >= vgpus_.size() || vgpus_[vgpu].number == nobody || !are_there(resource, now)) return;
    spend(vgpus_[vgpu], resource, took, now);
}

// Time beyond the lane's credit becomes the pot's debt.
void CardNeighbours::spend(Vgpu& vgpu, Resource resource, Time took, Time now) {
    Lane& lane = vgpu.lanes[static_cast<std::size_t>(resource)];
    lane.held = std::max<Time>(lane.held - took, 0);
    board_->credits().spend(board_->worker(), vgpu.number, resource, took, now);
    board_->note_use(resource, now);
}

void CardNeighbours::settle(Resource resource, std::uint32_t in_flight, bool is_waiting, Time now) {
    Side& side = this->side(resource);
    if (in_flight == 0 && board_->has_turn(resource)) {
        if (side.given >= settings_.slice) {
            side.turns_then = board_->turns_taken(resource);
            side.courtesy_until = now + settings_.courtesy;
        }
        give_back(resource);
        board_->end_turn(resource);
    }
    if (is_waiting) return;
    if (side.next_look != never) board_->say_waiting(resource, 0);
    side.next_look = never;
}

void CardNeighbours::give_back(Resource resource) {
    for (Vgpu& vgpu : vgpus_)
        give_back(vgpu, resource);
}

// Gives credit back, except for the expected time of jobs on the card.
void CardNeighbours::give_back(Vgpu& vgpu, Resource resource) {
    Lane& lane = vgpu.lanes[static_cast<std::size_t>(resource)];
    if (lane.held <= lane.pending) return;
    board_->credits().give_back(board_->worker(), vgpu.number, resource, lane.held - lane.pending);
    lane.held = lane.pending;
}

Time CardNeighbours::next_look() const {
    Time look = never;
    for (const Side& side : sides_)
        look = std::min(look, side.next_look);
    return look;
}

}  // namespace ringfence::sched
