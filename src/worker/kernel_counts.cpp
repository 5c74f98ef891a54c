#include "worker/kernel_counts.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::worker {

std::size_t KernelCounts::Row::find(std::uint32_t condition) const {
    const std::size_t used = used_slots_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < used; ++i) {
        if (slots_[i].condition == condition) return i;
    }
    return most_reasons;
}

bool KernelCounts::Row::lacks_text(std::uint32_t condition) const {
    return has_reasons_ && used_slots_.load(std::memory_order_relaxed) < most_reasons &&
           find(condition) == most_reasons;
}

void KernelCounts::Row::explain(std::uint32_t condition, std::string_view text) {
    if (!lacks_text(condition)) return;
    const MutexLock lock(mutex_);
    const std::size_t next = used_slots_.load(std::memory_order_relaxed);
    texts_.emplace_back(text.substr(0, longest_reason));
    slots_[next].condition = condition;
    used_slots_.store(next + 1, std::memory_order_relaxed);
}

void KernelCounts::Row::count_unmet(Variant variant, std::uint32_t condition, std::uint64_t times) {
    count(variant, times);
    if (const std::size_t slot = find(condition); slot < most_reasons) add(slots_[slot].launches, times);
}

KernelCounts::Kernel KernelCounts::Row::copy() const {
    Kernel kernel{name_, module_, {}, {}};
    const MutexLock lock(mutex_);
    for (std::size_t i = 0; i < texts_.size(); ++i)
        kernel.reasons.push_back({texts_[i], slots_[i].launches.load(std::memory_order_relaxed)});
    for (std::size_t i = 0; i < variant_count; ++i)
        kernel.launches[i] = launches_[i].load(std::memory_order_relaxed);
    return kernel;
}

KernelCounts::Row& KernelCounts::row(std::string_view kernel, std::string_view module) {
    const std::string name = escape(kernel, longest_name);
    const MutexLock lock(mutex_);
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const std::unique_ptr<Row>& row) {
        return row->name_ == name && row->module_ == module;
    });
    if (found != rows_.end()) return **found;
    if (rows_.size() >= most_rows) return others_row();
    auto made = std::make_unique<Row>();
    made->name_ = name;
    made->module_ = module;
    return *rows_.emplace_back(std::move(made));
}

KernelCounts::Row& KernelCounts::others() {
    const MutexLock lock(mutex_);
    return others_row();
}

KernelCounts::Row& KernelCounts::others_row() {
    if (others_) return *others_;
    others_ = std::make_unique<Row>();
    others_->has_reasons_ = false;
    return *others_;
}

std::vector<KernelCounts::Kernel> KernelCounts::copy() const {
    const auto unmet = [](const Kernel& kernel) {
        std::uint64_t launches = 0;
        for (std::size_t i = 0; i < variant_count; ++i)
            if (has_reason(static_cast<Variant>(i))) launches += kernel.launches[i];
        return launches;
    };
    std::vector<Kernel> kernels;
    const MutexLock lock(mutex_);
    for (const auto& row : rows_)
        kernels.push_back(row->copy());
    std::stable_sort(kernels.begin(), kernels.end(),
                     [&](const Kernel& one, const Kernel& other) { return unmet(one) > unmet(other); });
    if (others_) kernels.push_back(others_->copy());
    return kernels;
}

std::string lines_of(std::uint32_t session, const std::vector<KernelCounts::Kernel>& kernels) {
    std::string text;
    for (const KernelCounts::Kernel& kernel : kernels) {
        text += fmt::format("kernel\t{}\t{}\t{}", session, kernel.name, kernel.module);
        for (const std::uint64_t launches : kernel.launches)
            text += fmt::format("\t{}", launches);
        text += '\n';
        for (const KernelCounts::Reason& reason : kernel.reasons)
            text += fmt::format("reason\t{}\t{}\n", reason.launches, escape(reason.text));
    }
    return text;
}

}  // namespace ringfence::worker
