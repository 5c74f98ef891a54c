// Orders the jobs within one virtual GPU by a nested policy (docs/policies.md).
//
// A nested policy sees only its virtual GPU. As the card's policy orders virtual GPUs, it orders *members*: the
// virtual GPU's sessions, numbered from 0. It decides which member's job the virtual GPU proposes when it has
// its turn. The card's policy and the dispatcher decide when that is, and how much goes to the card. Answers
// are checked as for the card's policy, and a member without a turn for `overdue` is next whatever the policy
// says.
//
// Without a nested policy, members of different weights (member_weights.h) are ordered by the built-in policy, with
// their parts of the virtual GPU as shares.
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

    // Another policy answers from now on, perhaps through the same object. It must order the waiting members; jobs on
    // the card are reported to it with a charge of 0, since it was not asked about them.
    void policy_changed(Policy& policy, Time now);
    void tick(const TickFacts& facts);

    // A job was submitted: asks the policy for its priority among the member's jobs.
    void ask_about(JobSlot& entry, Time now);
    // A job's dependencies are done. Call it before push() or started().
    void arrived(std::uint32_t slot, Time now);
    void push(std::uint32_t slot, Time now);
    // The job does not wait any more: it will be started, or was cancelled.
    void remove(std::uint32_t slot, Time now);
    void started(std::uint32_t slot, Time cost);
    void cancelled(std::uint32_t slot, Time now);
    // A job has ended, perhaps one from before this nest existed.
    void ended(std::uint32_t slot, Time took, Time share_of_engine, Time now);

    // True if several members want the resource, or did within the last second.
    [[nodiscard]] bool is_contended(Resource resource, Time now) const;
    // Chooses the job to propose, which stays chosen until it is started or cancelled. `nobody`: all are held back
    // until held_until().
    [[nodiscard]] std::uint32_t choose(Resource resource, Time now);
    // The chosen job; `nobody` if choose() has not chosen one.
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
        MemberId idle_before = nobody;  // the previous one, if different
        std::uint32_t chosen = nobody;
        Time charge = 0;          // for `chosen`
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
