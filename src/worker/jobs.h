// The worker's jobs: the launches and copies of its sessions, and the order in which they may begin
// (docs/scheduling.md).
//
// Sessions are bound to virtual GPUs, and their streams have gates (backend/job_gate.h), or queues where the device has
// one (backend/job_queue.h). While all sessions belong to one virtual GPU and have the same weight in it, a job begins
// at once and is only counted, without a lock. Otherwise the dispatcher (src/sched) says when each may begin. "All
// sessions" means those of all workers of the card (sched/card_board.h); weights are compared within a worker.
//
// No job waits for ever: after `patience` on the device a job counts as ended, and the next may begin beside it. The
// first one's time is still charged to its virtual GPU.
//
// Safe for several threads. It has no thread: those that wait for a turn look at the clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "worker/control.h"
#include "worker/job_board.h"
#include "worker/memory_choice.h"
#include "worker/stream_gate.h"
#include "worker/stream_queue.h"

namespace ringfence::worker {

// The virtual GPU of sessions that are bound to none.
sched::VirtualGpu default_vgpu();
// The virtual GPU that the supervisor describes.
sched::VirtualGpu vgpu_of(VgpuGrant told);

struct JobSettings {
    std::chrono::nanoseconds patience = std::chrono::seconds(1);
    bool has_queue = false;             // the device queues jobs that have begun, as a card does
    std::uint32_t multiprocessors = 0;  // to divide among virtual GPUs; 0: none
    // The turns of all workers of the device; null: this worker has it alone.
    std::shared_ptr<sched::CardBoard> card = nullptr;
};

// What a virtual GPU has used in this worker.
struct VgpuUse {
    sched::VirtualGpu vgpu;
    std::uint32_t sessions = 0;
    std::uint32_t multiprocessors = 0;  // granted to its last session; 0: all, or no session
    std::uint64_t queued = 0;           // jobs that have not begun
    std::uint64_t jobs = 0;             // that have
    std::array<std::uint64_t, sched::resource_count> device_ns{};
    std::uint64_t waited_ns = 0;  // for turns, all jobs together
    std::uint64_t longest_wait_ns = 0;
};

// The active policy and its statistics.
struct PolicyReport {
    enum class Stage : std::uint8_t { BuiltIn, Runs, Fallen };
    Stage stage = Stage::BuiltIn;
    std::string name;
    std::array<std::uint64_t, policy::hook_count> runs{};
    std::array<std::uint64_t, policy::hook_count> steps{};  // instructions
    policy::WaitHistogram waits;                            // of jobs, since this policy is active
    std::uint64_t wrong = 0;                                // invalid answers
    std::uint64_t changes = 0;                              // how often the policy was replaced
    std::uint64_t longest_change_ns = 0;                    // the longest time that this blocked jobs
    std::string exit;                                       // Fallen: why, in lines
};

class Jobs final : public std::enable_shared_from_this<Jobs> {
    struct Vgpu {
        sched::VirtualGpu settings;  // guarded by the board's lock, like `sessions`
        sched::VgpuId id = sched::nobody;
        std::uint32_t sessions = 0;
        std::uint32_t multiprocessors = 0;  // granted to its last session; 0: all
        std::vector<bool> members;          // the member numbers in use, for a nested policy
        std::shared_ptr<JobTally> tally = std::make_shared<JobTally>();
    };

public:
    static std::shared_ptr<Jobs> create(const JobSettings& settings = {});

    // Binds a session to a virtual GPU while this object exists.
    class Binding {
    public:
        Binding(std::shared_ptr<Jobs> jobs, std::shared_ptr<Vgpu> vgpu, sched::MemberId member)
            : jobs_(std::move(jobs)), vgpu_(std::move(vgpu)), member_(member) {}
        ~Binding() { jobs_->unbind(*vgpu_, member_); }
        Binding(const Binding&) = delete;
        Binding& operator=(const Binding&) = delete;

        // For a stream: a gate if the device has no queue for jobs, else a queue. `priority`: CUDA's.
        [[nodiscard]] Result<std::shared_ptr<backend::JobGate>> open_gate(int priority) const {
            return jobs_->open<backend::JobGate, StreamGate>(*vgpu_, member_, priority);
        }
        [[nodiscard]] Result<std::shared_ptr<backend::JobQueue>> open_queue(int priority) const {
            return jobs_->open<backend::JobQueue, StreamQueue>(*vgpu_, member_, priority);
        }
        // Adds the gate or queue that the device's streams need.
        [[nodiscard]] Result<void> add_to(backend::StreamOptions& options) const;
        // The group for the session's streams, restricted to the virtual GPU's multiprocessors.
        [[nodiscard]] Result<std::shared_ptr<backend::StreamGroup>> create_group(backend::Device& device) const;
        void set_weight(std::uint32_t weight) const { jobs_->set_weight(*vgpu_, member_, weight); }
        // The virtual GPU's number, as policies see it.
        [[nodiscard]] sched::VgpuId vgpu() const { return vgpu_->id; }
        // Into pieces of how many bytes to split a copy of this size, so that it does not hold others up.
        [[nodiscard]] std::uint64_t copy_piece(backend::JobKind kind, std::uint64_t bytes) const {
            return jobs_->copy_piece(vgpu_->id, kind, bytes);
        }

