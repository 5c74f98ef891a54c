// Modules and their kernels. Other threads compile.
#include <cstring>

#include <fmt/core.h>

#include "base/escape.h"
#include "cache/digest.h"
#include "channel/placements.h"
#include "fatbin/fatbin.h"
#include "worker/errors.h"
#include "worker/image_copy.h"
#include "worker/launch_checks.h"
#include "worker/launch_counts.h"
#include "worker/module_loader.h"
#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t most_loading_bytes = std::uint64_t{1} << 30;
constexpr std::size_t longest_name = 64 << 10;
constexpr unsigned most_refusals_logged = 100;  // of a session, with its other lines
constexpr std::uint64_t usual_growth = 4;       // of an image that is rewritten, at most

// Attributes of cuFuncSetAttribute.
constexpr std::int32_t attribute_most_dynamic_shared = 8;
constexpr std::int32_t attribute_shared_carveout = 9;

Error no_module() {
    return Error::bad_input("there is no such module").with_status(cuda_status::invalid_handle);
}

std::string verdict_on(const LoadedModule& loaded, const ModuleWishes& wishes) {
    if (!wishes.guard) return "loaded as it is: kernels are not guarded here";
    const bool is_check = *wishes.guard == guard::Mode::Check;
    if (!loaded.guarded) return "accepted";
    std::string verdict = is_check ? "accepted: guarded (check)" : "accepted: guarded (fence)";
    const std::vector<guard::RefusedKernel>& refused = loaded.guarded->refused();
    if (refused.empty()) return verdict;
    verdict += fmt::format(", without {} kernel{} that {} refused:", refused.size(), refused.size() == 1 ? "" : "s",
                           refused.size() == 1 ? "is" : "are");
    for (const guard::RefusedKernel& kernel : refused) {
        if (verdict.size() > event_text_bytes) break;
        verdict += fmt::format(" '{}' (line {}: {})", escape(kernel.name), kernel.line, kernel.reason);
    }
    return verdict;
}

void tell_of_module(Journal& journal, const std::string& digest, std::span<const std::byte> image,
                    const ModuleWishes& wishes, const Result<LoadedModule>& loaded) {
    if (loaded.ok()) {
        journal.module(EventKind::ModuleLoaded, digest, image.size(), 0, verdict_on(loaded.value(), wishes));
    } else {
        journal.module(EventKind::ModuleRefused, digest, image.size(), loaded.error().status, loaded.error().text());
    }
}

Result<LoadedModule> load_copy(backend::Device& device, const wire::LoadModule& load, const ModuleWishes& wishes) {
    RF_TRY(const MappedMemory image, copy_image(load.image, load.bytes));
    auto loaded = load_image(device, image.bytes(), wishes);
    const std::string_view parts[] = {{reinterpret_cast<const char*>(image.bytes().data()), image.bytes().size()}};
    const std::string digest = cache::key_of(parts);
    if (wishes.journal) tell_of_module(*wishes.journal, digest, image.bytes(), wishes, loaded);
    if (loaded) loaded.value().digest = digest;
    return loaded;
}

Result<void> judge_copy(const backend::Device& device, const wire::JudgeImage& judge, const ModuleWishes& wishes) {
    RF_TRY(const MappedMemory image, copy_image(judge.image, judge.bytes));
    return judge_image(device, image.bytes(), wishes);
}

std::string_view name_in(channel::Payload payload) {
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

}  // namespace

Result<FunctionObject*> Session::find_function(std::uint64_t handle) {
    FunctionObject* function = functions_.find(handle);
    if (function != nullptr) return function;
    return Error::bad_input(fmt::format("there is no function {:#x}", handle)).with_status(cuda_status::invalid_handle);
}

Result<std::vector<backend::Placement>> Session::read_placements(Payload payload) const {
    RF_TRY(const std::vector<channel::Placement> asked, channel::decode_placements(payload));
    std::vector<backend::Placement> placements;
    backend::Address last_end = 0;
    for (const channel::Placement& placement : asked) {
        RF_TRY(const memory::Extent extent, window_->check(placement.address, placement.bytes));
        if (extent.kind != memory::ExtentKind::Host) return invalid("a variable's place that is not in host memory");
        // They must not overlap: then their contents take no more memory than the client itself has.
        if (placement.address < last_end) return invalid("places of variables that overlap or are not in order");
        last_end = placement.address + placement.bytes;
        placements.push_back({placement.name, placement.address, placement.bytes});
    }
    // Only the guard can move variables; a card's driver puts them where it likes.
    if (!placements.empty() && options_.backend != "soft" && !options_.guard) {
        return Error::bad_input(fmt::format("the managed variable {} cannot be placed where host and card see it",
                                            placements.front().name))
            .with_remedy("use cudaMallocManaged instead of __managed__, or --isolation shared")
            .with_status(cuda_status::not_supported);
    }
    return placements;
}

