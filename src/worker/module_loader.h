// Loads an image, which is any bytes from a client, as a module on the device.
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
    std::optional<guard::Mode> guard;            // if set, the guard rewrites and checks the PTX
    std::vector<backend::Placement> placements;  // of managed variables
    // The cache of guarded modules; null: there is none.
    std::shared_ptr<const ModuleCache> cache = nullptr;
    // Where judge_image() puts rewritten modules for load_image(); null: nowhere.
    std::shared_ptr<JudgedModules> judged = nullptr;
    // Compiles guarded texts in a separate process, since the text is hostile; null: the device compiles.
    std::shared_ptr<compiler::Customer> compiler = nullptr;
    // Reports which modules were loaded; null: they are not reported.
    std::shared_ptr<Journal> journal = nullptr;
    // The guard is stopped by it, and its memory counted; null: neither.
    std::shared_ptr<Effort> effort = nullptr;
    // For tests: changes late variants before they are checked (guard/guard.h).
    std::function<void(std::string& late)> alter_late = nullptr;
};

struct LoadedModule {
    std::shared_ptr<backend::Module> module;
    std::shared_ptr<GuardedModule> guarded;  // the same module, if it is guarded; call place() next
    std::string digest = {};                 // of the image, if there is a journal
};

// `image` must be memory that no client can write.
Result<LoadedModule> load_image(backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes);

// Makes variants of kernels that a launch needs. As with any other text, the guard rewrites and checks their source,
// then it is compiled and stored in the cache.
Result<LateModule> load_late(backend::Device& device, const LateSource& source, const LateRequest& request,
                             const ModuleWishes& wishes);

// Succeeds if load_image() would reach the compiler and no kernel of the image would be refused later. Otherwise it
// returns the error that load_image() would.
Result<void> judge_image(const backend::Device& device, std::span<const std::byte> image, const ModuleWishes& wishes);

}  // namespace ringfence::worker
