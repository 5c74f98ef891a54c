#include "worker/jobs.h"

#include <algorithm>
#include <utility>

#include "worker/stream_gate.h"

namespace ringfence::worker {
namespace {

constexpr std::size_t most_known_vgpus = 1024;  // beyond it the counters of those without sessions are forgotten

// CUDA's lower numbers go first, and 0 is the usual one.
std::uint8_t job_priority(int priority) {
    return static_cast<std::uint8_t>(std::clamp(priority, 1 - static_cast<int>(sched::job_priorities), 0) * -1);
}

VgpuUse use_of(const sched::VirtualGpu& settings, std::uint32_t sessions, const JobTally& tally) {
    VgpuUse use;
    use.vgpu = settings;
    use.sessions = sessions;
    use.queued = static_cast<std::uint64_t>(std::max<std::int64_t>(tally.queued.load(), 0));
    use.jobs = tally.jobs.load();
    for (std::size_t resource = 0; resource < sched::resource_count; ++resource)
        use.device_ns[resource] = tally.device_ns[resource].load();
    use.waited_ns = tally.waited_ns.load();
    use.longest_wait_ns = tally.longest_wait_ns.load();
    return use;
}

}  // namespace

sched::VirtualGpu default_vgpu() {
    sched::VirtualGpu vgpu;
    vgpu.name = "default";
    return vgpu;
}

std::shared_ptr<Jobs> Jobs::create(const JobSettings& settings) {
    return std::shared_ptr<Jobs>(new Jobs(settings));
}

Result<std::shared_ptr<const Jobs::Binding>> Jobs::bind(const sched::VirtualGpu& vgpu) {
    const std::lock_guard lock(board_->mutex());
    RF_TRY(std::shared_ptr<Vgpu> found, find_or_add(vgpu));
    ++found->sessions;
    look_who_is_here();
    return std::make_shared<const Binding>(shared_from_this(), std::move(found));
}

void Jobs::unbind(Vgpu& vgpu) {
    const std::lock_guard lock(board_->mutex());
    --vgpu.sessions;
    look_who_is_here();
}

Result<void> Jobs::change(const sched::VirtualGpu& vgpu) {
    const std::lock_guard lock(board_->mutex());
    const auto found = vgpus_.find(vgpu.name);
    return found == vgpus_.end() ? Result<void>() : change(*found->second, vgpu);
}

std::vector<VgpuUse> Jobs::use() const {
    const std::lock_guard lock(board_->mutex());
    std::vector<VgpuUse> all;
    for (const auto& [name, vgpu] : vgpus_)
        all.push_back(use_of(vgpu->settings, vgpu->sessions, *vgpu->tally));
    return all;
}

Result<std::shared_ptr<backend::JobGate>> Jobs::open_gate(const Vgpu& vgpu, int priority) {
    const std::lock_guard lock(board_->mutex());
    StreamGate::Place place;
    place.vgpu = vgpu.id;
    place.session = next_session_++;
    place.priority = job_priority(priority);
    RF_TRY(place.stream, board_->dispatcher().open_stream(place.vgpu, place.session));
    return std::shared_ptr<backend::JobGate>(std::make_shared<StreamGate>(board_, vgpu.tally, place));
}

Result<std::shared_ptr<Jobs::Vgpu>> Jobs::find_or_add(const sched::VirtualGpu& settings) {
    if (const auto found = vgpus_.find(settings.name); found != vgpus_.end()) {
        RF_RETURN_IF_ERROR(change(*found->second, settings));
        return found->second;
    }
    if (vgpus_.size() >= most_known_vgpus) forget_the_idle();
    auto vgpu = std::make_shared<Vgpu>();
    vgpu->settings = settings;
    RF_TRY(vgpu->id, board_->dispatcher().add_vgpu(settings));
    vgpus_[settings.name] = vgpu;
    return vgpu;
}

Result<void> Jobs::change(Vgpu& vgpu, const sched::VirtualGpu& settings) {
    if (vgpu.settings == settings) return {};
    RF_RETURN_IF_ERROR(board_->dispatcher().change_vgpu(vgpu.id, settings, JobBoard::now()));
    vgpu.settings = settings;
    return {};
}

// The dispatcher refuses to forget one that has streams still.
void Jobs::forget_the_idle() {
    std::erase_if(vgpus_, [this](const auto& entry) {
        const Vgpu& vgpu = *entry.second;
        return vgpu.sessions == 0 && board_->dispatcher().remove_vgpu(vgpu.id).ok();
    });
}

void Jobs::look_who_is_here() {
    const auto with_sessions =
        std::count_if(vgpus_.begin(), vgpus_.end(), [](const auto& entry) { return entry.second->sessions != 0; });
    board_->set_contended(with_sessions > 1);
}

}  // namespace ringfence::worker
