// The surroundings of a guarded kernel for `ringfence ptx run --guard`: the memory that a worker gives a session.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"
#include "memory/window.h"
#include "worker/guard_resources.h"
#include "worker/guarded_module.h"
#include "worker/objects.h"

namespace ringfence::cli {

class GuardedRun {
public:
    static Result<std::unique_ptr<GuardedRun>> create(backend::Device& device, guard::Mode mode);

    // Rewrites, checks, compiles and places it.
    Result<std::shared_ptr<worker::GuardedModule>> load(std::string ptx, const std::string& file_name);
    memory::Window& window() { return *window_; }
    // Where the slots of this launch's threads begin: the kernel's last parameter. Nothing: it needs none.
    Result<std::optional<backend::Address>> slots(const std::string& kernel, const backend::Launch& launch);
    // The variant of the kernel that this launch may take.
    Result<const backend::Function*> variant(const std::string& kernel, const backend::Launch& launch,
                                             std::span<const std::byte> parameters);
    // When nothing runs any more: what the kernel printed, and what it did wrong.
    void take_prints(const std::function<void(std::string_view)>& write) { guard_->take_prints(write); }
    std::optional<Error> take_fault();

private:
    GuardedRun(backend::Device& device, guard::Mode mode) : device_(device), mode_(mode) {}
    Result<worker::FunctionObject> find(const std::string& kernel);

    backend::Device& device_;
    const guard::Mode mode_;
    std::unique_ptr<memory::Window> window_;
    std::unique_ptr<worker::GuardResources> guard_;
    std::shared_ptr<worker::GuardedModule> module_;
    std::shared_ptr<const worker::ThreadSlots::Memory> slots_;
};

}  // namespace ringfence::cli
