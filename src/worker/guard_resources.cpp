#include "worker/guard_resources.h"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "guard/runtime/device_heap.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t record_bytes = sizeof(guard::FaultRecord);
constexpr std::uint64_t least_alignment = 256;  // of CUDA's allocations

}  // namespace

GuardResources::GuardResources(backend::Device& device, memory::Window& window,
                               std::unique_ptr<PrivateMemory::Segment> records,
                               std::unique_ptr<PrivateMemory::Segment> ring, guard::PrintRing prints,
                               std::unique_ptr<backend::Stream> stream)
    : device_(device),
      window_(window),
      records_(std::move(records)),
      ring_(std::move(ring)),
      prints_(prints),
      stream_(std::move(stream)),
      slots_(window) {
    // The last record is shared by modules without one of their own.
    for (std::uint32_t number = most_recording_modules - 1; number > 0; --number)
        free_records_.push_back(number - 1);
}

Result<std::unique_ptr<GuardResources>> GuardResources::create(backend::Device& device, memory::Window& window,
                                                               std::unique_ptr<PrivateMemory::Segment> records,
                                                               std::unique_ptr<PrivateMemory::Segment> ring) {
    RF_TRY(guard::PrintRing prints, guard::PrintRing::make(ring->bytes()));
    RF_TRY(auto stream, device.create_stream());
    return std::unique_ptr<GuardResources>(
        new GuardResources(device, window, std::move(records), std::move(ring), prints, std::move(stream)));
}

std::span<std::byte, sizeof(guard::FaultRecord)> GuardResources::record(std::uint32_t number) const {
    return records_->bytes().subspan(number * record_bytes).first<record_bytes>();
}

// Memory that the session has just got may still contain another session's data.
Result<void> GuardResources::wait_for_clearing() {
    if (window_.times_cleared() == 0) return {};
    return stream_->wait_for(*window_.clearing());
}

Result<void> GuardResources::make_heap() {
    if (heap_ != 0) return {};
    RF_TRY(const auto header, guard::make_device_heap(heap_bytes));
    RF_TRY(const backend::Address heap, window_.allocate(heap_bytes, guard::heap_alignment));
    RF_RETURN_IF_ERROR(wait_for_clearing());
    if (auto written = device_.write(*stream_, heap, header); !written) {
        (void)window_.release(heap);
        return written;
    }
    heap_ = heap;
    return {};
}

Result<void> GuardResources::make_grid_workspace() {
    if (grid_workspace_ != 0) return {};
    RF_TRY(const backend::Address workspace, window_.allocate(guard::grid_workspace_bytes, least_alignment));
    if (auto filled = device_.fill(*stream_, workspace, 0, 1, guard::grid_workspace_bytes); !filled) {
        (void)window_.release(workspace);
        return filled;
    }
    grid_workspace_ = workspace;
    return {};
}

Result<void> GuardResources::allocate_for(const GuardedModule& module, GuardedModule::Places& places) {
    if (module.uses().fault_record && free_records_.empty()) {
        return Error::bad_input(
                   fmt::format("the session has more than {} modules whose kernels may fail", most_recording_modules))
            .with_status(cuda_status::out_of_memory);
    }
    if (module.uses().heap) RF_RETURN_IF_ERROR(make_heap());
    if (module.uses().grid_workspace) RF_RETURN_IF_ERROR(make_grid_workspace());
    places.window = window_.geometry();
    // Kernels that do not use one of these still get an address in their own window.
    places.heap = heap_ != 0 ? heap_ : window_.begin();
    places.grid_workspace = grid_workspace_ != 0 ? grid_workspace_ : window_.begin();
    if (places.textures == 0) places.textures = window_.begin();
    places.variables = window_.begin();
    places.print_ring = ring_->address();
    if (module.variable_bytes() == 0) return {};
    RF_TRY(places.variables,
           window_.allocate(module.variable_bytes(), std::max(module.variable_alignment(), least_alignment)));
    return {};
}

