#include "worker/guarded_module.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::worker {

namespace {

using Words = std::array<std::uint32_t, guard::word_count>;

void put_address(Words& words, guard::Word word, backend::Address address) {
    const auto index = static_cast<std::size_t>(word);
    words[index] = static_cast<std::uint32_t>(address);
    words[index + 1] = static_cast<std::uint32_t>(address >> 32);
}

Words words_of(const GuardedModule::Places& places) {
    Words words = {};
    const unsigned bits = places.window.bits - guard::least_window_bits;
    words[static_cast<std::size_t>(guard::Word::Mask)] = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
    words[static_cast<std::size_t>(guard::Word::Base)] = static_cast<std::uint32_t>(places.window.base >> 32);
    put_address(words, guard::Word::Variables, places.variables);
    put_address(words, guard::Word::FaultRecord, places.fault_record);
    put_address(words, guard::Word::PrintRing, places.print_ring);
    put_address(words, guard::Word::Heap, places.heap);
    return words;
}

bool mentions(std::string_view ptx, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return ptx.find(name) != std::string_view::npos; });
}

Error misses(const char* what, std::string_view name) {
    return Error::bad_input(fmt::format("there is no {} '{}'", what, escape(name))).with_status(cuda_status::not_found);
}

}  // namespace

GuardedModule::Uses::Uses(std::string_view ptx)
    : heap(mentions(ptx, {"__rf_malloc", "__rf_free"})),
      prints(mentions(ptx, {"__rf_vprintf"})),
      fault_record(mentions(ptx, {"__rf_violation", "__rf_trap", "__rf_assertfail"})) {}

GuardedModule::GuardedModule(std::unique_ptr<backend::Module> module, guard::GuardedModule parts, Uses uses,
                             PtxLines lines)
    : module_(std::move(module)), parts_(std::move(parts)), uses_(uses), lines_(std::move(lines)) {
    parts_.ptx = {};
}

Result<void> GuardedModule::place(backend::Device& device, backend::Stream& stream, const Places& places) {
    window_ = places.window;
    variables_ = places.variables;
    guard::VariableBlock& block = parts_.block;
    for (const guard::Patch& patch : block.patches) {
        if (patch.is_constant) continue;
        const std::uint64_t address = variables_ + patch.addend;
        if (patch.offset > block.contents.size() || block.contents.size() - patch.offset < sizeof address)
            return Error::internal("the guard wants to write an address behind a module's variables");
        std::memcpy(block.contents.data() + patch.offset, &address, sizeof address);
    }
    const std::uint64_t first = block.contents.size();
    if (first > 0) RF_RETURN_IF_ERROR(device.copy_to_device(stream, variables_, block.contents));
    if (block.bytes > first) RF_RETURN_IF_ERROR(device.fill(stream, variables_ + first, 0, 1, block.bytes - first));
    RF_RETURN_IF_ERROR(write_constants(device, stream));
    if (parts_.kernels.empty()) return {};
    RF_TRY(const backend::GlobalInfo constant, module_->global("__rf_words"));
    const Words words = words_of(places);
    if (constant.bytes < sizeof words) return Error::internal("a guarded module has too few words");
    return device.write(stream, constant.address, std::as_bytes(std::span(words)));
}

Result<void> GuardedModule::write_constants(backend::Device& device, backend::Stream& stream) {
    for (const guard::Patch& patch : parts_.block.patches) {
        if (!patch.is_constant) continue;
        RF_TRY(const backend::GlobalInfo constants, module_->global("__rf_const"));
        const std::uint64_t address = variables_ + patch.addend;
        if (patch.offset > constants.bytes || constants.bytes - patch.offset < sizeof address)
            return Error::internal("the guard wants to write an address behind a module's constants");
        RF_RETURN_IF_ERROR(
            device.write(stream, constants.address + patch.offset, std::as_bytes(std::span(&address, 1))));
    }
    return {};
}

Result<const backend::Function*> GuardedModule::function(std::string_view name) {
    const auto is_it = [&](const guard::GuardedKernel& kernel) { return kernel.name == name; };
    if (std::none_of(parts_.kernels.begin(), parts_.kernels.end(), is_it)) return misses("kernel", name);
    return module_->function(name);
}

Result<KernelGuard> GuardedModule::guard_of(std::string_view name) {
    const auto is_it = [&](const guard::GuardedKernel& kernel) { return kernel.name == name; };
    const auto found = std::find_if(parts_.kernels.begin(), parts_.kernels.end(), is_it);
    if (found == parts_.kernels.end()) return misses("kernel", name);
    KernelGuard guard{&found->conditions, nullptr};
    if (!found->fenced.empty()) {
        RF_TRY(guard.fenced, module_->function(found->fenced));
    }
    return guard;
}

Result<std::vector<std::string>> GuardedModule::function_names() {
    std::vector<std::string> names;
    for (const guard::GuardedKernel& kernel : parts_.kernels)
        names.push_back(kernel.name);
    return names;
}

Result<backend::GlobalInfo> GuardedModule::global(std::string_view name) {
    const auto& variables = parts_.block.variables;
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const guard::PlacedVariable& variable) { return variable.name == name; });
    if (found == variables.end()) return misses("variable", name);
    if (!found->is_constant) return backend::GlobalInfo{variables_ + found->offset, found->bytes};
    RF_TRY(const backend::GlobalInfo constants, module_->global("__rf_const"));
    return backend::GlobalInfo{constants.address + found->offset, found->bytes};
}

std::optional<std::string> GuardedModule::initial_text(std::uint64_t address, std::size_t limit) const {
    const std::vector<std::byte>& contents = parts_.block.contents;
    if (address - variables_ >= contents.size()) return std::nullopt;
    const auto* const text = reinterpret_cast<const char*>(contents.data()) + (address - variables_);
    return std::string(text, ::strnlen(text, std::min<std::size_t>(limit, contents.size() - (address - variables_))));
}

Error GuardedModule::error_of(const guard::Fault& fault) const {
    std::string where = guard::describe(fault);
    if (fault.site < parts_.accesses.size()) where = lines_.describe(parts_.accesses[fault.site].line) + ", " + where;
    if (fault.others > 0) where += fmt::format("; and {} more", fault.others);
    switch (fault.kind) {
        case guard::FaultKind::Assertion: return Error::bad_input(where).with_status(cuda_status::assert_failed);
        case guard::FaultKind::Trap:
            return Error::bad_input("a kernel ended itself (trap): " + where).with_status(cuda_status::launch_failed);
        case guard::FaultKind::Violation: break;
    }
    const bool is_inside = window_.contains(fault.address);
    const std::uint32_t bytes = fault.site < parts_.accesses.size() ? parts_.accesses[fault.site].bytes : 0;
    const std::string width = bytes == 0 ? "" : fmt::format(" ({} byte{})", bytes, bytes == 1 ? "" : "s");
    return Error::bad_input(fmt::format("a kernel used the address {:#x}{}, which is {}: {}", fault.address, width,
                                        is_inside ? "misaligned" : "outside its memory", where))
        .with_status(is_inside ? cuda_status::misaligned_address : cuda_status::illegal_address);
}

}  // namespace ringfence::worker
