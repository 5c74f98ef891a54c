#include "worker/module_loader.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include <fmt/core.h>

#include "backend/text.h"
#include "base/cuda_status.h"
#include "base/escape.h"
#include "cache/digest.h"
#include "fatbin/elf.h"

namespace ringfence::worker {

namespace {

// Adds to an error that the program needs a worker of its own, without the guard.
Error only_private(Error error) {
    constexpr std::string_view option = "--isolation private";
    if (error.status == 0) error.status = cuda_status::not_supported;
    if (error.remedy.find(option) != std::string::npos) return error;
    error.remedy += error.remedy.empty() ? "" : "; or ";
    error.remedy += fmt::format("run this program in a worker of its own ({})", option);
    return error;
}

Result<guard::GuardedPtx> guard_text(std::string text, const ModuleWishes& wishes, const std::string& name,
                                     bool leaves_out, std::optional<guard::UnmetBounds> unmet = {}) {
    const std::int32_t status_if_bad = backend::status_of_bad_ptx(text);
    auto guarded = guard::guard(std::move(text), {.mode = *wishes.guard,
                                                  .file_name = name,
                                                  .is_split = true,
                                                  .leaves_out = leaves_out,
                                                  .unmet = std::move(unmet),
                                                  .effort = wishes.effort,
                                                  .alter_late = wishes.alter_late});
    const auto told = [&](Error error) {
        if (error.status == cuda_status::invalid_ptx) error.status = status_if_bad;
        return only_private(std::move(error));
    };
    const bool was_stopped = wishes.effort && wishes.effort->why_stopped();
    if (!guarded) return was_stopped ? guarded.take_error() : told(guarded.take_error());
    for (guard::RefusedKernel& kernel : guarded.value().refused) {
        Error error = told(kernel.why(name));
        kernel.remedy = std::move(error.remedy);
        kernel.status = error.status;
    }
    return guarded.take();
}

// A digest of what all parts of a module must agree on: where its variables lie, which kernels are compiled later or
// refused, and how many sites there are. All of it follows from the source, so a difference is a bug of ours.
std::string layout_of(const guard::GuardedPtx& parts) {
    std::string text = fmt::format("{} {} {}\n", parts.block.bytes, parts.block.alignment, parts.accesses.size());
    for (const guard::PlacedVariable& variable : parts.block.variables)
        text += fmt::format("{} {} {} {}\n", variable.name, variable.offset, variable.bytes, variable.is_constant);
    for (const guard::ManagedVariable& variable : parts.block.managed)
        text += fmt::format("{} {}\n", variable.name, variable.bytes);
    for (const guard::GuardedKernel& kernel : parts.kernels)
        text += fmt::format("{} {} {} {}\n", kernel.name, kernel.fenced, kernel.is_late, kernel.slot_bytes);
    for (const guard::RefusedKernel& kernel : parts.refused)
        text += fmt::format("{} refused\n", kernel.name);
    const std::string_view all[] = {text};
    return cache::key_of(all);
}

bool has_late(const guard::GuardedPtx& parts) {
    return std::any_of(parts.kernels.begin(), parts.kernels.end(),
                       [](const guard::GuardedKernel& kernel) { return kernel.is_late; });
}

// `source`: of its late variants; the layout is still missing.
Result<LoadedModule> made_of(std::unique_ptr<backend::Module> module, KeptModule kept, LateSource source,
                             const ModuleWishes& wishes) {
    std::shared_ptr<const LateSource> late;
    if (has_late(kept.parts)) {
        source.layout = layout_of(kept.parts);
        late = std::make_shared<const LateSource>(std::move(source));
    }
    auto made =
        std::make_shared<GuardedModule>(std::move(module), std::move(kept.parts), kept.uses, std::move(kept.lines));
    made->set_late_source(std::move(late));
    RF_RETURN_IF_ERROR(made->set_placements(wishes.placements));
    return LoadedModule{made, made};
}

// Empty if there is neither a cache nor a store for judged modules.
std::string key_of(const backend::Device& device, const std::string& text, const ModuleWishes& wishes) {
    if (!wishes.cache && !wishes.judged) return {};
    const std::string assembler = wishes.compiler ? wishes.compiler->assembler_version() : std::string();
    return ModuleCache::key_of(device, text, *wishes.guard, assembler);
}

// The compiled code is only as trustworthy as its hostile text, so its form is checked before the device loads it.
Result<std::vector<std::byte>> compile_apart(const std::string& text, const ModuleWishes& wishes,
                                             const std::string& name) {
    RF_TRY(std::vector<std::byte> image, wishes.compiler->compile(text, name));
    // The software GPU's images are not ELF files.
    if (wishes.choice != ImageChoice::PtxOnly) RF_RETURN_IF_ERROR(fatbin::check_elf(image));
    return image;
}

Result<void> check_kernels(backend::Module& module, const guard::GuardedPtx& parts) {
    RF_TRY(const std::vector<std::string> names, module.function_names());
    const std::unordered_set<std::string_view> there(names.begin(), names.end());
    for (const guard::GuardedKernel& kernel : parts.kernels) {
        const bool has_one_here = kernel.fenced.empty() || kernel.is_late;
        if (there.contains(kernel.name) && (has_one_here || there.contains(kernel.fenced))) continue;
        return Error::bad_input(fmt::format("the compiled module lacks the kernel '{}'", escape(kernel.name)))
            .with_status(cuda_status::invalid_ptx);
    }
    return {};
}

// Puts the image into `made`, for the cache.
Result<std::unique_ptr<backend::Module>> compile_and_load(backend::Device& device, std::string text, KeptModule& made,
                                                          const ModuleWishes& wishes, const std::string& name) {
    backend::LoadOptions options;
    options.file_name = name;
    options.may_print = false;  // the guard has replaced their prints
    if (!wishes.compiler) {
        if (wishes.cache) options.image = &made.image;
        return device.load(std::move(text), options);
    }
    RF_TRY(made.image, compile_apart(text, wishes, name));
    return device.load_image(made.image, options);
}

// Contents that wait for the compiler are the session's host memory, too, like what the guard took.
Result<HeldMemory> hold_contents_of(const guard::GuardedPtx& parts, const ModuleWishes& wishes) {
    const EffortScope scope(wishes.effort);
    HeldMemory held(parts.block.contents_bytes());
    if (wishes.effort) {
        if (std::optional<Error> why = wishes.effort->why_stopped()) return std::move(*why);
    }
    return held;
}

// Rewrites, checks, compiles and loads a text, and stores the result in the cache.
Result<LoadedModule> guard_and_load(backend::Device& device, std::string text, const ModuleWishes& wishes,
                                    const std::string& name, const std::string& key) {
    if (wishes.compiler) wishes.compiler->announce();
    KeptModule made;
    made.lines = PtxLines(text);
    std::optional<guard::GuardedPtx> judged;
    if (wishes.judged) judged = wishes.judged->take(key);
    if (judged) {
        made.parts = std::move(*judged);
    } else {
        RF_TRY(made.parts, guard_text(text, wishes, name, true));
    }
    RF_TRY(const HeldMemory contents, hold_contents_of(made.parts, wishes));
    made.uses = GuardedModule::Uses(made.parts.ptx, made.parts.late_ptx);
    RF_TRY(auto module, compile_and_load(device, std::move(made.parts.ptx), made, wishes, name));
    RF_RETURN_IF_ERROR(check_kernels(*module, made.parts));
    if (wishes.cache) wishes.cache->keep(key, made);
    return made_of(std::move(module), std::move(made), {std::move(text), name, key, {}}, wishes);
}

Result<LoadedModule> load_guarded(backend::Device& device, std::string text, const ModuleWishes& wishes,
                                  const std::string& name) {
    const std::string key = key_of(device, text, wishes);
    if (wishes.cache) {
        if (std::optional<KeptModule> kept = wishes.cache->find(key)) {
            // If the device refuses the image, the text is compiled again.
            auto module = device.load_image(kept->image, {.file_name = name, .may_print = false});
            if (module) return made_of(module.take(), std::move(*kept), {std::move(text), name, key, {}}, wishes);
        }
    }
    return guard_and_load(device, std::move(text), wishes, name, key);
}

// Chooses the image. Machine code cannot be rewritten, so the guard needs PTX.
Result<ChosenImage> choose(const backend::Device& device, std::span<const std::byte> image,
                           const ModuleWishes& wishes) {
    const bool is_refused = wishes.guard.has_value() && wishes.choice == ImageChoice::PreferMachineCode;
    return choose_image(device, image, is_refused ? ImageChoice::PtxOnlyHere : wishes.choice);
}

// Guards the source again: gives the module's parts with the text of the late variants in place of the first text.
Result<guard::GuardedPtx> guard_again(const LateSource& source, const LateRequest& request,
                                      const ModuleWishes& wishes) {
    std::optional<guard::UnmetBounds> unmet;
    if (!request.kernel.empty()) unmet = request;
    RF_TRY(guard::GuardedPtx again, guard_text(source.text, wishes, source.name, true, std::move(unmet)));
    if (layout_of(again) != source.layout)
        return Error::internal("the guard's second output for a module differs from its first");
    if (request.kernel.empty()) again.ptx = std::move(again.late_ptx);
    std::erase_if(again.kernels, [&](const guard::GuardedKernel& kernel) { return kernel.name != request.kernel; });
    return again;
}

LateModule late_of(std::unique_ptr<backend::Module> module, KeptModule kept, const LateRequest& request) {
    LateModule late{std::move(module), kept.uses, request, {}};
    if (!kept.parts.kernels.empty()) late.fitted = std::move(kept.parts.kernels.front());
    return late;
}

}  // namespace

Result<LateModule> load_late(backend::Device& device, const LateSource& source, const LateRequest& request,
                             const ModuleWishes& wishes) {
    const std::string key = wishes.cache ? ModuleCache::late_key_of(source, request) : std::string();
    if (wishes.cache) {
        if (std::optional<KeptModule> kept = wishes.cache->find(key)) {
            auto module = device.load_image(kept->image, {.file_name = source.name, .may_print = false});
            if (module) return late_of(module.take(), std::move(*kept), request);
        }
    }
    if (wishes.compiler) wishes.compiler->announce();
    RF_TRY(guard::GuardedPtx again, guard_again(source, request, wishes));
    KeptModule made;
    made.parts.kernels = std::move(again.kernels);
    made.uses = GuardedModule::Uses(again.ptx);
    RF_TRY(auto module, compile_and_load(device, std::move(again.ptx), made, wishes, source.name));
    if (wishes.cache) wishes.cache->keep(key, made);
    return late_of(std::move(module), std::move(made), request);
}

Result<LoadedModule> load_image(backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes) {
    RF_TRY(ChosenImage chosen, choose(device, image, wishes));
    if (chosen.is_ptx() && wishes.guard) return load_guarded(device, std::move(chosen.text), wishes, chosen.name);
    if (chosen.is_ptx()) {
        RF_TRY(auto module,
               device.load(std::move(chosen.text), {.file_name = chosen.name, .placements = wishes.placements}));
        return LoadedModule{std::move(module), nullptr};
    }
    RF_TRY(auto module, device.load_binary(chosen.code));
    return LoadedModule{std::move(module), nullptr};
}

Result<void> judge_image(const backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes) {
    RF_TRY(ChosenImage chosen, choose(device, image, wishes));
    if (!wishes.guard) return {};
    std::string key = key_of(device, chosen.text, wishes);
    if (wishes.judged && wishes.judged->has(key)) return {};
    // A cached module was accepted, but some of its kernels may have been refused.
    if (const auto kept = wishes.cache ? wishes.cache->find(key) : std::nullopt) {
        if (kept->parts.refused.empty()) return {};
        return kept->parts.refused.front().why(chosen.name);
    }
    if (wishes.compiler) wishes.compiler->announce();
    RF_TRY(guard::GuardedPtx guarded, guard_text(std::move(chosen.text), wishes, chosen.name, false));
    if (wishes.judged) wishes.judged->put(std::move(key), std::move(guarded));
    return {};
}

}  // namespace ringfence::worker
