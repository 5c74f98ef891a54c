// Ends or resets a session: all of its resources are freed.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include <fmt/core.h>

#include "base/mutex.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

// For so long after the end, kernels' output is still written to the program's standard output.
constexpr std::chrono::milliseconds output_grace{200};

// A value for which the condition is true.
std::uint64_t satisfying(const WaitedWord& word) {
    return word.condition == backend::WordCondition::NorBit ? 0 : word.value;
}

}  // namespace

void Session::reclaim() {
    std::string reason;
    std::int32_t status = 0;
    {
        const MutexLock lock(inbox_mutex_);
        reason = end_reason_;
        status = end_status_;
    }
    // Waiting calls must fail: their work will soon complete, but only because it is released here.
    failure_ = Error::bad_input(reason).with_status(status);
    is_failure_told_ = false;
    channel_->close(reason, status);
    log_("the session ends: " + reason);
    if (const std::uint64_t bytes = output_->dropped_bytes(); bytes > 0) {
        log_(fmt::format("{} bytes that its kernels printed were dropped: the client did not read them", bytes));
    }
    // The session needs no more room, and its place in the queue must not hold others up.
    if (residency_) residency_->leave_queue();
    // Kernels first, since compiling may take long.
    wait_for_streams();
    answers_->stop();
    // The client will not ask for failures any more.
    for (const StreamPointer& stream : all_streams())
        stream->stream->abandon();
    // Modules in compilation are no longer wanted.
    if (compiler_) compiler_->leave();
    loaders_.finish();
    run_inbox();
    for (const std::unique_ptr<Pending>& pending : std::exchange(pending_, {}))
        pending->finish(current_failure());
    for (const Quiet& quiet : std::exchange(quiet_, {}))
        quiet.change(current_failure());
    for (const Room& room : std::exchange(rooms_, {}))
        room.finish(current_failure());
    if (held_) held_->failure = current_failure();
    (void)take_held();
    // Before modules are destroyed, since they explain faults.
    look_at_guard();
    output_->close();
    destroy_objects();
    forget_stream(*legacy_);
    legacy_.reset();
    guard_.reset();
    const std::vector<std::shared_ptr<memory::Piece>> lent = window_->lent();
    window_.reset();
    residency_.reset();
    sharing_.reset();
    private_.reset();
    close_account(lent);
    memory_bytes_ = 0;
    host_bytes_ = 0;
}

// Logs what is still counted, which would be a bug of ours. It is subtracted when the account is destroyed.
void Session::close_account(const std::vector<std::shared_ptr<memory::Piece>>& lent) {
    std::uint64_t lent_bytes = 0;
    for (const std::shared_ptr<memory::Piece>& piece : lent)
        lent_bytes += piece->bytes();
    each_limit([this, lent_bytes](Limit limit) {
        // These are held by the worker, not by the session.
        if (limit == Limit::Sessions || limit == Limit::SinkMemory) return;
        const std::uint64_t elsewhere = limit == Limit::DeviceMemory ? lent_bytes : 0;
        if (const std::uint64_t left = account_->taken(limit); left != elsewhere)
            log_(fmt::format("the ledger does not balance: {} of {} are left", left - std::min(left, elsewhere),
                             facts_of(limit).key));
        const std::uint64_t times = account_->reached(limit);
        if (!options_.journal || times < 2) return;
        options_.journal->note_limit(limit, account_->limit(limit), 0,
                                     fmt::format("the limit was reached {} times in all", times),
                                     static_cast<std::uint32_t>(std::min<std::uint64_t>(times - 1, UINT32_MAX)));
    });
}

void Session::wait_for_streams() {
    using namespace std::chrono_literals;
    const auto begin = std::chrono::steady_clock::now();
    auto next_line = begin + 10s;
    auto pause = 100us;
    for (std::size_t turn = 0;; ++turn, pause = std::min<std::chrono::microseconds>(pause * 2, 2ms)) {
        // Repeated, since graphs may ask later, and kernels may overwrite the words.
        calls_->poll();
        calls_->answer_all();
        release_waited_words(turn);
        if (is_idle()) return;
        const auto waited = std::chrono::steady_clock::now() - begin;
        // Whoever reads the program's output waits for the end of file, and a kernel on a card may run for ever.
        if (waited > output_grace) output_->close();
        if (waited > options_.grace) {
            for (const StreamPointer& stream : all_streams())
                stream->stream->abandon();
        }
        if (std::chrono::steady_clock::now() > next_line) {
            log_("the session's work does not come to an end; waiting for it");
            next_line += 10s;
        }
        std::this_thread::sleep_for(pause);
    }
}