// Called by the session's thread: no other thread unmaps host memory.
Result<void> Session::write_placed_contents(backend::Module& module) const {
    for (const backend::PlacedContents& placed : module.take_placed_contents()) {
        if (placed.contents.empty()) continue;
        RF_TRY(const memory::Extent extent, window_->check(placed.address, placed.contents.size()));
        if (extent.kind != memory::ExtentKind::Host) return invalid("a variable's place that is not in host memory");
        std::memcpy(reinterpret_cast<std::byte*>(placed.address), placed.contents.data(), placed.contents.size());
    }
    return {};
}

Result<void> Session::check_image(backend::Address image, std::uint64_t bytes) const {
    if (bytes == 0 || bytes > fatbin::largest_image) {
        return invalid(fmt::format("an image of {} bytes; the most is {}", bytes, fatbin::largest_image));
    }
    RF_TRY(const memory::Extent extent, window_->check(image, bytes));
    if (extent.kind != memory::ExtentKind::Host) return invalid("an image that does not lie in host memory");
    if (loading_bytes_ + bytes > most_loading_bytes) {
        return Error::bad_input("too many modules are being loaded").with_status(cuda_status::out_of_memory);
    }
    return {};
}

ModuleWishes Session::module_wishes(std::shared_ptr<Effort> effort) const {
    ImageChoice choice = ImageChoice::PreferMachineCode;
    if (options_.is_shared) choice = ImageChoice::PtxOnlyHere;
    if (options_.backend == "soft") choice = ImageChoice::PtxOnly;
    return {choice,           options_.guard,    {},
            options_.cache,   judged_,           compiler_,
            options_.journal, std::move(effort), options_.alter_late};
}

Result<void> Session::handle(const wire::JudgeImage& judge, Payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_image(judge.image, judge.bytes));
    if (!options_.guard) {
        completion.succeed();
        return {};
    }
    const auto one = begin_load(nullptr, 0, judge.bytes, completion);
    auto begun = loaders_.run([this, one, judge, wishes = module_wishes(one->effort)] {
        note_begin(*one);
        auto verdict = std::make_shared<Result<void>>(judge_copy(device_, judge, wishes));
        post([this, one, verdict] { finish_judging(*one, *verdict); });
    });
    if (!begun) finish_judging(*one, begun.take_error());
    return {};
}

std::shared_ptr<Session::Load> Session::begin_load(std::shared_ptr<ModuleObject> module, std::uint64_t handle,
                                                   std::uint64_t bytes, Completion& completion) {
    loading_bytes_ += bytes;
    auto one = std::make_shared<Load>(std::move(module), handle, bytes, std::move(completion));
    one->effort = begin_effort();
    loads_.push_back(one);
    return one;
}

// By a loader's thread.
void Session::note_begin(Load& load) const {
    if (compiler_) load.waited_before = compiler_->waited();
    load.began = std::chrono::steady_clock::now().time_since_epoch();
}

void Session::end_load(Load& load) {
    loading_bytes_ -= load.bytes;
    std::erase_if(loads_, [&](const auto& one) { return one.get() == &load; });
}

void Session::finish_judging(Load& load, const Result<void>& verdict) {
    end_load(load);
    if (!load.completion) return;  // it took too long
    if (verdict) {
        load.completion.succeed();
    } else {
        load.completion.fail(verdict.error());
    }
}

// What is taken meanwhile counts as host memory (worker/load_memory.h).
std::shared_ptr<Effort> Session::begin_effort() {
    if (!load_memory_) load_memory_ = std::make_shared<LoadMemory>(account_);
    return efforts_.begin(load_memory_->counter());
}

Result<void> Session::handle(const wire::LoadModule& load, Payload payload, Completion& completion) {
    RF_RETURN_IF_ERROR(check_image(load.image, load.bytes));
    RF_TRY(auto placements, read_placements(payload));
    auto module = std::make_shared<ModuleObject>();
    RF_TRY(module->count, account_->hold(Limit::Modules));
    RF_TRY(module->bytes, account_->hold(Limit::ModuleBytes, load.bytes));
    RF_RETURN_IF_ERROR(modules_.insert(load.module, module));
    const auto one = begin_load(module, load.module, load.bytes, completion);
    ModuleWishes wishes = module_wishes(one->effort);
    wishes.placements = std::move(placements);
    auto begun = loaders_.run([this, one, load, wishes = std::move(wishes)]() mutable {
        note_begin(*one);
        auto loaded = std::make_shared<Result<LoadedModule>>(load_copy(device_, load, wishes));
        post([this, one, loaded] { finish_loading(*one, std::move(*loaded)); });
    });
    if (!begun) finish_loading(*one, begun.take_error());
    return {};
}

