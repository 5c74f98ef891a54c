// The worker's jobs: each piece of work that its sessions have for the device, and whose turn it is
// (docs/scheduling.md).
//
// Sessions are bound to virtual GPUs, and their streams have gates (backend/job_gate.h), or queues where the device has
// one (backend/job_queue.h). While the sessions here are of one virtual GPU and count alike there, a job goes straight
// through, and is only counted: no lock is taken. Otherwise the dispatcher (src/sched) says when each may begin. "Here"
// is the worker, and all others of the same card (sched/card_board.h); weights are compared within a worker.
//
// No job waits for ever: one that has been on the device for `patience` counts as having left it, and the next may
// begin beside it; its time is charged to its virtual GPU all the same.
//
// Safe for several threads. There is no thread of its own: waiting threads look at the clock.
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
// As the supervisor tells of one.
sched::VirtualGpu vgpu_of(VgpuGrant told);

struct JobSettings {
    std::chrono::nanoseconds patience = std::chrono::seconds(1);
    bool has_queue = false;             // jobs that have begun stand in a queue of the device's, as on a card
    std::uint32_t multiprocessors = 0;  // that can be divided among virtual GPUs; 0: they cannot
    // Where all workers of the device say whose turn it is; null: this one is alone.
    std::shared_ptr<sched::CardBoard> card = nullptr;
};

// The usage of a virtual GPU here.
struct VgpuUse {
    sched::VirtualGpu vgpu;
    std::uint32_t sessions = 0;
    std::uint32_t multiprocessors = 0;  // that the last of its sessions got; 0: all, or there was none
    std::uint64_t queued = 0;           // jobs that have not begun
    std::uint64_t jobs = 0;             // that have
    std::array<std::uint64_t, sched::resource_count> device_ns{};
    std::uint64_t waited_ns = 0;  // for their turn, all together
    std::uint64_t longest_wait_ns = 0;
};

// The policy that decides here, and how it does.
struct PolicyReport {
    enum class Stage : std::uint8_t { BuiltIn, Runs, Fallen };
    Stage stage = Stage::BuiltIn;
    std::string name;
    std::array<std::uint64_t, policy::hook_count> runs{};
    std::array<std::uint64_t, policy::hook_count> steps{};  // instructions
    policy::WaitHistogram waits;                            // of jobs, since it decides
    std::uint64_t wrong = 0;                                // answers that made no sense
    std::uint64_t changes = 0;                              // how often another one was put there
    std::uint64_t longest_change_ns = 0;                    // for how long that kept others from asking
    std::string exit;                                       // Fallen: why, in lines
};

class Jobs final : public std::enable_shared_from_this<Jobs> {
    struct Vgpu {
        sched::VirtualGpu settings;  // and how many sessions: with the board's lock
        sched::VgpuId id = sched::nobody;
        std::uint32_t sessions = 0;
        std::uint32_t multiprocessors = 0;  // that the last of them got; 0: all
        std::vector<bool> members;          // which numbers its sessions have, for a policy of its own
        std::shared_ptr<JobTally> tally = std::make_shared<JobTally>();
    };

public:
    static std::shared_ptr<Jobs> create(const JobSettings& settings = {});

    // A session's part in a virtual GPU, as long as this lives.
    class Binding {
    public:
        Binding(std::shared_ptr<Jobs> jobs, std::shared_ptr<Vgpu> vgpu, sched::MemberId member)
            : jobs_(std::move(jobs)), vgpu_(std::move(vgpu)), member_(member) {}
        ~Binding() { jobs_->unbind(*vgpu_, member_); }
        Binding(const Binding&) = delete;
        Binding& operator=(const Binding&) = delete;

        // For a stream, of a device without a queue or with one. `priority`: CUDA's.
        [[nodiscard]] Result<std::shared_ptr<backend::JobGate>> open_gate(int priority) const {
            return jobs_->open<backend::JobGate, StreamGate>(*vgpu_, member_, priority);
        }
        [[nodiscard]] Result<std::shared_ptr<backend::JobQueue>> open_queue(int priority) const {
            return jobs_->open<backend::JobQueue, StreamQueue>(*vgpu_, member_, priority);
        }
        // Whichever of them the device's streams need.
        [[nodiscard]] Result<void> add_to(backend::StreamOptions& options) const;
        // For the session's streams: on the virtual GPU's multiprocessors.
        [[nodiscard]] Result<std::shared_ptr<backend::StreamGroup>> create_group(backend::Device& device) const;
        void set_weight(std::uint32_t weight) const { jobs_->set_weight(*vgpu_, member_, weight); }
        // The number that policies know it by.
        [[nodiscard]] sched::VgpuId vgpu() const { return vgpu_->id; }
        // How much of a copy of that size to put on a stream at a time.
        [[nodiscard]] std::uint64_t copy_piece(backend::JobKind kind, std::uint64_t bytes) const {
            return jobs_->copy_piece(vgpu_->id, kind, bytes);
        }

    private:
        const std::shared_ptr<Jobs> jobs_;
        const std::shared_ptr<Vgpu> vgpu_;
        const sched::MemberId member_;
    };
    // The one of that name has these shares from now on. `weight`: of the session beside others there, in millionths of
    // an ordinary one's (sched/member_weights.h).
    [[nodiscard]] Result<std::shared_ptr<const Binding>> bind(const sched::VirtualGpu& vgpu,
                                                              std::uint32_t weight = sched::whole);
    // The same, if there is one of that name.
    [[nodiscard]] Result<void> change(const sched::VirtualGpu& vgpu);
    [[nodiscard]] std::vector<VgpuUse> use() const;

    // The policy decides from the next question on; null: the built-in one. No job is touched. Here and below: `vgpu`
    // names the virtual GPU within which it decides (sched/nest.h), which need not be here yet; empty: on the card.
    void set_policy(std::unique_ptr<policy::HostedPolicy> guest, const policy::WatchSettings& settings,
                    const std::string& vgpu = {});
    // True: a policy may say on which multiprocessors jobs run.
    [[nodiscard]] bool can_be_divided() const { return can_be_divided_; }
    [[nodiscard]] PolicyReport policy_report(const std::string& vgpu = {}) const;
    // Virtual GPUs that have policies of their own.
    [[nodiscard]] std::vector<std::string> nested_policies() const;
    // The choice about memory of the policy that decides, if one was loaded.
    [[nodiscard]] MemoryChoice choose_victim(std::span<const sched::MemoryFacts> candidates);
    [[nodiscard]] MemoryChoice choose_returning(std::span<const sched::MemoryFacts> candidates);
    // The card's sensor readings, for a policy that wants them.
    [[nodiscard]] bool policy_wants_thermal() const;
    void note_thermal(sched::ThermalFacts facts);
    // Called by any thread when set_policy() or the watchdog has changed who decides. It must not ask Jobs for
    // anything.
    void set_policy_listener(std::function<void()> listener);
    // The last decisions of the policy that decides, or of the one that the watchdog took out, as lines or as a
    // timeline (policy/decision_text.h); none: there is none.
    [[nodiscard]] std::optional<std::string> policy_decisions(bool is_timeline, const std::string& vgpu = {}) const;
    // Why the watchdog took the last one out, its last decisions and its maps, in about so many bytes; none: it did
    // not.
    [[nodiscard]] std::optional<std::string> policy_exit(std::size_t most_bytes, const std::string& vgpu = {}) const;
    // With the maps of the policy that decides, or of the one that the watchdog took out; false: there is none.
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
        policy::Seat::Work work;  // of those that are gone
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
    // Null: there is no policy of its own.
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
