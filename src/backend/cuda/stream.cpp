#include "backend/cuda/stream.h"

#include <utility>

#include "backend/text.h"

namespace ringfence::backend::cuda {

Result<void> check_word(Address address, unsigned bytes) {
    if ((bytes == 4 || bytes == 8) && address % bytes == 0) return {};
    return Error::bad_input("a word that a stream uses has 4 or 8 bytes and is aligned so")
        .with_status(status::invalid_value);
}

Result<std::unique_ptr<CudaStream>> CudaStream::create(const Context& context, int priority,
                                                       std::shared_ptr<HeldGroup> group,
                                                       const std::shared_ptr<JobQueue>& turns) {
    const GreenContext* const part = group->part();
    std::unique_ptr<CudaStream> stream(new CudaStream(context, std::move(group), turns));
    RF_TRY(stream->handle_, context.create_stream(part != nullptr ? part->handle : nullptr, priority));
    RF_TRY(stream->reached_, context.mark_words().take(context));
    return stream;
}

CudaStream::~CudaStream() {
    if (handle_ == nullptr) return;
    abandon();
    held_.wait_until_free();
    // Host functions that have not run yet use this object.
    static_cast<void>(context_.api().stream_synchronize(handle_));
    context_.api().stream_destroy(handle_);
    for (const MarkWords::Word& word : {reached_, place_})
        if (word.host != nullptr) context_.mark_words().give_back(word);
}

Result<void> CudaStream::synchronize() {
    held_.wait_until_free();
    RF_RETURN_IF_ERROR(context_.check(context_.api().stream_synchronize(handle_), "finish the work on a stream"));
    if (auto failure = held_.take_failure()) return std::move(*failure);
    return {};
}

Result<bool> CudaStream::is_idle() {
    if (is_held()) return false;
    if (may_be_busy_) {
        RF_TRY(const bool is_idle, is_card_idle());
        if (!is_idle) return false;
        may_be_busy_ = false;
    }
    context_.hand_on_prints();
    if (auto failure = held_.take_failure()) return std::move(*failure);
    return true;
}

Result<bool> CudaStream::is_card_idle() {
    const Status status = context_.api().stream_query(handle_);
    if (status == status::not_ready) return false;
    RF_RETURN_IF_ERROR(context_.check(status, "finish the work on a stream"));
    return true;
}

Result<std::uint64_t> CudaStream::mark() {
    const std::uint64_t number = last_mark_ + 1;
    RF_RETURN_IF_ERROR(put([this, number] { return write_now(reached_.device, number, sizeof number); }));
    return last_mark_ = number;
}

Result<bool> CudaStream::is_reached(std::uint64_t mark) {
    // This thread is waiting anyway, so it puts held work on the card.
    if (is_held()) held_.help();
    if (reached_.host->load(std::memory_order_acquire) >= mark) {
        context_.hand_on_prints();
        if (auto failure = held_.take_failure()) return std::move(*failure);
        return true;
    }
    // After a failure the stream no longer reaches its marks, and only the driver knows that.
    constexpr unsigned questions_between = 64;
    if (++questions_ % questions_between != 0) return false;
    return is_idle();
}

// Marks are numbered when they are requested, places when they are put on the card: so places have their own word.
Result<void> CudaStream::put_place(std::uint64_t number) {
    if (place_.host == nullptr) {
        RF_TRY(place_, context_.mark_words().take(context_));
    }
    place_questions_.begin(RareQuestions::Clock::now());
    return write_now(place_.device, number, sizeof number);
}

Result<bool> CudaStream::has_come_to(std::uint64_t number) {
    if (place_.host->load(std::memory_order_acquire) >= number) return true;
    return place_questions_.is_due(RareQuestions::Clock::now) ? is_card_idle() : Result<bool>(false);
}

Result<void> CudaStream::record(Event& event) {
    RF_TRY(std::shared_ptr<Recording> recording, static_cast<CudaEvent&>(event).next());
    if (!is_held()) return record_now(*recording);
    recording->set_turns(turns_);
    return held_.keep([this, kept = Recording::put_off(std::move(recording))] { return record_now(*kept); });
}

Result<void> CudaStream::record_now(const Recording& recording) const {
    return context_.check(context_.api().event_record(recording.handle(), handle()), "record an event");
}

Result<void> CudaStream::wait_for(Event& event) {
    const std::shared_ptr<Recording> recording = static_cast<CudaEvent&>(event).current();
    const std::uint64_t number = recording->asked();
    const bool is_on_card = recording->has_settled(number);
    if (is_on_card && !is_held()) return wait_now(*recording);
    const auto wait = [this, kept = Recording::use(recording)] { return wait_now(*kept); };
    if (is_on_card) return held_.keep(wait);
    const std::shared_ptr<Loan> loan = recording->lend(turns_, number);
    return held_.hold({[recording, number, loan] { return recording->has_settled(number); }, wait, false});
}

Result<void> CudaStream::wait_now(const Recording& recording) const {
    return context_.check(context_.api().stream_wait_event(handle(), recording.handle(), 0),
                          "make a stream wait for an event");
}

Result<void> CudaStream::call_host(std::function<void()> function) {
    if (!context_.holds_waits()) {
        return put([this, function = std::move(function)] { return call_by_driver(function); });
    }
    // The driver has one thread for such calls, which serves all tenants and blocks a queue of the card.
    const auto call = [function = std::move(function)] {
        function();
        return true;
    };
    return held_.hold({call, nullptr, true});
}

Result<void> CudaStream::call_by_driver(std::function<void()> function) {
    std::list<HostCall>::iterator call;
    {
        const MutexLock lock(mutex_);
        call = host_calls_.insert(host_calls_.end(), HostCall{this, std::move(function), {}});
        call->self = call;
    }
    Result<void> launched = context_.check(context_.api().launch_host_function(handle(), &run_host_call, &*call),
                                           "put a call of the host on a stream");
    if (!launched.ok()) forget(call);
    return launched;
}

Result<void> CudaStream::write_word(Address address, std::uint64_t value, unsigned bytes) {
    RF_RETURN_IF_ERROR(check_word(address, bytes));
    return put([this, address, value, bytes] { return write_now(address, value, bytes); });
}

Result<void> CudaStream::write_now(Address address, std::uint64_t value, unsigned bytes) const {
    const DriverApi& api = context_.api();
    const Status status = bytes == 8 ? api.write_word_64(handle(), address, value, 0)
                                     : api.write_word_32(handle(), address, static_cast<std::uint32_t>(value), 0);
    return context_.check(status, [&] { return "make a stream write a word of " + bytes_at(bytes, address); });
}

Result<void> CudaStream::wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) {
    RF_RETURN_IF_ERROR(check_word(address, bytes));
    const WaitWordNode word = {address, value, bytes, condition};
    if (!context_.holds_waits()) return put([this, word] { return wait_now(word); });
    HeldGroup& group = held_.group();
    return held_.hold({[&group, word] { return group.holds(word); }, nullptr, true});
}

