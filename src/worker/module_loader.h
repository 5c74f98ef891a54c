// From the bytes that a client calls an image to a module on the device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "compiler/pool.h"
#include "guard/guard.h"
#include "worker/guarded_module.h"
#include "worker/image_choice.h"
#include "worker/journal.h"
#include "worker/judged_modules.h"
#include "worker/module_cache.h"

namespace ringfence::worker {

struct ModuleWishes {
    ImageChoice choice = ImageChoice::PtxOnly;
    std::optional<guard::Mode> guard;            // if any, what is loaded is what the guard has made of the PTX
    std::vector<backend::Placement> placements;  // of managed variables
    // Where guarded modules are kept, if they are.
    std::shared_ptr<const ModuleCache> cache = nullptr;
    // Where judge_image() leaves what it has made for load_image(), if it does.
    std::shared_ptr<JudgedModules> judged = nullptr;
    // Compiles guarded texts in the place of the device: a process apart, since the text is hostile.
    std::shared_ptr<compiler::Customer> compiler = nullptr;
    // Hears which modules were loaded; null: nobody does.
    std::shared_ptr<Journal> journal = nullptr;
    // For tests (guard/guard.h).
    std::function<void(std::string& late)> alter_late = nullptr;
};

struct LoadedModule {
    std::shared_ptr<backend::Module> module;
    std::shared_ptr<GuardedModule> guarded;  // the same one, if it is; it must still be given its places
    std::string digest = {};                 // of the image, if somebody wants to know
};

// `image` must be memory that no client can write.
Result<LoadedModule> load_image(backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes);

// Variants of kernels that come late. What they are made of goes the way of any text that is loaded: guarded, compiled,
// kept.
Result<LateModule> load_late(backend::Device& device, const LateSource& source, const LateRequest& request,
                             const ModuleWishes& wishes);

// Succeeds if load_image would come as far as the compiler, and nothing of the image would be refused later; otherwise
// the same error.
Result<void> judge_image(const backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes);

}  // namespace ringfence::worker
