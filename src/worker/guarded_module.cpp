#include "worker/guarded_module.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"
#include "base/limits.h"
#include "guard/unmet_text.h"
#include "worker/parameter_layout.h"

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
    put_address(words, guard::Word::GridWorkspace, places.grid_workspace);
    put_address(words, guard::Word::Textures, places.textures);
    return words;
}

bool mentions(std::string_view ptx, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return ptx.find(name) != std::string_view::npos; });
}

// True if the name occurs a second time, after its declaration.
bool uses_name(std::string_view ptx, std::string_view name) {
    const std::size_t first = ptx.find(name);
    return first != std::string_view::npos && ptx.find(name, first + name.size()) != std::string_view::npos;
}

// Nothing if the compiler has removed the table, which it may do if nothing uses the table.
Result<std::optional<backend::GlobalInfo>> find_table(backend::Module& module, std::string_view name, bool is_used,
                                                      std::uint64_t bytes) {
    auto found = module.global(name);
    if (!found.ok() && !is_used) return std::optional<backend::GlobalInfo>();
    if (!found.ok()) return found.take_error();
    if (found.value().bytes < bytes) return Error::internal(fmt::format("a guarded module's {} is too small", name));
    return std::optional(found.value());
}

constexpr std::uint64_t most_variable_bytes = std::uint64_t{1} << 40U;

Error too_large(std::string_view variable) {
    return Error::bad_input(fmt::format("the module's variables are too large with '{}'", escape(variable)))
        .with_status(cuda_status::out_of_memory);
}

Error misses(const char* what, std::string_view name) {
    return Error::bad_input(fmt::format("there is no {} '{}'", what, escape(name))).with_status(cuda_status::not_found);
}

}  // namespace

GuardedModule::Uses::Uses(std::string_view ptx, std::string_view late) {
    const auto mention = [&](std::initializer_list<std::string_view> names) {
        return mentions(ptx, names) || mentions(late, names);
    };
    heap = mention({"__rf_malloc", "__rf_free"});
    prints = mention({"__rf_vprintf"});
    fault_record = mention({"__rf_violation", "__rf_trap", "__rf_assertfail"});
    grid_workspace = mention({"[__rf_words+40]", "[__rf_words+44]"});
    textures = mention({"[__rf_words+48]"});
    words = uses_name(ptx, "__rf_words");
    managed = uses_name(ptx, "__rf_managed");
}

GuardedModule::GuardedModule(std::unique_ptr<backend::Module> module, guard::GuardedPtx parts, Uses uses,
                             PtxLines lines)
    : module_(std::move(module)),
      parts_(std::move(parts)),
      uses_(uses),
      lines_(std::move(lines)),
      is_refusal_told_(parts_.refused.size()),
      fitted_(parts_.kernels.size()) {
    parts_.ptx = {};
    parts_.late_ptx = {};
    for (guard::GuardedKernel& kernel : parts_.kernels)
        kernel.askers = {};
    late_functions_.resize(parts_.kernels.size());
    managed_.resize(parts_.block.managed.size());
}

Result<void> GuardedModule::place(backend::Device& device, backend::Stream& stream, const Places& places) {
    window_ = places.window;
    variables_ = places.variables;
    const guard::VariableBlock& block = parts_.block;
    for (Managed& managed : managed_) {
        if (!managed.is_placed) managed.address += variables_;
    }
    RF_RETURN_IF_ERROR(fill_in_addresses());
    const std::uint64_t first = block.contents.size();
    if (first > 0) RF_RETURN_IF_ERROR(device.copy_to_device(stream, variables_, block.contents));
    if (variable_bytes() > first)
        RF_RETURN_IF_ERROR(device.fill(stream, variables_ + first, 0, 1, variable_bytes() - first));
    RF_RETURN_IF_ERROR(write_managed(device, stream));
    RF_RETURN_IF_ERROR(write_constants(device, stream));
    if (parts_.kernels.empty()) return {};
    return write_tables(*module_, uses_, device, stream, places);
}

Result<void> GuardedModule::write_tables(backend::Module& module, const Uses& uses, backend::Device& device,
                                         backend::Stream& stream, const Places& places) {
    const Words words = words_of(places);
    RF_TRY(const auto constant, find_table(module, "__rf_words", uses.words, sizeof words));
    if (constant) RF_RETURN_IF_ERROR(device.write(stream, constant->address, std::as_bytes(std::span(words))));
    const auto addresses = std::as_bytes(std::span(managed_addresses_));
    if (addresses.empty()) return {};
    RF_TRY(const auto table, find_table(module, "__rf_managed", uses.managed, addresses.size()));
    if (table) RF_RETURN_IF_ERROR(device.copy_to_device(stream, table->address, addresses));
    return {};
}

