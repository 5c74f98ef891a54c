// A session's resources for guarded kernels: fault records, a ring for their output, a heap, a place where the blocks
// of a grid meet.
//
// Records and ring lie in memory of the worker's that no kernel can name; the others in the tenant's window. One
// thread, the session's, uses it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"
#include "guard/runtime/print_ring.h"
#include "memory/window.h"
#include "worker/guarded_module.h"
#include "worker/private_memory.h"
#include "worker/thread_slots.h"

namespace ringfence::worker {

class GuardResources {
public:
    static constexpr std::uint32_t most_recording_modules = 2048;
    static constexpr std::uint64_t print_ring_bytes = std::uint64_t{1} << 20;
    static constexpr std::uint64_t heap_bytes = std::uint64_t{8} << 20;  // CUDA's default

    static constexpr std::uint64_t records_bytes = std::uint64_t{most_recording_modules} * sizeof(guard::FaultRecord);
    static constexpr std::uint64_t ring_bytes = sizeof(guard::PrintRingHeader) + print_ring_bytes;

    // `records` and `ring` have at least those bytes, zeroed.
    static Result<std::unique_ptr<GuardResources>> create(backend::Device& device, memory::Window& window,
                                                          std::unique_ptr<PrivateMemory::Segment> records,
                                                          std::unique_ptr<PrivateMemory::Segment> ring);

    // Allocates what a module needs before place(): memory for variables, perhaps a heap. Fails like Window::allocate.
    Result<void> allocate_for(const GuardedModule& module, GuardedModule::Places& places);
    // Puts the module there. The event is done when its kernels may run.
    Result<std::shared_ptr<backend::Event>> place(const std::shared_ptr<GuardedModule>& module,
                                                  const GuardedModule::Places& places);
    // The same for variants of its kernels that come late.
    Result<std::shared_ptr<backend::Event>> place_late(GuardedModule& module, LateModule late);
    // Nothing of the module's runs any more.
    void forget(const GuardedModule& module);
    // After a reset of the session all that was in the window is gone.
    void forget_all();

    // True if the client must not free it.
    bool owns(backend::Address address) const;
    ThreadSlots& slots() { return slots_; }

    struct TakenFault {
        Error error;
        std::uint32_t count = 1;  // with those that came after it
    };
    // The first fault that a kernel has recorded; its module's records begin anew.
    std::optional<TakenFault> take_fault();
    // True if some module's kernels may print.
    bool may_print() const { return printing_modules_ > 0; }
    // Gives what kernels have printed since, in order; whether there was anything.
    bool take_prints(const std::function<void(std::string_view)>& write);

private:
    Result<void> wait_for_clearing();
    struct Module {
        std::shared_ptr<GuardedModule> module;
        GuardedModule::Places places;
        std::optional<std::uint32_t> record;
    };

    GuardResources(backend::Device& device, memory::Window& window, std::unique_ptr<PrivateMemory::Segment> records,
                   std::unique_ptr<PrivateMemory::Segment> ring, guard::PrintRing prints,
                   std::unique_ptr<backend::Stream> stream);
    Result<void> make_heap();
    Result<void> make_grid_workspace();
    std::span<std::byte, sizeof(guard::FaultRecord)> record(std::uint32_t number) const;
    std::string read_text(std::uint64_t address, std::size_t limit);

    backend::Device& device_;
    memory::Window& window_;
    std::unique_ptr<PrivateMemory::Segment> records_;
    std::unique_ptr<PrivateMemory::Segment> ring_;
    guard::PrintRing prints_;
    std::vector<std::uint32_t> free_records_;
    std::size_t printing_modules_ = 0;
    std::vector<Module> modules_;
    backend::Address heap_ = 0;            // 0: none yet
    backend::Address grid_workspace_ = 0;  // of all modules: cooperative launches come one after the other
    std::unique_ptr<backend::Stream> stream_;
    ThreadSlots slots_;
};

}  // namespace ringfence::worker