// A module whose compilation exceeds the limit fails, and the guard stops. If the compiler cannot be stopped its result
// is ignored.
bool Session::poll_loads() {
    if (options_.compile_limit.count() == 0) return false;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    bool worked = false;
    for (const auto& load : loads_) {
        const auto began = load->began.load();
        if (!load->completion || began.count() == 0) continue;
        // Time in which other sessions had all compilers does not count.
        const auto waited = compiler_ ? compiler_->waited() - load->waited_before.load() : decltype(now){};
        if (now - began - waited <= options_.compile_limit) continue;
        worked = true;
        const Error error = Error::bad_input(fmt::format("making a module ready took longer than {} ms{}",
                                                         options_.compile_limit.count(), naming(Limit::CompileTime)))
                                .with_remedy("make its kernels smaller, or raise compile_ms for this program's tenant")
                                .with_status(cuda_status::invalid_ptx);
        account_->note_reached(Limit::CompileTime, error);
        load->effort->stop(error);
        if (load->module && modules_.find(load->handle) == load->module.get()) (void)modules_.remove(load->handle);
        load->completion.fail(error);
    }
    return worked;
}

// The source that is kept counts like the image if it is much longer, since an image may be compressed.
Result<void> Session::hold_late_bytes(ModuleObject& module, std::uint64_t image_bytes) {
    const auto source = module.guarded ? module.guarded->late_source() : nullptr;
    const std::uint64_t usual = image_bytes * usual_growth;
    if (!source || source->text.size() <= usual) return {};
    RF_TRY(module.late_bytes, account_->hold(Limit::ModuleBytes, source->text.size() - usual));
    return {};
}

// The initial contents of its variables stay in memory; a few bytes of text can name a lot.
Result<void> Session::hold_contents(ModuleObject& module, std::uint64_t image_bytes) {
    const std::uint64_t kept = module.guarded ? module.guarded->contents_bytes() : 0;
    const std::uint64_t usual = image_bytes * usual_growth;
    if (kept <= usual) return {};
    RF_TRY(module.contents, account_->hold(Limit::HostMemory, kept - usual));
    return {};
}

void Session::finish_loading(Load& load, Result<LoadedModule> loaded) {
    end_load(load);
    // Moved out of the load, which the compiling thread still holds, so that the module can stop counting.
    const std::shared_ptr<ModuleObject> module = std::move(load.module);
    // It exceeded the limit, and the client was told.
    if (!load.completion) return;
    const std::uint64_t handle = load.handle;
    Completion& completion = load.completion;
    // Guarded modules' contents have addresses that are not known yet.
    if (loaded && !loaded.value().guarded) {
        if (auto written = write_placed_contents(*loaded.value().module); !written) loaded = written.take_error();
    }
    if (!loaded) {
        // Unless the client has taken it away meanwhile, and perhaps put another in its place.
        if (modules_.find(handle) == module.get()) (void)modules_.remove(handle);
        completion.fail(loaded.error());
        return;
    }
    LoadedModule taken = loaded.take();
    module->guarded = taken.guarded;
    module->digest = std::move(taken.digest);
    auto held = hold_late_bytes(*module, load.bytes);
    if (held) held = hold_contents(*module, load.bytes);
    if (!held) {
        drop_module(module, handle);
        completion.fail(held.error());
        return;
    }
    if (module->guarded) {
        place_module(module, handle, completion);
        return;
    }
    module->module = std::move(taken.module);
    completion.succeed();
}

Result<void> Session::handle(const wire::UnloadModule& unload, Payload, Completion& completion) {
    std::shared_ptr<ModuleObject> module = modules_.remove(unload.module);
    if (!module) return no_module();
    functions_.remove_if([&](const FunctionObject& function) { return function.module == module; });
    for (const backend::Address variable : module->variables)
        window_->forget_variable(variable);
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done(all_streams(), [held, module](std::optional<Error> failure) mutable {
        module.reset();
        if (failure) {
            held->fail(*failure);
        } else {
            held->succeed();
        }
    });
    return {};
}

void Session::note_refusal(const ModuleObject& module, std::string_view kernel, const Error& error) {
    const std::string why = module.guarded->why_refused(kernel);
    if (why.empty()) return;
    count_refusal(kernel_counts_, kernel, module, why);
    if (!module.guarded->is_refused_at_first_use(kernel)) return;
    if (lines_logged_++ < most_refusals_logged)
        log_(fmt::format("a kernel was refused ({}): {}", error.status, error.text()));
    if (options_.journal)
        options_.journal->module(EventKind::ModuleRefused, module.digest, 0, error.status, error.text());
}