Result<std::shared_ptr<backend::Event>> GuardResources::place(const std::shared_ptr<GuardedModule>& module,
                                                              const GuardedModule::Places& places) {
    Module entry{module, places, std::nullopt};
    // Modules that record no faults share the last record, which is never written.
    std::uint32_t number = most_recording_modules - 1;
    if (module->uses().fault_record) {
        number = free_records_.back();
        free_records_.pop_back();
        entry.record = number;
        std::ranges::fill(record(number), std::byte{0});
    }
    entry.places.fault_record = records_->address() + number * record_bytes;
    modules_.push_back(entry);
    printing_modules_ += module->uses().prints ? 1 : 0;
    RF_TRY(std::shared_ptr<backend::Event> event, device_.create_event({.timing = false}));
    // New memory of the window may not be cleared yet.
    if (window_.clearing() != nullptr) RF_RETURN_IF_ERROR(stream_->wait_for(*window_.clearing()));
    RF_RETURN_IF_ERROR(module->place(device_, *stream_, entry.places));
    RF_RETURN_IF_ERROR(stream_->record(*event));
    return event;
}

Result<std::shared_ptr<backend::Event>> GuardResources::place_late(GuardedModule& module, LateModule late) {
    const auto found = std::find_if(modules_.begin(), modules_.end(),
                                    [&](const Module& entry) { return entry.module.get() == &module; });
    if (found == modules_.end()) return Error::internal("variants of a module that is not there");
    RF_TRY(std::shared_ptr<backend::Event> event, device_.create_event({.timing = false}));
    RF_RETURN_IF_ERROR(module.add_late(std::move(late), device_, *stream_, found->places));
    RF_RETURN_IF_ERROR(stream_->record(*event));
    return event;
}

void GuardResources::forget(const GuardedModule& module) {
    const auto found = std::find_if(modules_.begin(), modules_.end(),
                                    [&](const Module& entry) { return entry.module.get() == &module; });
    if (found == modules_.end()) return;
    if (found->record) free_records_.push_back(*found->record);
    if (module.variable_bytes() != 0) (void)window_.release(found->places.variables);
    printing_modules_ -= module.uses().prints ? 1 : 0;
    modules_.erase(found);
}

void GuardResources::forget_all() {
    for (const Module& entry : modules_) {
        if (entry.record) free_records_.push_back(*entry.record);
    }
    modules_.clear();
    printing_modules_ = 0;
    heap_ = 0;
    grid_workspace_ = 0;
    slots_.forget_all();
}

bool GuardResources::owns(backend::Address address) const {
    return address == heap_ || address == grid_workspace_ || slots_.owns(address) ||
           std::any_of(modules_.begin(), modules_.end(), [&](const Module& entry) {
               return entry.module->variable_bytes() != 0 && entry.places.variables == address;
           });
}

std::optional<GuardResources::TakenFault> GuardResources::take_fault() {
    for (const Module& entry : modules_) {
        if (!entry.record) continue;
        const auto fault = guard::read_fault(record(*entry.record));
        if (!fault) continue;
        std::ranges::fill(record(*entry.record), std::byte{0});
        return TakenFault{entry.module->error_of(*fault), fault->others + 1};
    }
    return std::nullopt;
}

bool GuardResources::take_prints(const std::function<void(std::string_view)>& write) {
    const auto read = [this](std::uint64_t address, std::size_t limit) { return read_text(address, limit); };
    const std::vector<guard::PrintRecord> records = prints_.take();
    for (const guard::PrintRecord& record : records)
        write(guard::print(record, read));
    if (const std::uint32_t dropped = prints_.take_dropped(); dropped > 0)
        write(fmt::format("[{} more lines were printed than there was room for]\n", dropped));
    return !records.empty();
}

// A kernel's format string is usually in its module; otherwise it is read from the tenant's memory, which is slow.
std::string GuardResources::read_text(std::uint64_t address, std::size_t limit) {
    for (const Module& entry : modules_) {
        if (auto text = entry.module->initial_text(address, limit)) return *text;
    }
    const auto extent = window_.check(address, 1);
    if (!extent) return {};
    std::string text(std::min<std::uint64_t>(limit, extent.value().begin + extent.value().bytes - address), '\0');
    if (!wait_for_clearing()) return {};
    const auto copied = device_.copy_to_host(*stream_, std::as_writable_bytes(std::span(text)), address);
    if (!copied || !stream_->synchronize()) return {};
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

}  // namespace ringfence::worker
