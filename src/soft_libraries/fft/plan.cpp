#include "soft_libraries/fft/plan.h"

#include <limits>

namespace ringfence::soft_libraries::fft {

Status Plan::make(const Request& request, std::size_t& work_size) {
    const MutexLock lock(lock_);
    if (prepared_ != nullptr) return Status::InvalidPlan;
    Problem problem;
    if (const Status status = check(request, problem); status != Status::Success) return status;
    if (const Status status = Prepared::make(problem, automatic_, prepared_); status != Status::Success) return status;
    work_size = work_area_bytes(problem);
    return Status::Success;
}

Status Plan::work_size(std::size_t& size) const {
    const MutexLock lock(lock_);
    if (prepared_ == nullptr) return Status::InvalidPlan;
    size = work_area_bytes(prepared_->problem());
    return Status::Success;
}

void Plan::set_stream(void* stream) {
    const MutexLock lock(lock_);
    stream_ = stream;
}

void Plan::set_work_area(void* area) {
    const MutexLock lock(lock_);
    area_ = area;
    area_was_set_ = true;
}

void Plan::set_automatic(bool automatic) {
    const MutexLock lock(lock_);
    automatic_ = automatic;
}

// There is one way to compute, and it takes one size of work area.
Status Plan::set_policy(WorkAreaPolicy policy, std::size_t* work_size) const {
    if (policy > WorkAreaPolicy::Performance) return Status::InvalidValue;
    if (policy == WorkAreaPolicy::User && work_size == nullptr) return Status::InvalidValue;
    const MutexLock lock(lock_);
    if (prepared_ == nullptr) return Status::Success;
    const std::size_t needed = work_area_bytes(prepared_->problem());
    if (policy == WorkAreaPolicy::User && *work_size < needed) return Status::InvalidSize;
    if (work_size != nullptr) *work_size = needed;
    return Status::Success;
}

// The properties say how cuFFT shall compile its kernels. They are kept, and change nothing.
Status Plan::set_property(PlanProperty property, int64 value) {
    const MutexLock lock(lock_);
    if (prepared_ != nullptr) return Status::InvalidPlan;
    switch (property) {
        case PlanProperty::PatientJit:
            if (value != 0 && value != 1) return Status::InvalidValue;
            properties_.patient_jit = value;
            return Status::Success;
        case PlanProperty::MaxHostThreads:
            if (value < 1) return Status::InvalidValue;
            properties_.max_host_threads = value;
            return Status::Success;
    }
    return Status::NotSupported;
}

Status Plan::property(PlanProperty property, int64& value) const {
    const MutexLock lock(lock_);
    switch (property) {
        case PlanProperty::PatientJit: value = properties_.patient_jit; return Status::Success;
        case PlanProperty::MaxHostThreads: value = properties_.max_host_threads; return Status::Success;
    }
    return Status::NotSupported;
}

Status Plan::reset_property(PlanProperty property) {
    const Properties defaults;
    switch (property) {
        case PlanProperty::PatientJit: return set_property(property, defaults.patient_jit);
        case PlanProperty::MaxHostThreads: return set_property(property, defaults.max_host_threads);
    }
    return Status::NotSupported;
}

Status Plan::execute(Host& host, std::optional<Transform> expected, void* input, void* output, int direction) const {
    std::shared_ptr<const Prepared> prepared;
    void* stream = nullptr;
    void* area = nullptr;
    {
        const MutexLock lock(lock_);
        if (prepared_ == nullptr) return Status::InvalidPlan;
        prepared = prepared_;
        stream = stream_;
        area = area_;
        if (area_was_set_ ? area == nullptr : !prepared->has_work_area()) return Status::NoWorkspace;
    }
    const Transform& transform = prepared->problem().transform;
    if (expected && *expected != transform) return Status::InvalidType;
    if (input == nullptr || output == nullptr) return Status::InvalidValue;
    if (transform.kind == Kind::ComplexToComplex && direction != forward && direction != inverse) {
        return Status::InvalidValue;
    }
    const bool taken = host.enqueue(stream, [&host, prepared, input, output, direction, area] {
        prepared->run(host, input, output, direction, area);
    });
    return taken ? Status::Success : Status::ExecFailed;
}

Status PlanTable::create(Handle& handle) {
    auto plan = std::make_shared<Plan>();
    const MutexLock lock(lock_);
    if (next_ == std::numeric_limits<Handle>::max()) return Status::AllocFailed;
    plans_.emplace(next_, std::move(plan));
    handle = next_++;
    return Status::Success;
}

Status PlanTable::destroy(Handle handle) {
    std::shared_ptr<Plan> plan;  // ends after the lock, as that takes time
    const MutexLock lock(lock_);
    const auto found = plans_.find(handle);
    if (found == plans_.end()) return handle == null_handle ? Status::Success : Status::InvalidPlan;
    plan = std::move(found->second);
    plans_.erase(found);
    return Status::Success;
}

std::shared_ptr<Plan> PlanTable::find(Handle handle) const {
    const MutexLock lock(lock_);
    const auto found = plans_.find(handle);
    return found == plans_.end() ? nullptr : found->second;
}

}  // namespace ringfence::soft_libraries::fft
