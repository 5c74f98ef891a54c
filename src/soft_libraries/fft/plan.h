// A cuFFT plan behind its handle, and the table of them. Both may be used by several threads.
#pragma once

#include <array>
#include <map>
#include <memory>

#include "base/mutex.h"
#include "soft_libraries/fft/prepared.h"
#include "soft_libraries/fft/problem.h"
#include "soft_libraries/host.h"

namespace ringfence::soft_libraries::fft {

class Plan {
public:
    // Once for each plan; one that failed may be made again.
    Status make(const Request& request, std::size_t& work_size);
    Status work_size(std::size_t& size) const;
    void set_stream(void* stream);
    void set_work_area(void* area);
    void set_automatic(bool automatic);
    Status set_policy(WorkAreaPolicy policy, std::size_t* work_size) const;

    Status set_property(PlanProperty property, int64 value);
    Status property(PlanProperty property, int64& value) const;
    Status reset_property(PlanProperty property);

    // `expected`: what the function that was called is for; nothing: anything.
    Status execute(Host& host, std::optional<Transform> expected, void* input, void* output, int direction) const;

private:
    struct Properties {
        int64 patient_jit = 0;
        int64 max_host_threads = 1;
    };

    mutable Mutex lock_;
    std::shared_ptr<const Prepared> prepared_ RF_GUARDED_BY(lock_);  // null until made
    void* stream_ RF_GUARDED_BY(lock_) = nullptr;
    bool automatic_ RF_GUARDED_BY(lock_) = true;      // the plan has a work area of its own
    bool area_was_set_ RF_GUARDED_BY(lock_) = false;  // and this is the application's instead
    void* area_ RF_GUARDED_BY(lock_) = nullptr;
    Properties properties_ RF_GUARDED_BY(lock_);
};

class PlanTable {
public:
    Status create(Handle& handle);
    Status destroy(Handle handle);
    std::shared_ptr<Plan> find(Handle handle) const;

private:
    mutable Mutex lock_;
    std::map<Handle, std::shared_ptr<Plan>> plans_ RF_GUARDED_BY(lock_);
    Handle next_ RF_GUARDED_BY(lock_) =
        1;  // a number is not used again, so that an old handle does not name a new plan
};

}  // namespace ringfence::soft_libraries::fft
