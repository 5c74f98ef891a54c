// Variants of guarded kernels that are compiled when a launch needs one. Only the session that needs it waits: its
// records stay in the ring, while its thread goes on polling.
#include <fmt/core.h>

#include "worker/module_loader.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

Error for_launch(Error error, const std::string& what, const LateSource& source) {
    error.message =
        fmt::format("a launch needs {} of {}, which could not be compiled: {}", what, source.name, error.message);
    return error;
}

}  // namespace

Result<void> Session::await_variants(const Lacking& lacking) {
    GuardedModule& guarded = *lacking.module->guarded;
    if (lacking.request.kernel.empty() && guarded.late_failure()) return *guarded.late_failure();
    const std::shared_ptr<const LateSource> source = guarded.late_source();
    if (!source) return Error::internal("a module has no source of a variant that a launch needs");
    const auto one = std::make_shared<LateLoad>();
    one->module = lacking.module;
    one->source = source;
    one->request = lacking.request;
    one->effort = begin_effort();
    RF_RETURN_IF_ERROR(loaders_.run([this, one, source, wishes = module_wishes(one->effort)] {
        if (wishes.compiler) one->waited_before = wishes.compiler->waited();
        one->began = std::chrono::steady_clock::now().time_since_epoch();
        auto made = std::make_shared<Result<LateModule>>(load_late(device_, *source, one->request, wishes));
        post([this, one, made] { finish_variants(one, std::move(*made)); });
    }));
    held_.emplace(HeldRecord{one, {}, std::nullopt, false});
    return {};
}

// Marks the held record as ready; it is handled again, with the result, in place of the next record.
void Session::release_held(std::optional<Error> failure) {
    if (!held_) return;
    held_->failure = std::move(failure);
    held_->is_ready = true;
}

// Launches that wanted a partly fenced variant get the fenced one: see variant_for().
void Session::fail_variants(LateLoad& load, ModuleObject& module, const Error& failure) {
    module.guarded->fail_late(load.request, failure);
    load.is_over = true;
    const bool has_other = !load.request.kernel.empty() && guard_;
    release_held(has_other ? std::nullopt : std::optional(failure));
}

void Session::give_up_variants(LateLoad& load, ModuleObject& module, Error error) {
    const bool is_fenced = load.request.kernel.empty();
    const Error failure =
        for_launch(std::move(error),
                   is_fenced ? "the fenced variant of a kernel" : "a kernel's variant for this launch", *load.source);
    log_("variants of a module's kernels: " + failure.text());
    fail_variants(load, module, failure);
}

void Session::finish_variants(const std::shared_ptr<LateLoad>& load, Result<LateModule> made) {
    // Moved out of the load, which the compiling thread still holds: the session's thread must destroy it.
    const std::shared_ptr<ModuleObject> module = std::move(load->module);
    // It exceeded the limit, and the client was told.
    if (load->is_over) return;
    if (!made) return give_up_variants(*load, *module, made.take_error());
    if (!guard_) return give_up_variants(*load, *module, Error::bad_input("the session ends"));
    auto placed = guard_->place_late(*module->guarded, made.take());
    if (!placed) return give_up_variants(*load, *module, placed.take_error());
    load->is_over = true;
    when_done(placed.take(), [this, module, load](const std::optional<Error>& failure) {
        // Without its constant words no kernel of it may run.
        if (failure) return fail_variants(*load, *module, *failure);
        module->guarded->publish_late();
        release_held(std::nullopt);
    });
}

// As Session::poll_loads.
bool Session::poll_variants() {
    if (options_.compile_limit.count() == 0 || !held_ || !held_->load || held_->load->is_over) return false;
    LateLoad& load = *held_->load;
    const auto began = load.began.load();
    if (began.count() == 0) return false;
    const auto waited = compiler_ ? compiler_->waited() - load.waited_before.load() : decltype(began){};
    if (std::chrono::steady_clock::now().time_since_epoch() - began - waited <= options_.compile_limit) return false;
    const Error error = Error::bad_input(fmt::format("making it ready took longer than {} ms{}",
                                                     options_.compile_limit.count(), naming(Limit::CompileTime)))
                            .with_remedy("make its kernels smaller, or raise compile_ms for this program's tenant")
                            .with_status(cuda_status::invalid_ptx);
    account_->note_reached(Limit::CompileTime, error);
    load.effort->stop(error);
    give_up_variants(load, *load.module, error);
    return true;
}

bool Session::take_held() {
    if (!held_) return false;
    const HeldRecord held = std::move(*held_);
    held_.reset();
    held.again(held.failure);
    return true;
}

}  // namespace ringfence::worker