std::size_t GuardedModule::number_of(std::string_view kernel) const {
    const auto found = std::find_if(parts_.kernels.begin(), parts_.kernels.end(),
                                    [&](const guard::GuardedKernel& one) { return one.name == kernel; });
    return static_cast<std::size_t>(found - parts_.kernels.begin());
}

void GuardedModule::fail_late(const LateRequest& request, Error failure) {
    if (request.kernel.empty()) {
        // Host memory that others have now says nothing of the next launch.
        if (limit_named_in(failure.message) != Limit::HostMemory) late_failure_ = std::move(failure);
    } else if (const std::size_t kernel = number_of(request.kernel); kernel < parts_.kernels.size()) {
        fitted_.add(kernel, {request.bounds, {}, nullptr, nullptr});
    }
    unpublished_.clear();
    unpublished_fitted_.reset();
}

Result<void> GuardedModule::add_late(LateModule late, backend::Device& device, backend::Stream& stream,
                                     const Places& places) {
    RF_RETURN_IF_ERROR(late.fitted ? add_fitted(late) : add_fenced(*late.module));
    RF_RETURN_IF_ERROR(write_tables(*late.module, late.uses, device, stream, places));
    (late.fitted ? unpublished_fitted_->second.module : late_module_) = std::move(late.module);
    return {};
}

Result<void> GuardedModule::add_fitted(LateModule& late) {
    const std::size_t kernel = number_of(late.request.kernel);
    if (kernel == parts_.kernels.size() || late.fitted->name != late.request.kernel)
        return misses("kernel", late.request.kernel);
    RF_TRY(const backend::Function* const function, late.module->function(late.fitted->name));
    RF_RETURN_IF_ERROR(check_parameter_layout(*function, *late.fitted));
    unpublished_fitted_.emplace(
        kernel, FittedVariant{late.request.bounds, std::move(late.fitted->conditions), nullptr, function});
    return {};
}

Result<void> GuardedModule::add_fenced(backend::Module& module) {
    std::vector<const backend::Function*> functions(parts_.kernels.size());
    for (std::size_t i = 0; i < parts_.kernels.size(); ++i) {
        const guard::GuardedKernel& kernel = parts_.kernels[i];
        if (!kernel.is_late) continue;
        RF_TRY(functions[i], module.function(kernel.fenced));
        RF_RETURN_IF_ERROR(check_parameter_layout(*functions[i], kernel));
    }
    unpublished_ = std::move(functions);
    return {};
}

// Copied into place: callers that have looked a kernel up hold pointers to these elements.
void GuardedModule::publish_late() {
    std::copy(unpublished_.begin(), unpublished_.end(), late_functions_.begin());
    unpublished_.clear();
    if (unpublished_fitted_) fitted_.add(unpublished_fitted_->first, std::move(unpublished_fitted_->second));
    unpublished_fitted_.reset();
}

Result<void> GuardedModule::set_placements(std::span<const backend::Placement> placements) {
    const guard::VariableBlock& block = parts_.block;
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t i = 0; i < block.managed.size(); ++i)
        numbers.emplace(block.managed[i].name, i);
    for (const backend::Placement& placement : placements) {
        const auto found = numbers.find(placement.name);
        if (found == numbers.end()) continue;
        const guard::ManagedVariable& variable = block.managed[found->second];
        if (placement.bytes < variable.bytes || placement.address % variable.alignment != 0) {
            return Error::bad_input(
                       fmt::format("the place of the managed variable {} is too small, or not aligned to {}",
                                   escape(placement.name), variable.alignment))
                .with_status(cuda_status::invalid_value);
        }
        managed_[found->second] = {placement.address, true};
    }
    std::uint64_t end = block.bytes;
    for (std::size_t i = 0; i < managed_.size(); ++i) {
        if (managed_[i].is_placed) continue;
        const guard::ManagedVariable& variable = block.managed[i];
        managed_[i].address = (end + variable.alignment - 1) / variable.alignment * variable.alignment;
        end = managed_[i].address + variable.bytes;
        if (end > most_variable_bytes) return too_large(variable.name);
    }
    unplaced_bytes_ = end - block.bytes;
    return {};
}

std::uint64_t GuardedModule::address_of(const guard::Patch& patch) const {
    return patch.addend + (patch.of_managed ? managed_[*patch.of_managed].address : variables_);
}

// Writes addresses of variables into the initial contents of other variables (not of constants).
Result<void> GuardedModule::fill_in_addresses() {
    guard::VariableBlock& block = parts_.block;
    for (const guard::Patch& patch : block.patches) {
        if (patch.is_constant) continue;
        std::vector<std::byte>& contents =
            patch.in_managed ? block.managed[*patch.in_managed].contents : block.contents;
        const std::uint64_t address = address_of(patch);
        if (patch.offset > contents.size() || contents.size() - patch.offset < sizeof address)
            return Error::internal("the guard wants to write an address behind a module's variables");
        std::memcpy(contents.data() + patch.offset, &address, sizeof address);
    }
    return {};
}

