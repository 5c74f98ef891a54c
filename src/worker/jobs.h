// The worker's jobs: each piece of work that its sessions have for the device, and whose turn it is
// (docs/scheduling.md).
//
// Sessions are bound to virtual GPUs, and their streams have gates (backend/job_gate.h). While the sessions here are of
// one virtual GPU a job goes straight through, and is only counted: no lock is taken. While they are of several, the
// dispatcher (src/sched) says when each may begin.
//
// Nobody waits for ever: a job that has been on the device for `patience` counts as having left it, and the next may
// begin beside it; what it takes is charged to its virtual GPU all the same.
//
// Safe for several threads. There is no thread of its own: who waits looks at the clock.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/job_gate.h"
#include "base/result.h"
#include "worker/job_board.h"

namespace ringfence::worker {

// Of sessions that are bound to none.
sched::VirtualGpu default_vgpu();

struct JobSettings {
    std::chrono::nanoseconds patience = std::chrono::seconds(1);
    bool has_queue = false;  // jobs that have begun stand in a queue of the device's, as on a card
};

// What a virtual GPU has had here.
struct VgpuUse {
    sched::VirtualGpu vgpu;
    std::uint32_t sessions = 0;
    std::uint64_t queued = 0;  // jobs that have not begun
    std::uint64_t jobs = 0;    // that have
    std::array<std::uint64_t, sched::resource_count> device_ns{};
    std::uint64_t waited_ns = 0;  // for their turn, all together
    std::uint64_t longest_wait_ns = 0;
};

// Who decides here, and how it does.
struct PolicyReport {
    enum class Stage : std::uint8_t { BuiltIn, Runs, Fallen };
    Stage stage = Stage::BuiltIn;
    std::string name;
    std::array<std::uint64_t, policy::hook_count> runs{};
    std::array<std::uint64_t, policy::hook_count> steps{};  // instructions
    std::uint64_t wrong = 0;                                // answers that made no sense
    std::uint64_t changes = 0;                              // how often another one was put there
    std::uint64_t longest_change_ns = 0;                    // for how long that kept others from asking
    std::string exit;                                       // Fallen: why, in lines
};

class Jobs final : public std::enable_shared_from_this<Jobs> {
    struct Vgpu {
        sched::VirtualGpu settings;
        sched::VgpuId id = sched::nobody;
        std::uint32_t sessions = 0;
        std::shared_ptr<JobTally> tally = std::make_shared<JobTally>();
    };

public:
    static std::shared_ptr<Jobs> create(const JobSettings& settings = {});

    // A session's part in a virtual GPU, as long as this lives.
    class Binding {
    public:
        Binding(std::shared_ptr<Jobs> jobs, std::shared_ptr<Vgpu> vgpu)
            : jobs_(std::move(jobs)), vgpu_(std::move(vgpu)) {}
        ~Binding() { jobs_->unbind(*vgpu_); }
        Binding(const Binding&) = delete;
        Binding& operator=(const Binding&) = delete;

        // For a stream. `priority`: CUDA's.
        [[nodiscard]] Result<std::shared_ptr<backend::JobGate>> open_gate(int priority) const {
            return jobs_->open_gate(*vgpu_, priority);
        }

    private:
        const std::shared_ptr<Jobs> jobs_;
        const std::shared_ptr<Vgpu> vgpu_;
    };
    // The one of that name has these shares from now on.
    [[nodiscard]] Result<std::shared_ptr<const Binding>> bind(const sched::VirtualGpu& vgpu);
    // The same, if there is one of that name.
    [[nodiscard]] Result<void> change(const sched::VirtualGpu& vgpu);
    [[nodiscard]] std::vector<VgpuUse> use() const;

    // The policy decides from the next question on; null: the built-in one. No job is touched.
    void set_policy(std::unique_ptr<policy::HostedPolicy> guest, const policy::WatchSettings& settings);
    [[nodiscard]] PolicyReport policy_report() const;
    // Called by any thread when set_policy() or the watchdog has changed who decides. It must not ask Jobs for
    // anything.
    void set_policy_listener(std::function<void()> listener);
    // The last decisions of the policy that decides, or of the one that the watchdog took out, as lines or as a
    // timeline (policy/decision_text.h); none: there is none.
    [[nodiscard]] std::optional<std::string> policy_decisions(bool is_timeline) const;
    // With the maps of the policy that decides, or of the one that the watchdog took out; false: there is none.
    bool visit_maps(const std::function<void(std::vector<policy::Map>&)>& visit);

private:
    explicit Jobs(const JobSettings& settings)
        : board_(std::make_shared<JobBoard>(settings.patience.count(), settings.has_queue)) {}
    void unbind(Vgpu& vgpu);
    [[nodiscard]] Result<std::shared_ptr<backend::JobGate>> open_gate(const Vgpu& vgpu, int priority);
    // With the board's lock.
    [[nodiscard]] Result<std::shared_ptr<Vgpu>> find_or_add(const sched::VirtualGpu& settings);
    [[nodiscard]] Result<void> change(Vgpu& vgpu, const sched::VirtualGpu& settings);
    void forget_the_idle();
    void look_who_is_here();

    [[nodiscard]] std::string name_of(sched::VgpuId id) const;

    const std::shared_ptr<JobBoard> board_;  // its lock guards what follows
    std::uint64_t policy_changes_ = 0;
    std::uint64_t longest_change_ns_ = 0;
    std::map<std::string, std::shared_ptr<Vgpu>> vgpus_;
    sched::SessionId next_session_ = 0;
};

}  // namespace ringfence::worker
