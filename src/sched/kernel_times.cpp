#include "sched/kernel_times.h"

#include "sched/peak.h"

namespace ringfence::sched {

// A program can choose names whose numbers collide, but that harms only its own virtual GPU.
std::size_t KernelTimes::place_of(std::uint64_t kernel) {
    constexpr std::uint64_t spread = 0x9e37'79b9'7f4a'7c15;
    return static_cast<std::size_t>(((kernel ^ (kernel >> 29U)) * spread) >> 48U) % places;
}

void KernelTimes::note(VgpuId vgpu, std::uint64_t kernel, Time took) {
    constexpr Time weight = 8;  // of the past, as for lanes
    if (vgpu >= tables_.size()) tables_.resize(vgpu + std::size_t{1});
    std::vector<Entry>& table = tables_[vgpu];
    if (table.empty()) table.resize(places);
    Entry& entry = table[place_of(kernel)];
    if (entry.kernel != kernel) entry = {kernel, {}};
    Known& known = entry.known;
    keep_peak(known.peak, took);
    known.mean = known.runs == 0 ? took : known.mean + (took - known.mean) / weight;
    if (known.runs != UINT32_MAX) ++known.runs;
}

KernelTimes::Known KernelTimes::of(VgpuId vgpu, std::uint64_t kernel) const {
    if (vgpu >= tables_.size() || tables_[vgpu].empty() || kernel == 0) return {};
    const Entry& entry = tables_[vgpu][place_of(kernel)];
    return entry.kernel == kernel ? entry.known : Known();
}

void KernelTimes::forget(VgpuId vgpu) {
    if (vgpu < tables_.size()) tables_[vgpu] = {};
}

}  // namespace ringfence::sched
