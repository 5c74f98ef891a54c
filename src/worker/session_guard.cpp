// What a session does for its guarded kernels, and how it becomes quiescent.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::chrono::nanoseconds shortest_print_pause = std::chrono::milliseconds(1);
constexpr std::chrono::nanoseconds longest_print_pause = std::chrono::milliseconds(16);

Error not_quiet(std::chrono::seconds patience) {
    return Error::bad_input(fmt::format("kernels have been running for {} seconds, and the window's memory can only be "
                                        "changed while none does",
                                        patience.count()))
        .with_remedy("allocate before a long kernel is launched, or use --isolation private")
        .with_status(cuda_status::out_of_memory);
}

}  // namespace

// While a change waits, no records are handled (read_records), unless running work may be waiting for the client.
void Session::when_quiet(Finish change) {
    if (is_idle()) {
        change(failure_);
        return;
    }
    quiet_.push_back({std::move(change), std::chrono::steady_clock::now()});
}

bool Session::holds_back() {
    return (!quiet_.empty() && !may_wait_for_client()) || waits_for_memory() || awaits_variants();
}

bool Session::poll_quiet() {
    const bool is_quiet = is_idle();
    const bool is_late = std::chrono::steady_clock::now() - quiet_.front().since > options_.quiet_patience;
    if (!is_quiet && !is_late) return false;
    Finish change = std::move(quiet_.front().change);
    quiet_.pop_front();
    if (failure_) {
        change(current_failure());
    } else {
        change(is_quiet ? std::nullopt : std::optional(not_quiet(options_.quiet_patience)));
    }
    return true;
}

Result<void> Session::find_textures(const GuardedModule& module, GuardedModule::Places& places) {
    if (!module.uses().textures) return {};
    RF_TRY(const std::shared_ptr<memory::TextureTable> table, texture_table());
    places.textures = table->address();
    return {};
}

void Session::place_module(const std::shared_ptr<ModuleObject>& module, std::uint64_t handle, Completion& completion) {
    GuardedModule::Places places;
    account_->forget_refusal();
    auto allocated = find_textures(*module->guarded, places);
    if (allocated) allocated = guard_->allocate_for(*module->guarded, places);
    if (!allocated && allocated.error().status == cuda_status::out_of_memory && window_->needs_quiet() &&
        may_have_been_refused_for_work()) {
        auto held = std::make_shared<Completion>(std::move(completion));
        when_quiet([this, module, handle, held](const std::optional<Error>& failure) {
            if (failure) {
                drop_module(module, handle);
                held->fail(*failure);
            } else {
                place_module(module, handle, *held);
            }
        });
        return;
    }
    if (!allocated && allocated.error().status == cuda_status::out_of_memory && residency_) {
        if (const auto missing = window_->take_shortage()) {
            auto held = std::make_shared<Completion>(std::move(completion));
            when_room(*missing, [this, module, handle, held](const std::optional<Error>& failure) {
                if (!failure) return place_module(module, handle, *held);
                drop_module(module, handle);
                held->fail(*failure);
            });
            return;
        }
    }
    Result<std::shared_ptr<backend::Event>> placed =
        allocated ? guard_->place(module->guarded, places)
                  : Result<std::shared_ptr<backend::Event>>(allocated.take_error());
    if (placed) {
        if (auto written = write_placed_contents(*module->guarded); !written) placed = written.take_error();
    }
    if (!placed) {
        account_->count_refusal();
        drop_module(module, handle);
        completion.fail(placed.error());
        return;
    }
    auto held = std::make_shared<Completion>(std::move(completion));
    module->place = std::shared_ptr<void>(nullptr, [this, guarded = module->guarded](void*) {
        if (guard_) guard_->forget(*guarded);
    });
    count_memory();
    when_done(placed.take(), [module, held](std::optional<Error> failure) {
        if (!failure) module->module = module->guarded;
        answer(std::move(*held))(std::move(failure));
    });
}

// The client may have unloaded the module meanwhile, and used its handle for another.
void Session::drop_module(const std::shared_ptr<ModuleObject>& module, std::uint64_t handle) {
    if (guard_ && module->guarded) guard_->forget(*module->guarded);
    if (modules_.find(handle) == module.get()) (void)modules_.remove(handle);
}

void Session::look_at_guard() {
    if (!guard_) return;
    take_prints();
    take_fault();
}

// Faults after the first are still counted.
void Session::take_fault() {
    auto fault = guard_->take_fault();
    if (!fault) return;
    if (options_.journal)
        options_.journal->note(EventKind::Violation, fault->error.status, fault->error.message, fault->count);
    if (failure_) return;
    failure_ = std::move(fault->error);
    is_failure_told_ = false;
    log_(fmt::format("a kernel failed ({}): {}", failure_->status, failure_->text()));
    channel_->set_failure(failure_->status, static_cast<std::uint16_t>(wire::Operation::Launch), failure_->text());
}

void Session::expect_prints() {
    if (std::exchange(expects_prints_, true)) return;
    print_pause_ = shortest_print_pause;
    next_print_look_ = std::chrono::steady_clock::now() + print_pause_;
}

bool Session::take_prints() {
    return guard_->take_prints([this](std::string_view text) { output_->write(text); });
}

// Polls often while kernels print, less often while they do not, until no kernel runs.
bool Session::poll_prints() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_print_look_) return false;
    const bool came = take_prints();
    if (!came && is_idle()) expects_prints_ = false;
    print_pause_ = came ? shortest_print_pause : std::min(print_pause_ * 2, longest_print_pause);
    next_print_look_ = now + print_pause_;
    return came;
}

}  // namespace ringfence::worker