// Writes the contents of managed variables without a placement. write_tables() writes their addresses.
Result<void> GuardedModule::write_managed(backend::Device& device, backend::Stream& stream) {
    if (managed_.empty()) return {};
    managed_addresses_.clear();
    for (std::size_t i = 0; i < managed_.size(); ++i) {
        managed_addresses_.push_back(managed_[i].address);
        const std::vector<std::byte>& contents = parts_.block.managed[i].contents;
        if (!managed_[i].is_placed && !contents.empty())
            RF_RETURN_IF_ERROR(device.copy_to_device(stream, managed_[i].address, contents));
    }
    return {};
}

std::vector<backend::PlacedContents> GuardedModule::take_placed_contents() {
    std::vector<backend::PlacedContents> placed;
    for (std::size_t i = 0; i < managed_.size(); ++i) {
        if (managed_[i].is_placed) placed.push_back({managed_[i].address, std::move(parts_.block.managed[i].contents)});
    }
    return placed;
}

Result<void> GuardedModule::write_constants(backend::Device& device, backend::Stream& stream) {
    for (const guard::Patch& patch : parts_.block.patches) {
        if (!patch.is_constant) continue;
        RF_TRY(const backend::GlobalInfo constants, module_->global("__rf_const"));
        const std::uint64_t address = address_of(patch);
        if (patch.offset > constants.bytes || constants.bytes - patch.offset < sizeof address)
            return Error::internal("the guard wants to write an address behind a module's constants");
        RF_RETURN_IF_ERROR(
            device.write(stream, constants.address + patch.offset, std::as_bytes(std::span(&address, 1))));
    }
    return {};
}

Result<const backend::Function*> GuardedModule::function(std::string_view name) {
    const auto is_it = [&](const guard::GuardedKernel& kernel) { return kernel.name == name; };
    if (std::any_of(parts_.kernels.begin(), parts_.kernels.end(), is_it)) return module_->function(name);
    const std::size_t refused = refused_number_of(name);
    if (refused == parts_.refused.size()) return misses("kernel", name);
    const guard::RefusedKernel& kernel = parts_.refused[refused];
    return Error::bad_input(fmt::format("the guard refuses the kernel '{}': {}", escape(name), why_refused(name)))
        .with_remedy(kernel.remedy)
        .with_status(kernel.status);
}

std::string GuardedModule::why_refused(std::string_view kernel) const {
    const std::size_t number = refused_number_of(kernel);
    if (number == parts_.refused.size()) return "";
    return fmt::format("{}: {}", lines_.describe(parts_.refused[number].line), parts_.refused[number].reason);
}

std::size_t GuardedModule::refused_number_of(std::string_view kernel) const {
    const auto found = std::find_if(parts_.refused.begin(), parts_.refused.end(),
                                    [&](const guard::RefusedKernel& one) { return one.name == kernel; });
    return static_cast<std::size_t>(found - parts_.refused.begin());
}

bool GuardedModule::is_refused_at_first_use(std::string_view kernel) {
    const std::size_t number = refused_number_of(kernel);
    if (number == parts_.refused.size() || is_refusal_told_[number]) return false;
    is_refusal_told_[number] = true;
    return true;
}

Result<KernelGuard> GuardedModule::guard_of(std::string_view name) {
    const auto is_it = [&](const guard::GuardedKernel& kernel) { return kernel.name == name; };
    const auto found = std::find_if(parts_.kernels.begin(), parts_.kernels.end(), is_it);
    if (found == parts_.kernels.end()) return misses("kernel", name);
    RF_TRY(const backend::Function* function, module_->function(name));
    RF_RETURN_IF_ERROR(check_parameter_layout(*function, *found));
    KernelGuard guard;
    guard.conditions = &found->conditions;
    guard.needs_warpgroups = found->needs_warpgroups;
    guard.own_shared = found->own_shared;
    guard.slot_bytes = found->slot_bytes;
    const std::vector<backend::ParameterInfo>& parameters = function->info().parameters;
    if (guard.slot_bytes != 0 && (parameters.empty() || parameters.back().bytes != sizeof(backend::Address)))
        return Error::internal(fmt::format("{} lacks the parameter for its threads' slots", escape(name)));
    if (found->is_late) {
        guard.number = static_cast<std::size_t>(found - parts_.kernels.begin());
        guard.late = &late_functions_[guard.number];
        guard.fitted = &fitted_;
    } else if (!found->fenced.empty()) {
        RF_TRY(guard.fenced, module_->function(found->fenced));
    }
    return guard;
}