Result<void> Session::handle(const wire::FindFunction& find, Payload payload, Completion& completion) {
    const std::shared_ptr<ModuleObject> module = modules_.share(find.module);
    if (!module || !module->module) return no_module();
    if (payload.size() > longest_name) return invalid("a function with too long a name");
    auto known = module->module->function(name_in(payload));
    if (!known) {
        if (module->guarded) note_refusal(*module, name_in(payload), known.error());
        return known.take_error();
    }
    const backend::Function* const found = known.value();
    const backend::FunctionInfo& info = found->info();
    auto function = std::make_shared<FunctionObject>();
    RF_TRY(function->count, account_->hold(Limit::Functions));
    function->account = account_;
    function->function = found;
    function->module = module;
    function->most_local = options_.most_local_bytes;
    function->kernel = kernel_number(found->name());
    if (module->guarded) {
        RF_TRY(function->guard, module->guarded->guard_of(found->name()));
    }
    std::vector<std::uint32_t> parameters;
    for (const backend::ParameterInfo& parameter : function->parameters()) {
        parameters.push_back(parameter.offset);
        parameters.push_back(parameter.bytes);
    }
    const auto bytes = std::as_bytes(std::span(parameters));
    wire::FindFunction::Reply reply;
    if (bytes.size() + sizeof reply > channel::largest_reply) {
        return Error::bad_input(fmt::format("{} has too many parameters: {}", found->name(), parameters.size() / 2))
            .with_status(cuda_status::not_supported);
    }
    const std::uint32_t static_shared = function->static_shared();
    const std::uint32_t parameter_bytes = function->parameter_bytes();
    RF_RETURN_IF_ERROR(functions_.insert(find.function, std::move(function)));

    reply.parameter_bytes = parameter_bytes;
    reply.static_shared = static_shared;
    reply.local_bytes = info.local_bytes;
    reply.registers = info.registers;
    reply.max_threads_per_block = info.max_threads_per_block;
    reply.constant_bytes = info.constant_bytes;
    reply.ptx_version = info.ptx_version;
    reply.binary_version = info.binary_version;
    completion.succeed(reply, bytes);
    return {};
}

Result<void> Session::handle(const wire::ListFunctions& list, Payload, Completion& completion) {
    const ModuleObject* module = modules_.find(list.module);
    if (module == nullptr || !module->module) return no_module();
    RF_TRY(const std::vector<std::string> names, module->module->function_names());
    // As many names as a reply holds; the count is of all.
    std::string text;
    for (const std::string& name : names) {
        if (text.size() + name.size() + 1 + sizeof(wire::ListFunctions::Reply) > channel::largest_reply) break;
        text.append(name).push_back('\0');
    }
    completion.succeed(wire::ListFunctions::Reply{static_cast<std::uint32_t>(names.size()), 0},
                       std::as_bytes(std::span(text)));
    return {};
}

Result<void> Session::handle(const wire::FindGlobal& find, Payload payload, Completion& completion) {
    ModuleObject* module = modules_.find(find.module);
    if (module == nullptr || !module->module) return no_module();
    if (payload.size() > longest_name) return invalid("a variable with too long a name");
    RF_TRY(const backend::GlobalInfo found, module->module->global(name_in(payload)));
    if (found.bytes > 0 && !window_->check(found.address, found.bytes).ok()) {
        const bool was_placed = found.address - window_->begin() < window_->bytes();
        if (was_placed) return invalid("a variable whose place was released");
        window_->admit_variable(found.address, found.bytes);
        module->variables.push_back(found.address);
    }
    completion.succeed(wire::FindGlobal::Reply{found.address, found.bytes});
    return {};
}

Result<void> Session::handle(const wire::SetFunctionAttribute& set, Payload, Completion& completion) {
    RF_TRY(FunctionObject * function, find_function(set.function));
    if (set.attribute == attribute_most_dynamic_shared) {
        const std::uint64_t most = device_.properties().shared_per_block_optin;
        const std::uint64_t used = function->static_shared();
        if (set.value < 0 || used + static_cast<std::uint64_t>(set.value) > most) {
            return invalid(fmt::format("{} bytes of dynamic shared memory; the device has {}", set.value, most));
        }
        function->most_dynamic_shared = static_cast<std::uint32_t>(set.value);
    } else if (set.attribute != attribute_shared_carveout) {
        return invalid(fmt::format("a function's attribute {} cannot be set", set.attribute));
    }
    completion.succeed();
    return {};
}

Result<void> Session::handle(const wire::Occupancy& asked, Payload, Completion& completion) {
    RF_TRY(FunctionObject * function, find_function(asked.function));
    RF_TRY(const std::uint32_t blocks,
           device_.occupancy(*function->function, asked.block_threads, asked.dynamic_shared));
    completion.succeed(wire::Occupancy::Reply{blocks, 0});
    return {};
}

}  // namespace ringfence::worker
