// A session's resources for guarded kernels: fault records, a ring for their output, a heap, and the words with which
// the blocks of a cooperative grid synchronize.
//
// Records and ring lie in the worker's memory, which no kernel can address; the others lie in the session's window.
// Used by the session's thread only.
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

    // `records` and `ring` are zeroed and have at least records_bytes and ring_bytes.
    static Result<std::unique_ptr<GuardResources>> create(backend::Device& device, memory::Window& window,
                                                          std::unique_ptr<PrivateMemory::Segment> records,
                                                          std::unique_ptr<PrivateMemory::Segment> ring);

    // Allocates memory for a module's variables and heap, before place(). Fails like Window::allocate.
    Result<void> allocate_for(const GuardedModule& module, GuardedModule::Places& places);
    // Initializes the module at these places. Its kernels may run when the event is complete.
    Result<std::shared_ptr<backend::Event>> place(const std::shared_ptr<GuardedModule>& module,
                                                  const GuardedModule::Places& places);
    // The same for variants that were compiled later.
    Result<std::shared_ptr<backend::Event>> place_late(GuardedModule& module, LateModule late);
    // Frees the module's resources. None of its kernels may be running.
    void forget(const GuardedModule& module);
    // Call it after a reset of the session, which has freed all memory in the window.
    void forget_all();

    // True if the client must not free it.
    bool owns(backend::Address address) const;
    ThreadSlots& slots() { return slots_; }

    struct TakenFault {
        Error error;
        std::uint32_t count = 1;  // with the faults after it
    };
    // The first fault that a kernel has recorded. Clears the record of its module.
    std::optional<TakenFault> take_fault();
    // True if some module's kernels may print.
    bool may_print() const { return printing_modules_ > 0; }
    // Writes what kernels have printed since the last call, in order. True if there was anything.
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
    backend::Address grid_workspace_ = 0;  // one for all modules: cooperative launches run one at a time
    std::unique_ptr<backend::Stream> stream_;
    ThreadSlots slots_;
};

}  // namespace ringfence::worker