std::string GuardedModule::describe(std::string_view name, const guard::LaunchConditions::Unmet& unmet) const {
    using Kind = guard::LaunchConditions::Unmet::Kind;
    const auto found = std::find_if(parts_.kernels.begin(), parts_.kernels.end(),
                                    [&](const guard::GuardedKernel& kernel) { return kernel.name == name; });
    if (found == parts_.kernels.end()) return {};
    std::string text = guard::describe(unmet, guard::parameter_name(found->parameters, unmet.place));
    // Other conditions do not belong to a single access.
    const bool is_bound = unmet.kind != Kind::Parameter && unmet.kind != Kind::Pointer;
    if (!is_bound || unmet.bound >= found->first_askers.size()) return text;
    const std::uint32_t access = found->first_askers[unmet.bound];
    return access < parts_.accesses.size() ? lines_.describe(parts_.accesses[access].line) + ": " + text : text;
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
    if (found == variables.end()) return managed_global(name);
    if (!found->is_constant) return backend::GlobalInfo{variables_ + found->offset, found->bytes};
    RF_TRY(const backend::GlobalInfo constants, module_->global("__rf_const"));
    return backend::GlobalInfo{constants.address + found->offset, found->bytes};
}

Result<backend::GlobalInfo> GuardedModule::managed_global(std::string_view name) const {
    for (std::size_t i = 0; i < managed_.size(); ++i) {
        const guard::ManagedVariable& variable = parts_.block.managed[i];
        if (variable.name == name) return backend::GlobalInfo{managed_[i].address, variable.bytes};
    }
    return misses("variable", name);
}

std::optional<std::string> GuardedModule::initial_text(std::uint64_t address, std::size_t limit) const {
    const std::vector<std::byte>& contents = parts_.block.contents;
    if (address - variables_ >= parts_.block.initialized) return std::nullopt;
    // Zeros at the end are not kept.
    if (address - variables_ >= contents.size()) return std::string();
    const auto* const text = reinterpret_cast<const char*>(contents.data()) + (address - variables_);
    return std::string(text, ::strnlen(text, std::min<std::size_t>(limit, contents.size() - (address - variables_))));
}

bool GuardedModule::is_vote(std::uint32_t site) const {
    return site < parts_.accesses.size() && parts_.accesses[site].treatment != guard::Treatment::Recorded;
}

// An access that is both misaligned and out of bounds is reported as misaligned. For shared memory, whose addresses are
// never in the window, only the width can tell.
bool GuardedModule::finds_misaligned(const guard::Fault& fault) const {
    if (window_.contains(fault.address)) return true;
    if (fault.site >= parts_.accesses.size()) return false;
    constexpr std::uint32_t widest_of_a_thread = 16;  // wider ones are matrices, of which only rows are aligned
    const std::uint32_t bytes = parts_.accesses[fault.site].bytes;
    return bytes > 1 && bytes <= widest_of_a_thread && fault.address % bytes != 0;
}

Error GuardedModule::error_of(const guard::Fault& fault) const {
    std::string where = guard::describe(fault);
    // An assertion has no site: its own text has the place.
    const bool has_site = fault.kind != guard::FaultKind::Assertion && fault.site < parts_.accesses.size();
    if (has_site) where = lines_.describe(parts_.accesses[fault.site].line) + ", " + where;
    if (fault.others > 0) where += fmt::format("; and {} more", fault.others);
    switch (fault.kind) {
        case guard::FaultKind::Assertion: return Error::bad_input(where).with_status(cuda_status::assert_failed);
        case guard::FaultKind::Trap:
            if (is_vote(fault.site)) {
                return Error::bad_input(
                           "threads of one warp went different ways where that decides on an instruction for whole "
                           "warps "
                           "(a matrix, or a wait before one): " +
                           where)
                    .with_remedy("run this program in a worker of its own (--isolation private)")
                    .with_status(cuda_status::launch_failed);
            }
            return Error::bad_input("a kernel ended itself (trap): " + where).with_status(cuda_status::launch_failed);
        case guard::FaultKind::Violation: break;
    }
    const bool is_misaligned = finds_misaligned(fault);
    const std::uint32_t bytes = has_site ? parts_.accesses[fault.site].bytes : 0;
    const std::string width = bytes == 0 ? "" : fmt::format(" ({} byte{})", bytes, bytes == 1 ? "" : "s");
    return Error::bad_input(fmt::format("a kernel used the address {:#x}{}, which is {}: {}", fault.address, width,
                                        is_misaligned ? "misaligned" : "outside its memory", where))
        .with_status(is_misaligned ? cuda_status::misaligned_address : cuda_status::illegal_address);
}

}  // namespace ringfence::worker
