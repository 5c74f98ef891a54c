#include "backend/cuda/event.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace ringfence::backend::cuda {

Result<std::shared_ptr<Recording>> Recording::create(const Context& context, unsigned flags) {
    EventHandle handle = nullptr;
    RF_RETURN_IF_ERROR(context.check(context.api().event_create(&handle, flags), "create an event"));
    return std::make_shared<Recording>(context, handle);
}

std::shared_ptr<Recording> Recording::use(std::shared_ptr<Recording> recording) {
    Recording* const raw = recording.get();
    raw->users_.fetch_add(1, std::memory_order_relaxed);
    return {raw, [kept = std::move(recording)](Recording*) { kept->users_.fetch_sub(1, std::memory_order_release); }};
}

std::shared_ptr<Recording> Recording::put_off(std::shared_ptr<Recording> recording) {
    Recording* const raw = recording.get();
    raw->asked_.fetch_add(1, std::memory_order_relaxed);
    return {raw, [used = use(std::move(recording))](Recording*) {
                used->settled_.fetch_add(1, std::memory_order_release);
                used->end_loans();
            }};
}

void Loan::end() {
    std::shared_ptr<void> lent;
    const MutexLock lock(mutex_);
    lent.swap(lent_);
}

std::shared_ptr<Loan> Recording::lend(const std::shared_ptr<JobQueue>& waiting, std::uint64_t number) {
    std::shared_ptr<JobQueue> earlier;
    {
        const MutexLock lock(mutex_);
        earlier = turns_.lock();
    }
    if (!waiting || !earlier || earlier == waiting) return nullptr;
    auto loan = std::make_shared<Loan>(earlier->inherit(*waiting));
    {
        const MutexLock lock(mutex_);
        if (loans_.size() >= many_loans_) {
            std::erase_if(loans_, [](const std::weak_ptr<Loan>& one) { return one.expired(); });
            many_loans_ = std::max(many_loans_, 2 * loans_.size());
        }
        loans_.push_back(loan);
    }
    // The event may have been recorded meanwhile.
    if (has_settled(number)) end_loans();
    return loan;
}

// Ended here, since the waiting stream may be stuck in an earlier wait and never end the loan itself.
void Recording::end_loans() {
    std::vector<std::weak_ptr<Loan>> over;
    {
        const MutexLock lock(mutex_);
        over.swap(loans_);
    }
    for (const std::weak_ptr<Loan>& one : over)
        if (const std::shared_ptr<Loan> loan = one.lock()) loan->end();
}

Result<std::unique_ptr<CudaEvent>> CudaEvent::create(const Context& context, const EventOptions& options) {
    // No blocking synchronization: our events are polled, or awaited by streams. So the card need not interrupt the
    // host.
    const unsigned flags = options.timing ? event_default : event_disable_timing;
    RF_TRY(auto first, Recording::create(context, flags));
    return std::unique_ptr<CudaEvent>(new CudaEvent(context, flags, std::move(first)));
}

std::shared_ptr<Recording> CudaEvent::current() const {
    const MutexLock lock(mutex_);
    return current_;
}

Result<std::shared_ptr<Recording>> CudaEvent::next() {
    const MutexLock lock(mutex_);
    // Kept work may still wait for the present recording, or will record it.
    if (current_->is_used()) {
        RF_TRY(current_, Recording::create(context_, flags_));
    }
    return current_;
}

Result<std::shared_ptr<Recording>> CudaEvent::for_graph() const {
    std::shared_ptr<Recording> recording = current();
    if (!recording->is_used()) return recording;
    return Recording::create(context_, flags_);
}

void CudaEvent::set_current(std::shared_ptr<Recording> recording) {
    const MutexLock lock(mutex_);
    current_ = std::move(recording);
}

Result<void> CudaEvent::synchronize() {
    constexpr std::chrono::microseconds time_between_looks{50};
    const auto recording = current();
    while (!recording->has_settled())
        std::this_thread::sleep_for(time_between_looks);
    return context_.check(context_.api().event_synchronize(recording->handle()), "wait for an event");
}

Result<bool> CudaEvent::is_done() {
    const auto recording = current();
    if (!recording->has_settled()) return false;
    const Status status = context_.api().event_query(recording->handle());
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "ask for an event"));
    context_.hand_on_prints();
    return true;
}

Result<double> CudaEvent::milliseconds_since(Event& start) {
    const auto begin = static_cast<CudaEvent&>(start).current();
    const auto end = current();
    float milliseconds = 0;
    const bool is_on_card = begin->has_settled() && end->has_settled();
    const Status status =
        is_on_card ? context_.api().event_elapsed(&milliseconds, begin->handle(), end->handle()) : status::not_ready;
    RF_RETURN_IF_ERROR(context_.check(status, "take the time between two events"));
    return static_cast<double>(milliseconds);
}

}  // namespace ringfence::backend::cuda