Result<void> CudaStream::wait_now(const WaitWordNode& word) const {
    const DriverApi& api = context_.api();
    const auto flags = static_cast<unsigned>(word.condition);
    const Status status = word.bytes == 8
                              ? api.wait_word_64(handle(), word.address, word.value, flags)
                              : api.wait_word_32(handle(), word.address, static_cast<std::uint32_t>(word.value), flags);
    return context_.check(status,
                          [&] { return "make a stream wait for a word of " + bytes_at(word.bytes, word.address); });
}

void CudaStream::abandon() {
    held_.abandon();
}

Result<void> CudaStream::put_job_with(std::shared_ptr<void> needs, std::function<Result<void>()> work) {
    if (needs_turn()) return held_.put_job(JobKind::Compute, std::move(work), std::move(needs));
    RF_RETURN_IF_ERROR(put(std::move(work)));
    return keep_until_done(std::move(needs));
}

Result<void> CudaStream::keep_until_done(std::shared_ptr<void> object) {
    return held_.hold({[object = std::move(object)] { return true; }, nullptr, true});
}

Result<void> CudaStream::begin_library() {
    if (!must_wait()) return {};
    RF_TRY(recording_, LibraryRecording::begin(context_, held_.group().recording_streams()));
    return {};
}

Result<void> CudaStream::end_library() {
    if (!recording_) return {};
    const std::unique_ptr<LibraryRecording> recording = std::move(recording_);
    RF_TRY(std::shared_ptr<RecordedWork> work, recording->end());
    if (!work) return {};
    return put_job_with(work, [this, work] { return work->launch(handle()); });
}

void CudaStream::run_host_call(void* data) {
    HostCall& call = *static_cast<HostCall*>(data);
    call.function();
    call.stream->forget(call.self);
}

void CudaStream::forget(std::list<HostCall>::iterator call) {
    const MutexLock lock(mutex_);
    host_calls_.erase(call);
}

}  // namespace ringfence::backend::cuda
