// Computes a session's limits before it is opened, and joins the ledgers that count what it uses.
#include <algorithm>
#include <thread>

#include "base/mutex.h"
#include "worker/worker.h"

namespace ringfence::worker {

namespace {

// Including the pieces around memory. A small session gets a small sink, so that some memory is left for its data.
constexpr std::uint64_t parts_for_sink = 8;

}  // namespace

Result<void> Worker::open_entry(const Grant& grant, SessionOptions& options, Entry& entry) {
    entry.tenant = grant.tenant;
    options.tenant = grant.tenant;
    if (options.is_shared) options.exchange = exchange_;
    const SessionLimits limits = apply_limits(grant.limits, options);
    entry.account = Account::create({.limits = limits,
                                     .tenant = grant.ledger,
                                     .machine = options_.machine,
                                     .on_reached = [journal = options.journal, limits](Limit kind, const Error& why) {
                                         journal->note_limit(kind, limits[kind], why.status, why.message, 1);
                                     }});
    options.account = entry.account;
    options.residency = residency_;
    options.priority = grant.vgpu.priority;
    // With few cores a spinning thread would delay other threads.
    options.foresees_client = grant.vgpu.priority != 0 && std::thread::hardware_concurrency() > 2;
    options.memory_share = limits[Limit::DeviceMemory];
    entry.kernel_limit = std::chrono::milliseconds(limits[Limit::KernelTime]);
    if (const std::uint64_t limit = limits[Limit::KernelTime]; limit != 0) {
        const MutexLock lock(mutex_);
        shortest_kernel_limit_ = tighten(shortest_kernel_limit_, limit);
    }
    if (options_.kernel_limit.count() != 0 || entry.kernel_limit.count() != 0) {
        options.on_kernels = [this] {
            if (!is_looking_at_kernels_.exchange(true)) wake();
        };
    }
    RF_TRY(entry.session_count, entry.account->hold(Limit::Sessions));
    RF_TRY(options.jobs, jobs_->bind(grant.vgpu, grant.weight));
    entry.jobs = options.jobs;
    return options.window.has_sinks ? take_sink(options, entry) : Result<void>();
}

Result<void> Worker::take_sink(SessionOptions& options, Entry& entry) {
    const std::uint64_t memory = entry.account->effective_limit(Limit::DeviceMemory);
    const std::uint64_t most = std::min(entry.account->left(Limit::SinkMemory), memory / parts_for_sink);
    entry.sink = sinks_.take(most);
    if (entry.sink == nullptr) {
        return Error::bad_input("the scratch memory that keeps programs apart is all in use")
            .with_remedy("end other programs, or run this one in a worker of its own (--isolation private)")
            .with_status(cuda_status::out_of_memory);
    }
    RF_TRY(entry.sink_count, entry.account->hold(Limit::SinkMemory, memory::sink_footprint(entry.sink->bytes())));
    options.window.sink_bytes = std::min(options.window.sink_bytes, entry.sink->bytes());
    return {};
}

}  // namespace ringfence::worker
