#include "worker/jobs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ringfence::worker {
namespace {

constexpr std::size_t most_known_vgpus = 1024;  // beyond it, those without sessions are forgotten

// In CUDA lower numbers are more urgent, and 0 is the default.
std::uint8_t job_priority(int priority) {
    return static_cast<std::uint8_t>(std::clamp(priority, 1 - static_cast<int>(sched::job_priorities), 0) * -1);
}

VgpuUse use_of(const sched::VirtualGpu& settings, const JobTally& tally) {
    VgpuUse use;
    use.vgpu = settings;
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

sched::VirtualGpu vgpu_of(VgpuGrant told) {
    told.name[vgpu_bytes - 1] = '\0';
    sched::VirtualGpu vgpu = default_vgpu();
    if (told.name[0] != '\0') vgpu.name = told.name;
    std::copy(std::begin(told.shares), std::end(told.shares), vgpu.shares.begin());
    vgpu.priority = told.priority;
    vgpu.sms = told.sms;
    return vgpu;
}

std::shared_ptr<Jobs> Jobs::create(const JobSettings& settings) {
    return std::shared_ptr<Jobs>(new Jobs(settings));
}

Result<std::shared_ptr<const Jobs::Binding>> Jobs::bind(const sched::VirtualGpu& vgpu, std::uint32_t weight) {
    const MutexLock lock(board_->mutex());
    RF_TRY(std::shared_ptr<Vgpu> found, find_or_add(vgpu));
    ++found->sessions;
    const auto place = std::find(found->members.begin(), found->members.end(), false);
    const auto member = static_cast<sched::MemberId>(place - found->members.begin());
    if (place == found->members.end()) found->members.push_back(false);
    found->members[member] = true;
    weigh(*found, member, weight);
    look_who_is_here();
    return std::make_shared<const Binding>(shared_from_this(), std::move(found), member);
}

void Jobs::unbind(Vgpu& vgpu, sched::MemberId member) {
    const MutexLock lock(board_->mutex());
    --vgpu.sessions;
    vgpu.members[member] = false;
    weigh(vgpu, member, 0);
    look_who_is_here();
}

void Jobs::set_weight(const Vgpu& vgpu, sched::MemberId member, std::uint32_t weight) {
    const MutexLock lock(board_->mutex());
    weigh(vgpu, member, weight);
    look_who_is_here();
}

void Jobs::weigh(const Vgpu& vgpu, sched::MemberId member, std::uint32_t weight) {
    // Cannot fail: the only error is that there is no such virtual GPU.
    static_cast<void>(board_->dispatcher().weigh(vgpu.id, member, weight, JobBoard::now()));
}

Result<void> Jobs::change(const sched::VirtualGpu& vgpu) {
    const MutexLock lock(board_->mutex());
    const auto found = vgpus_.find(vgpu.name);
    return found == vgpus_.end() ? Result<void>() : change(*found->second, vgpu);
}

std::vector<VgpuUse> Jobs::use() const {
    const MutexLock lock(board_->mutex());
    std::vector<VgpuUse> all;
    for (const auto& [name, vgpu] : vgpus_) {
        VgpuUse& use = all.emplace_back(use_of(vgpu->settings, *vgpu->tally));
        use.sessions = vgpu->sessions;
        use.multiprocessors = vgpu->multiprocessors;
    }
    return all;
}

Result<StreamPlace> Jobs::open_stream(const Vgpu& vgpu, sched::MemberId member, int priority) {
    StreamPlace place;
    place.vgpu = vgpu.id;
    place.session = next_session_++;
    place.priority = job_priority(priority);
    RF_TRY(place.stream, board_->dispatcher().open_stream(place.vgpu, place.session, member));
    return place;
}

Result<void> Jobs::Binding::add_to(backend::StreamOptions& options) const {
    // The job's priority is the stream's own: within a virtual GPU with priority, streams still differ.
    if (jobs_->has_queue_) {
        RF_TRY(options.queue, open_queue(options.priority));
    } else {
        RF_TRY(options.gate, open_gate(options.priority));
    }
    // The virtual GPU's priority must hold in the device's queue, too.
    const MutexLock lock(jobs_->board_->mutex());
    options.priority = std::min(options.priority, -static_cast<int>(vgpu_->settings.priority));
    return {};
}

Result<std::shared_ptr<backend::StreamGroup>> Jobs::Binding::create_group(backend::Device& device) const {
    backend::GroupOptions options;
    {
        const MutexLock lock(jobs_->board_->mutex());
        options = {vgpu_->settings.name, vgpu_->settings.sms};
    }
    // Without the lock, since the first group of a card takes milliseconds to create.
    RF_TRY(std::shared_ptr<backend::StreamGroup> group, device.create_stream_group(options));
    const MutexLock lock(jobs_->board_->mutex());
    vgpu_->multiprocessors = group ? group->multiprocessors() : 0;
    return group;
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
    if (board_->neighbours() != nullptr) board_->neighbours()->bind(vgpu->id, settings);
    vgpus_[settings.name] = vgpu;
    board_->note_number(settings.name, vgpu->id);
    return vgpu;
}

Result<void> Jobs::change(Vgpu& vgpu, const sched::VirtualGpu& settings) {
    if (vgpu.settings == settings) return {};
    RF_RETURN_IF_ERROR(board_->dispatcher().change_vgpu(vgpu.id, settings, JobBoard::now()));
    vgpu.settings = settings;
    if (board_->neighbours() != nullptr) board_->neighbours()->bind(vgpu.id, settings);
    return {};
}

// A virtual GPU that still has streams stays: the dispatcher refuses to forget it.
void Jobs::forget_the_idle() {
    std::erase_if(vgpus_, [this](const auto& entry) RF_REQUIRES(board_->mutex()) {
        const Vgpu& vgpu = *entry.second;
        if (vgpu.sessions != 0 || !board_->dispatcher().remove_vgpu(vgpu.id).ok()) return false;
        if (board_->neighbours() != nullptr) board_->neighbours()->unbind(vgpu.id);
        board_->note_number(entry.first, sched::nobody);
        return true;
    });
}

void Jobs::look_who_is_here() {
    std::vector<sched::VgpuId> with_sessions;
    for (const auto& [name, vgpu] : vgpus_) {
        if (vgpu->sessions != 0) with_sessions.push_back(vgpu->id);
    }
    const bool do_weights_differ = std::any_of(with_sessions.begin(), with_sessions.end(),
                                               [this](sched::VgpuId vgpu) RF_REQUIRES(board_->mutex()) {
                                                   return board_->dispatcher().do_weights_differ(vgpu);
                                               });
    board_->set_several(with_sessions.size() > 1 || do_weights_differ);
    if (board_->neighbours() != nullptr) board_->neighbours()->say_sessions(with_sessions);
}

}  // namespace ringfence::worker