    private:
        const std::shared_ptr<Jobs> jobs_;
        const std::shared_ptr<Vgpu> vgpu_;
        const sched::MemberId member_;
    };
    // Binds a session to the virtual GPU of this name, and gives it these settings. `weight`: the session's among those
    // of the virtual GPU, in millionths of an ordinary one (sched/member_weights.h).
    [[nodiscard]] Result<std::shared_ptr<const Binding>> bind(const sched::VirtualGpu& vgpu,
                                                              std::uint32_t weight = sched::whole);
    // Changes the settings of the virtual GPU of this name, if there is one.
    [[nodiscard]] Result<void> change(const sched::VirtualGpu& vgpu);
    [[nodiscard]] std::vector<VgpuUse> use() const;

    // Replaces the policy, from the next decision on; null: by the built-in one. Running jobs go on. Here and below,
    // `vgpu` names the virtual GPU in which the policy decides (sched/nest.h), which may come later; empty: the card.
    void set_policy(std::unique_ptr<policy::HostedPolicy> guest, const policy::WatchSettings& settings,
                    const std::string& vgpu = {});
    // True if a policy may choose the multiprocessors of jobs.
    [[nodiscard]] bool can_be_divided() const { return can_be_divided_; }
    [[nodiscard]] PolicyReport policy_report(const std::string& vgpu = {}) const;
    // The virtual GPUs with nested policies.
    [[nodiscard]] std::vector<std::string> nested_policies() const;
    // Asks the active policy, if one was loaded, whose memory to move.
    [[nodiscard]] MemoryChoice choose_victim(std::span<const sched::MemoryFacts> candidates);
    [[nodiscard]] MemoryChoice choose_returning(std::span<const sched::MemoryFacts> candidates);
    // True if the policy has a hook for the card's sensor; then note_thermal() passes the readings.
    [[nodiscard]] bool policy_wants_thermal() const;
    void note_thermal(sched::ThermalFacts facts);
    // The listener is called, by any thread, when set_policy() or the watchdog has changed the active policy. It must
    // not call Jobs.
    void set_policy_listener(std::function<void()> listener);
    // The last decisions of the active policy, or of the one that the watchdog has removed, as lines or as a timeline
    // (policy/decision_text.h); none if no policy was loaded.
    [[nodiscard]] std::optional<std::string> policy_decisions(bool is_timeline, const std::string& vgpu = {}) const;
    // Why the watchdog has removed the last policy, with its last decisions and maps, in about `most_bytes`; none: it
    // has not removed any.
    [[nodiscard]] std::optional<std::string> policy_exit(std::size_t most_bytes, const std::string& vgpu = {}) const;
    // Passes `visit` the maps of the active policy, or of the one that the watchdog removed; false: there is none.
    bool visit_maps(const std::function<void(std::vector<policy::Map>&)>& visit, const std::string& vgpu = {});

private:
    explicit Jobs(const JobSettings& settings)
        : has_queue_(settings.has_queue),
          can_be_divided_(settings.multiprocessors != 0),
          board_(std::make_shared<JobBoard>(settings.patience.count(), settings.has_queue, settings.multiprocessors,
                                            settings.card)) {}
    struct Changes {
        std::uint64_t count = 0;
        std::uint64_t longest_ns = 0;
        policy::Seat::Work work;  // of policies that were replaced
    };

    void unbind(Vgpu& vgpu, sched::MemberId member);
    void set_weight(const Vgpu& vgpu, sched::MemberId member, std::uint32_t weight);
    void weigh(const Vgpu& vgpu, sched::MemberId member, std::uint32_t weight) RF_REQUIRES(board_->mutex());
    template <typename Interface, typename Way>
    [[nodiscard]] Result<std::shared_ptr<Interface>> open(const Vgpu& vgpu, sched::MemberId member, int priority) {
        const MutexLock lock(board_->mutex());
        RF_TRY(const StreamPlace place, open_stream(vgpu, member, priority));
        return std::shared_ptr<Interface>(std::make_shared<Way>(board_, vgpu.tally, place));
    }
    [[nodiscard]] Result<StreamPlace> open_stream(const Vgpu& vgpu, sched::MemberId member, int priority)
        RF_REQUIRES(board_->mutex());
    [[nodiscard]] std::string exit_text(const policy::Seat& seat, const std::string& vgpu) const
        RF_REQUIRES(board_->mutex());
    // Null: the virtual GPU has no nested policy.
    [[nodiscard]] policy::Seat* seat_of(const std::string& vgpu) const RF_REQUIRES(board_->mutex()) {
        return vgpu.empty() ? &board_->seat() : board_->nested_seat(vgpu);
    }
    [[nodiscard]] std::uint64_t copy_piece(sched::VgpuId vgpu, backend::JobKind kind, std::uint64_t bytes);
    [[nodiscard]] Result<std::shared_ptr<Vgpu>> find_or_add(const sched::VirtualGpu& settings)
        RF_REQUIRES(board_->mutex());
    [[nodiscard]] Result<void> change(Vgpu& vgpu, const sched::VirtualGpu& settings) RF_REQUIRES(board_->mutex());
    void forget_the_idle() RF_REQUIRES(board_->mutex());
    void look_who_is_here() RF_REQUIRES(board_->mutex());

    [[nodiscard]] std::string name_of(sched::VgpuId id) const RF_REQUIRES(board_->mutex());

    const bool has_queue_;
    const bool can_be_divided_;
    const std::shared_ptr<JobBoard> board_;
    std::map<std::string, Changes> policy_changes_ RF_GUARDED_BY(board_->mutex());  // by virtual GPU; "": on the card
    sched::Time last_thermal_ RF_GUARDED_BY(board_->mutex()) = 0;
    std::map<std::string, std::shared_ptr<Vgpu>> vgpus_ RF_GUARDED_BY(board_->mutex());
    sched::SessionId next_session_ RF_GUARDED_BY(board_->mutex()) = 0;
};

}  // namespace ringfence::worker