// Several streams may wait for different values of one word, so the values are written in turn, one in each round of
// wait_for_streams.
void Session::release_waited_words(std::size_t turn) {
    constexpr backend::Address widest_word = 8;
    std::map<backend::Address, std::set<WaitedWord>> places;
    for (const StreamPointer& stream : all_streams()) {
        for (const auto& [word, work] : stream->waited_words)
            places[word.address / widest_word].insert(word);
    }
    if (places.empty()) return;
    auto stream = device_.create_stream({});
    if (!stream.ok()) return;
    for (const auto& [place, words] : places) {
        const WaitedWord& word = *std::next(words.begin(), static_cast<std::ptrdiff_t>(turn % words.size()));
        (void)stream.value()->write_word(word.address, satisfying(word), word.bytes);
    }
    (void)stream.value()->synchronize();
}

// All streams must be idle.
void Session::destroy_objects() {
    retired_.clear();
    library_objects_.clear();
    library_workspaces_.clear();
    library_work_.clear();
    graphs_.for_each([this](GraphObject& graph) { calls_->stop_watching(&graph); });
    graphs_.clear();
    library_records_.clear();
    captured_workspaces_.clear();
    detached_library_objects_.clear();
    grid_turn_.reset();
    textures_.clear();
    surfaces_.clear();
    // Their numbers belong to the table that is destroyed now, and must not be dropped from the next one.
    leaving_textures_ -= dropped_textures_.size();
    dropped_textures_.clear();
    texture_table_.reset();
    arrays_.clear();
    array_bytes_ = 0;
    functions_.clear();
    modules_.for_each([this](ModuleObject& module) {
        for (const backend::Address variable : module.variables)
            window_->forget_variable(variable);
    });
    modules_.clear();
    event_objects_.clear();
    offers_.clear();
    imports_.clear();
    made_offers_.clear();
    made_memory_.clear();
    reservations_ = mappings_ = 0;
    releases_.clear();
    releasing_.clear();
    for (const StreamPointer& stream : leaving_)
        forget_stream(*stream);
    leaving_.clear();
    streams_.for_each([this](StreamObject& stream) { forget_stream(stream); });
    streams_.clear();
}

void Session::forget_stream(StreamObject& stream) {
    order_.forget(stream.order);
    watch_.forget(stream);
    backlog_.clear(stream);
    if (stream.host_word) calls_->give_word_back(*stream.host_word);
}

Result<void> Session::start_afresh() {
    destroy_objects();
    if (guard_) guard_->forget_all();
    window_->release_all_but(staging_);
    count_memory();
    order_.forget(legacy_->order);
    auto stream = make_stream(StreamOrder::Kind::Legacy, 0);
    if (!stream.ok()) {
        order_.set_legacy(&legacy_->order);
        end("a fault has made the device unusable; a new session opens it again");
        return stream.take_error();
    }
    forget_stream(*legacy_);
    legacy_ = stream.take();
    order_.set_legacy(&legacy_->order);
    failure_.reset();
    channel_->clear_failure();
    return {};
}

Result<void> Session::handle(const wire::ResetSession&, Payload, Completion& completion) {
    auto held = std::make_shared<Completion>(std::move(completion));
    is_resetting_ = true;
    when_done(all_streams(), [this, held](const std::optional<Error>& failure) {
        is_resetting_ = false;
        // The waiting client must still be told that the session ends.
        if (is_ending_) {
            held->fail(channel::context_is_destroyed, failure ? failure->message : "the session ends");
            return;
        }
        if (auto started = start_afresh(); !started) {
            held->fail(started.error());
        } else {
            held->succeed();
        }
    });
    return {};
}

}  // namespace ringfence::worker
