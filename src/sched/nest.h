// The order of jobs within one virtual GPU, by a policy of its own: policies nest (docs/policies.md).
//
// To such a policy its virtual GPU is all there is. Where the card's policy orders virtual GPUs it orders *members*:
// the virtual GPU's sessions, numbered from 0. It hears of nobody else, and says which member's job the virtual GPU
// puts forward when it has its turn. When that is, and what the card gets of it, is for the card's policy and the
// dispatcher to say. Its answers are checked as the other's are, and a member that had no turn for `overdue` is next
// whatever it says.
//
// Without one, members that count differently (member_weights.h) are ordered by the built-in policy, with their parts
// of the virtual GPU as their shares.
#pragma once

#include <array>
#include <vector>

#include "sched/job_table.h"
#include "sched/lane.h"
#include "sched/lane_order.h"
#include "sched/member_weights.h"
#include "sched/policy.h"
#include "sched/settings.h"
#include "sched/utilisation.h"

namespace ringfence::sched {

class Nest {
public:
    Nest(Policy& policy, const MemberWeights& weights, JobTable& jobs, const KernelTimes& times,
         const DispatcherSettings& settings);

    // This one answers from now on, or another behind the same interface: it says where members that wait belong, and
    // is told of what is on the card as of something that it was not asked about (a charge of 0).
    void policy_changed(Policy& policy, Time now);
    void tick(const TickFacts& facts);

    // A job was submitted: what its priority among the jobs of its member is.
    void ask_about(JobSlot& entry, Time now);
    // A job wants the card; before push() or started().
    void arrived(std::uint32_t slot, Time now);
    void push(std::uint32_t slot, Time now);
    // It does not wait any more: it is started next, or was cancelled.
    void remove(std::uint32_t slot, Time now);
    void started(std::uint32_t slot, Time cost);
    void cancelled(std::uint32_t slot, Time now);
    // A job has ended, perhaps one that was on the card before this nest existed.
    void ended(std::uint32_t slot, Time took, Time share_of_engine, Time now);

    // Several members want the resource, or did within the last second.
    [[nodiscard]] bool is_contended(Resource resource, Time now) const;
    // The job that is put forward. It stays so until it is started or cancelled. Nobody: all are held until
    // held_until().
    [[nodiscard]] std::uint32_t choose(Resource resource, Time now);
    // The same, if one was asked for already; otherwise nobody.
    [[nodiscard]] std::uint32_t chosen(Resource resource) const { return engine(resource).chosen; }
    [[nodiscard]] bool wants_job_meta() const { return policy_->wants_job_meta(); }
    [[nodiscard]] bool has_chosen(Resource resource) const { return engine(resource).chosen != nobody; }
    [[nodiscard]] Time held_until(Resource resource) const { return engine(resource).held_until; }

private:
    struct Member {
        Lane lane;
        Utilisation utilisation;
    };
    struct Engine {
        LaneOrder order;
        std::vector<Member> members;
        Resource resource{};
        std::uint32_t active = 0;  // members with anything waiting or on the card
        std::uint32_t in_flight = 0;
        MemberId last_idle = nobody;
        MemberId idle_before = nobody;  // another one, before that
        std::uint32_t chosen = nobody;
        Time charge = 0;          // for it
        bool is_charged = false;  // the policy was asked about it
        Time held_until = never;
    };
    struct OnCard {
        std::uint32_t slot;
        Time cost;
        Time charge;
        bool is_charged;
    };

    [[nodiscard]] Engine& engine(Resource resource) { return engines_[static_cast<std::size_t>(resource)]; }
    [[nodiscard]] const Engine& engine(Resource resource) const { return engines_[static_cast<std::size_t>(resource)]; }
    [[nodiscard]] Member& member_of(const JobSlot& entry);
    [[nodiscard]] LaneFacts facts_of(const Engine& engine, MemberId member, Time now) const;
    [[nodiscard]] LaneFacts told(const Engine& engine, MemberId member, Time now);
    [[nodiscard]] MemberId overdue_member(const Engine& engine, Time now) const;
    [[nodiscard]] DispatchAnswer ask(const Engine& engine, MemberId member, Time cost, Time now);
    void order_anew(Time now);
    void note_idle(Engine& engine, MemberId member, Time now);
    [[nodiscard]] Order checked(Order order);

    Policy* policy_;
    const MemberWeights& weights_;
    JobTable& jobs_;
    const KernelTimes& times_;
    const DispatcherSettings& settings_;
    std::array<Engine, resource_count> engines_;
    std::vector<OnCard> on_card_;
};

}  // namespace ringfence::sched
