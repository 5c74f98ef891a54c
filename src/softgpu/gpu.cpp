#include "softgpu/gpu.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "base/diagnostics.h"
#include "base/mutex.h"
#include "ptx/parser.h"
#include "softgpu/codegen/compiler.h"
#include "softgpu/codegen/linker.h"
#include "softgpu/codegen/unit.h"
#include "softgpu/description.h"
#include "softgpu/globals.h"

namespace ringfence::softgpu {
namespace {

using codegen::Compiler;
using codegen::Linker;
using codegen::ModulePlan;
using codegen::Variant;
using codegen::VectorPlan;

std::uint32_t max_threads_of(const ptx::Function& kernel) {
    for (const std::string_view name : {".maxntid", ".reqntid"}) {
        const ptx::Directive* directive = kernel.find_directive(name);
        if (directive == nullptr) continue;
        std::uint64_t product = 1;
        for (const std::uint64_t argument : directive->arguments)
            product *= std::max<std::uint64_t>(argument, 1);
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(product, 1024));
    }
    return 1024;
}

// Zeros: launches decide.
Dimensions cluster_of(const ptx::Function& kernel) {
    const ptx::Directive* const directive = kernel.find_directive(".reqnctapercluster");
    if (directive == nullptr) return {0, 0, 0};
    Dimensions cluster = {1, 1, 1};
    for (std::size_t i = 0; i < std::min<std::size_t>(directive->arguments.size(), 3); ++i)
        cluster[i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(directive->arguments[i], UINT32_MAX));
    return cluster;
}

// Which code a block of some shape needs.
struct Shape {
    unsigned lanes = 1;        // 1: no vector code
    bool needs_scalar = true;  // for all threads, or for those that are left over

    friend bool operator<(const Shape& a, const Shape& b) {
        return std::pair(a.lanes, a.needs_scalar) < std::pair(b.lanes, b.needs_scalar);
    }
};

// Compiled code that was loaded.
struct Code {
    std::uint64_t address = 0;
    std::uint32_t stack_bytes = 0;
    std::uint32_t not_optimized = 0;
};

// Code for lanes that part runs on top of vector code, but is only made when that happens. So it has this much for
// granted; where vector code is larger than the rest of a fiber's stack allows, it is made at once.
constexpr std::uint32_t stack_of_parted_lanes = 128 << 10;
constexpr std::uint32_t stack_of_vector_code = 32 << 10;

// A kernel with what it takes to compile its variants.
struct CompiledKernel {
    const ptx::Function* source = nullptr;
    bool planned = false;
    VectorPlan vector;
    Kernel description;        // without code
    bool may_be_quick = true;  // code can be made quickly
    std::map<Shape, Kernel> kernels;
    std::map<Shape, Kernel> improved;  // in place of those that were made quickly
    std::map<Shape, QuickCode> quick;
    std::map<unsigned, Code> code;  // by lanes
    Code resume;
};

// More lanes are worth it where threads wait for each other: there is less to switch.
std::span<const unsigned> lanes_for(bool may_wait) {
    static constexpr unsigned waiting[] = {32, 16, 8};
    static constexpr unsigned running[] = {8};
    return may_wait ? std::span<const unsigned>(waiting) : std::span<const unsigned>(running);
}

Shape shape_for(const Dimensions& block, bool may_wait, const VectorPlan& plan) {
    if (!plan.possible()) return {};
    const bool one_row = block[1] * block[2] == 1;
    for (const unsigned lanes : lanes_for(may_wait)) {
        if (!plan.fits(lanes)) continue;
        if (block[0] % lanes == 0) return {lanes, false};
        if (one_row && block[0] > lanes) return {lanes, true};
    }
    return {};
}

class Module final : public GpuModule {
public:
    Module(const Compiler& compiler, const GpuOptions& options) : compiler_(compiler), options_(options) {}
    Module(const Module&) = delete;
    Module& operator=(const Module&) = delete;
    ~Module() override {
        for (const MadeVariable& variable : unread_.variables)
            static_cast<void>(unread_.memory->release(variable.address).ok());
    }

    Result<void> load(std::string ptx, const std::string& file_name, std::span<const Placement> placements,
                      DeviceMemory& memory, Linker& linker);

    Result<void> load_described(std::string ptx, const std::string& file_name, const ModuleDescription& description,
                                DeviceMemory& memory, Linker& linker);

    std::span<const KernelInfo> kernels() const override { return infos_; }
    std::optional<VariableInfo> find_variable(std::string_view name) const override;
    std::vector<PlacedContents> take_placed_contents() override {
        const MutexLock lock(mutex_);
        return globals_ ? globals_->take_placed_contents() : std::vector<PlacedContents>();
    }
    std::string description() const override;
    Result<const Kernel*> kernel(std::string_view name, const Dimensions& block) override;

private:
    // The parts of a module whose PTX was not read yet.
    struct Unread {
        std::string ptx;
        std::string file_name;
        std::vector<MadeVariable> variables;
        DeviceMemory* memory = nullptr;
        Linker* linker = nullptr;  // null: it was read
    };

    Result<void> parse(std::string ptx, const std::string& file_name);
    Result<void> read() RF_REQUIRES(mutex_);
    Result<void> define_symbols(Linker& linker) RF_REQUIRES(mutex_);
    void describe_kernels() RF_REQUIRES(mutex_);
    Result<void> load_functions() RF_REQUIRES(mutex_);
    void plan(CompiledKernel& compiled) const;
    Result<Kernel> make_kernel(CompiledKernel& compiled, const Shape& shape) RF_REQUIRES(mutex_);
    void add_vector_code(Kernel& kernel, CompiledKernel& compiled, unsigned lanes) RF_REQUIRES(mutex_);
    std::uint32_t most_optimized(const CompiledKernel& compiled, Variant variant) const;
    void mark_quick(Kernel& kernel, CompiledKernel& compiled, const Shape& shape) const;
    Result<const Kernel*> improved(CompiledKernel& compiled, const Kernel& quick) RF_REQUIRES(mutex_);
    Result<void> optimize_resume(CompiledKernel& compiled) RF_REQUIRES(mutex_);
    Result<Code> code_for(CompiledKernel& compiled, unsigned lanes) RF_REQUIRES(mutex_);
    Result<void> compile_resume(CompiledKernel& compiled) RF_REQUIRES(mutex_);
    Result<Code> compile(const CompiledKernel& compiled, Variant variant, unsigned lanes) RF_REQUIRES(mutex_);
    static ResumeFunction resume(const Kernel& kernel);
    static const Kernel* improve(const Kernel& kernel);

    const Compiler& compiler_;
    const GpuOptions& options_;
    std::unique_ptr<ptx::Module> source_;
    std::unique_ptr<ModulePlan> plan_;
    std::string key_;
    std::vector<KernelInfo> infos_;
    mutable Mutex mutex_;
    std::unique_ptr<ModuleGlobals> globals_ RF_GUARDED_BY(mutex_);
    std::unique_ptr<Linker::Space> space_ RF_GUARDED_BY(mutex_);
    Unread unread_ RF_GUARDED_BY(mutex_);
    std::map<std::string, std::unique_ptr<CompiledKernel>, std::less<>> kernels_ RF_GUARDED_BY(mutex_);
    std::map<const ptx::Function*, std::uint64_t> functions_;
    std::uint32_t functions_stack_bytes_ = 0;  // of those together
};

Result<void> Module::parse(std::string ptx, const std::string& file_name) {
    auto text = std::make_shared<const std::string>(std::move(ptx));
    const std::string_view parts[] = {*text};
    key_ = compiler_.key_of(parts);
    DiagnosticSink sink;
    source_ = ptx::parse(text, sink, {file_name, {}});
    if (source_ != nullptr) return {};
    return Error::bad_input(render_all(sink.diagnostics(), file_name, LineMap(*text)));
}

Result<void> Module::load(std::string ptx, const std::string& file_name, std::span<const Placement> placements,
                          DeviceMemory& memory, Linker& linker) {
    const MutexLock lock(mutex_);
    RF_RETURN_IF_ERROR(parse(std::move(ptx), file_name));
    RF_TRY(plan_, ModulePlan::make(*source_));
    RF_TRY(globals_, ModuleGlobals::create(*source_, memory, placements));
    RF_RETURN_IF_ERROR(define_symbols(linker));
    RF_RETURN_IF_ERROR(load_functions());
    RF_RETURN_IF_ERROR(globals_->initialize([&](const ptx::Function& function) {
        const ptx::Function* definition = plan_->definition_of(function);
        return definition->is_entry ? plan_->kernel_address(*definition) : functions_[definition];
    }));
    describe_kernels();
    return {};
}

Result<void> Module::define_symbols(Linker& linker) {
    RF_TRY(space_, linker.create_space());
    std::vector<codegen::Symbol> symbols;
    for (const ModuleGlobals::Global& global : globals_->all())
        symbols.push_back({ModulePlan::symbol_of(*global.variable), global.address});
    return space_->define(symbols);
}

// Addresses are others the next time, so what holds some must be read again.
std::string Module::description() const {
    const MutexLock lock(mutex_);
    if (!globals_ || globals_->hold_addresses() || !plan_->indirect_functions().empty()) return {};
    ModuleDescription description;
    description.kernels = infos_;
    for (const ModuleGlobals::Global& global : globals_->all()) {
        if (global.is_placed) return {};
        DescribedVariable variable;
        variable.name = global.variable->name;
        variable.bytes = global.bytes;
        variable.alignment = global.variable->alignment();
        variable.is_constant = global.variable->space == ptx::Space::Const;
        if (global.variable->initializer != nullptr) {
            const auto* const begin = reinterpret_cast<const std::byte*>(global.address);
            variable.contents.assign(begin, begin + global.bytes);
        }
        description.variables.push_back(std::move(variable));
    }
    return packed(description);
}

Result<void> Module::load_described(std::string ptx, const std::string& file_name, const ModuleDescription& description,
                                    DeviceMemory& memory, Linker& linker) {
    const MutexLock lock(mutex_);
    unread_ = {std::move(ptx), file_name, {}, &memory, &linker};
    infos_ = description.kernels;
    for (const DescribedVariable& variable : description.variables) {
        const MemoryKind kind = variable.is_constant ? MemoryKind::Constant : MemoryKind::ModuleVariable;
        RF_TRY(const std::uint64_t address,
               memory.allocate(std::max<std::uint64_t>(variable.bytes, 1),
                               std::max<std::uint64_t>(256, variable.alignment), kind, variable.name));
        unread_.variables.push_back({variable.name, address, variable.bytes});
        auto* const begin = reinterpret_cast<std::byte*>(address);
        std::copy(variable.contents.begin(), variable.contents.end(), begin);
        std::fill(begin + variable.contents.size(), begin + variable.bytes, std::byte{0});
    }
    return {};
}

// Does the work that load_described() has deferred.
Result<void> Module::read() {
    if (unread_.linker == nullptr) return {};
    Unread unread = std::exchange(unread_, {});
    RF_RETURN_IF_ERROR(parse(std::move(unread.ptx), unread.file_name));
    RF_TRY(plan_, ModulePlan::make(*source_));
    RF_TRY(globals_, ModuleGlobals::adopt(*source_, *unread.memory, unread.variables));
    RF_RETURN_IF_ERROR(define_symbols(*unread.linker));
    describe_kernels();
    return {};
}

std::optional<VariableInfo> Module::find_variable(std::string_view name) const {
    const MutexLock lock(mutex_);
    if (globals_) {
        const ModuleGlobals::Global* global = globals_->find(name);
        if (global == nullptr) return std::nullopt;
        return VariableInfo{std::string(name), global->address, global->bytes};
    }
    const auto found = std::find_if(unread_.variables.begin(), unread_.variables.end(),
                                    [&](const MadeVariable& variable) { return variable.name == name; });
    if (found == unread_.variables.end()) return std::nullopt;
    return VariableInfo{found->name, found->address, found->bytes};
}

// Functions that are called through pointers must have their addresses before any kernel runs.
Result<void> Module::load_functions() {
    if (plan_->indirect_functions().empty()) return {};
    const std::string_view parts[] = {key_, "functions"};
    RF_TRY(auto object, compiler_.object_for(compiler_.key_of(parts), [&](llvm::LLVMContext& context) {
        return codegen::translate_indirect_functions(context, *plan_);
    }));
    std::vector<std::string> names;
    for (const ptx::Function* function : plan_->indirect_functions())
        names.push_back(ModulePlan::symbol_of(*function));
    functions_stack_bytes_ = object.stack_bytes;
    RF_TRY(const std::vector<std::uint64_t> addresses, space_->load_shared(std::move(object.code), names));
    auto& list = plan_->info().indirect_functions;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        const ptx::Function& function = *plan_->indirect_functions()[i];
        functions_[&function] = addresses[i];
        list.push_back({addresses[i], codegen::shape_of(function.signature)});
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
    return {};
}

void Module::describe_kernels() {
    const bool is_described = !infos_.empty();
    for (const ptx::Item& item : source_->items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->is_entry || !item.function->has_body) continue;
        const ptx::Function& function = *item.function;
        KernelInfo info;
        info.name = function.name;
        const codegen::ParameterLayout layout = codegen::lay_out_parameters(function.signature.parameters);
        info.parameter_offsets = layout.offsets;
        info.parameter_bytes = layout.bytes;
        for (const ptx::Variable* parameter : function.signature.parameters)
            info.parameter_sizes.push_back(static_cast<std::uint32_t>(codegen::parameter_bytes(*parameter)));
        info.static_shared = plan_->shared_layout(function).open_offset() - plan_->reserved_shared();
        info.max_threads = max_threads_of(function);
        for (const ptx::Function* reached : plan_->reachable_from(function))
            info.local_bytes += plan_->local_layout(*reached).bytes();

        auto compiled = std::make_unique<CompiledKernel>();
        compiled->source = &function;
        Kernel& kernel = compiled->description;
        kernel.module = &plan_->info();
        kernel.name = info.name;
        kernel.parameter_bytes = info.parameter_bytes;
        kernel.static_shared = info.static_shared;
        kernel.reserved_shared = plan_->reserved_shared();
        kernel.local_bytes = info.local_bytes;
        kernel.max_threads = info.max_threads;
        kernel.cluster = cluster_of(function);
        kernel.shared = plan_->shared_layout(function).variables();
        kernels_[info.name] = std::move(compiled);
        if (!is_described) infos_.push_back(std::move(info));
    }
}

Result<const Kernel*> Module::kernel(std::string_view name, const Dimensions& block) {
    const MutexLock lock(mutex_);
    RF_RETURN_IF_ERROR(read());
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) {
        std::string all;
        for (const KernelInfo& info : infos_)
            all += (all.empty() ? "" : ", ") + info.name;
        return Error::bad_input(fmt::format("the module has no kernel '{}'", name))
            .with_remedy(all.empty() ? "it has no kernels at all" : "it has: " + all);
    }
    CompiledKernel& compiled = *found->second;
    if (!compiled.planned) plan(compiled);
    const Shape shape = shape_for(block, compiled.description.may_wait, compiled.vector);
    if (const auto better = compiled.improved.find(shape); better != compiled.improved.end()) return &better->second;
    if (const auto known = compiled.kernels.find(shape); known != compiled.kernels.end()) return &known->second;
    RF_TRY(Kernel kernel, make_kernel(compiled, shape));
    mark_quick(kernel, compiled, shape);
    return &compiled.kernels.emplace(shape, std::move(kernel)).first->second;
}

Result<Kernel> Module::make_kernel(CompiledKernel& compiled, const Shape& shape) {
    Kernel kernel = compiled.description;
    if (shape.lanes > 1) add_vector_code(kernel, compiled, shape.lanes);
    if (shape.needs_scalar || kernel.vector == nullptr) {
        RF_TRY(const Code code, code_for(compiled, 1));
        kernel.scalar = reinterpret_cast<KernelFunction>(code.address);
        kernel.stack_bytes = std::max(kernel.stack_bytes, code.stack_bytes);
    }
    kernel.stack_bytes += functions_stack_bytes_;
    return kernel;
}

// Code of which at least a part was made quickly counts how long it runs.
void Module::mark_quick(Kernel& kernel, CompiledKernel& compiled, const Shape& shape) const {
    std::uint64_t instructions = 0;
    if (kernel.vector != nullptr) instructions += compiled.code[kernel.lanes].not_optimized;
    if (kernel.scalar != nullptr) instructions += compiled.code[1].not_optimized;
    if (instructions == 0) return;
    kernel.quick = &compiled.quick[shape];
    kernel.quick->worth_ns = instructions * options_.optimizing_ns_per_instruction;
    kernel.improve = improve;
    kernel.owner = const_cast<Module*>(this);
}

// Null if it cannot be made, or would not fit to what runs already.
const Kernel* Module::improve(const Kernel& kernel) {
    auto& module = *static_cast<Module*>(kernel.owner);
    const MutexLock lock(module.mutex_);
    const Result<const Kernel*> better = module.improved(*module.kernels_.find(kernel.name)->second, kernel);
    return better.ok() ? better.value() : nullptr;
}

Result<const Kernel*> Module::improved(CompiledKernel& compiled, const Kernel& quick) {
    const auto known = std::find_if(compiled.kernels.begin(), compiled.kernels.end(),
                                    [&](const auto& entry) { return &entry.second == &quick; });
    compiled.may_be_quick = false;
    std::erase_if(compiled.code, [](const auto& entry) { return entry.second.not_optimized != 0; });
    RF_RETURN_IF_ERROR(optimize_resume(compiled));
    RF_TRY(Kernel better, make_kernel(compiled, known->first));
    const bool fits = better.lanes == quick.lanes && (better.vector == nullptr) == (quick.vector == nullptr);
    if (!fits || better.stack_bytes > quick.stack_bytes) return nullptr;
    return &compiled.improved.emplace(known->first, std::move(better)).first->second;
}

Result<void> Module::optimize_resume(CompiledKernel& compiled) {
    if (compiled.resume.not_optimized == 0) return {};
    RF_TRY(compiled.resume, compile(compiled, Variant::Resume, 1));
    return {};
}

// Without it scalar code does it all. So it is where the frame for several threads would be too large.
void Module::add_vector_code(Kernel& kernel, CompiledKernel& compiled, unsigned lanes) {
    const Result<Code> code = code_for(compiled, lanes);
    if (!code.ok()) return;
    kernel.stack_bytes = code.value().stack_bytes;
    if (kernel.stack_bytes > stack_of_vector_code) {
        if (!compile_resume(compiled).ok()) return;
        kernel.stack_bytes += compiled.resume.stack_bytes;
    }
    kernel.vector = reinterpret_cast<KernelFunction>(code.value().address);
    kernel.lanes = lanes;
    if (kernel.may_wait) kernel.stage_bytes = codegen::stage_bytes(compiled.vector, *compiled.source, lanes);
    kernel.resume = resume;
    kernel.owner = this;
}

void Module::plan(CompiledKernel& compiled) const {
    compiled.description.may_wait = plan_->may_wait(*compiled.source);
    compiled.vector.obstacle = "it was not asked for";
    if (options_.vectorize) compiled.vector = codegen::plan_vector(*plan_, ptx::ControlFlowGraph(*compiled.source));
    std::size_t statements = 0;
    for (const ptx::Function* function : plan_->reachable_from(*compiled.source)) {
        statements += function->body.size();
        // Frames of quick code are larger, so that fewer of them would fit one within the other.
        if (plan_->calls().is_recursive(plan_->calls().id_of(*function))) compiled.may_be_quick = false;
    }
    if (statements < options_.few_statements) compiled.may_be_quick = false;
    compiled.planned = true;
}

// The code for lanes that part is made quickly where the lanes' own was, so that both are replaced together.
std::uint32_t Module::most_optimized(const CompiledKernel& compiled, Variant variant) const {
    const bool is_quick = std::any_of(compiled.code.begin(), compiled.code.end(),
                                      [](const auto& entry) { return entry.second.not_optimized != 0; });
    const bool may_be = compiled.may_be_quick && (variant != Variant::Resume || is_quick);
    return may_be ? options_.most_optimized_at_once : UINT32_MAX;
}

Result<Code> Module::code_for(CompiledKernel& compiled, unsigned lanes) {
    if (const auto known = compiled.code.find(lanes); known != compiled.code.end()) return known->second;
    const Variant variant = lanes == 1 ? Variant::Scalar : Variant::Vector;
    RF_TRY(compiled.code[lanes], compile(compiled, variant, lanes));
    return compiled.code[lanes];
}

Result<void> Module::compile_resume(CompiledKernel& compiled) {
    if (compiled.resume.address != 0) return {};
    RF_TRY(compiled.resume, compile(compiled, Variant::Resume, 1));
    return {};
}

Result<Code> Module::compile(const CompiledKernel& compiled, Variant variant, unsigned lanes) {
    const std::string number = fmt::format("{}:{}", static_cast<int>(variant), lanes);
    const std::string_view parts[] = {key_, compiled.source->name, number};
    const auto translate = [&](llvm::LLVMContext& context) {
        return codegen::translate_kernel(context, *plan_, *compiled.source, variant, &compiled.vector, lanes);
    };
    RF_TRY(auto object, compiler_.object_for(compiler_.key_of(parts), translate, most_optimized(compiled, variant)));
    RF_TRY(const std::uint64_t address, space_->load(std::move(object.code), codegen::entry_symbol));
    return Code{address, object.stack_bytes, object.not_optimized};
}

// Lanes that part are the exception, so the code for them is only made when it happens. Null if it cannot be made.
ResumeFunction Module::resume(const Kernel& kernel) {
    auto& module = *static_cast<Module*>(kernel.owner);
    const MutexLock lock(module.mutex_);
    CompiledKernel& compiled = *module.kernels_.find(kernel.name)->second;
    if (!module.compile_resume(compiled).ok()) return nullptr;
    const auto fits = [&] {
        const std::uint32_t needed = compiled.resume.stack_bytes;
        return needed <= stack_of_parted_lanes || needed <= kernel.stack_bytes;
    };
    if (!fits()) {
        compiled.may_be_quick = false;
        if (!module.optimize_resume(compiled).ok() || !fits()) return nullptr;
    }
    return reinterpret_cast<ResumeFunction>(compiled.resume.address);
}

class SoftGpu final : public Gpu {
public:
    SoftGpu(const GpuOptions& options, std::unique_ptr<DeviceMemory> memory, std::unique_ptr<Linker> linker)
        : options_(options),
          memory_(std::move(memory)),
          executor_(*memory_, {.workers = options.workers, .fibers = {}}),
          compiler_({options.use_cache, options.cache},
                    options.optimize ? codegen::Effort::Full : codegen::Effort::Least),
          linker_(std::move(linker)) {}

    DeviceMemory& memory() override { return *memory_; }
    Executor& executor() override { return executor_; }
    Result<std::unique_ptr<GpuModule>> load(std::string ptx, const std::string& file_name,
                                            std::span<const Placement> placements) override {
        auto module = std::make_unique<Module>(compiler_, options_);
        RF_RETURN_IF_ERROR(module->load(std::move(ptx), file_name, placements, *memory_, *linker_));
        return std::unique_ptr<GpuModule>(std::move(module));
    }

    Result<std::unique_ptr<GpuModule>> load_described(std::string ptx, const std::string& file_name,
                                                      std::string_view description) override {
        const std::optional<ModuleDescription> known = unpacked(description);
        if (!known) return load(std::move(ptx), file_name, {});
        auto module = std::make_unique<Module>(compiler_, options_);
        RF_RETURN_IF_ERROR(module->load_described(std::move(ptx), file_name, *known, *memory_, *linker_));
        return std::unique_ptr<GpuModule>(std::move(module));
    }

private:
    const GpuOptions options_;
    std::unique_ptr<DeviceMemory> memory_;
    Executor executor_;
    Compiler compiler_;
    std::unique_ptr<Linker> linker_;
};

}  // namespace

std::string_view Gpu::version() {
    return RINGFENCE_SOFTGPU_VERSION;
}

Result<std::unique_ptr<Gpu>> Gpu::create(const GpuOptions& options) {
    RF_TRY(std::unique_ptr<DeviceMemory> memory, DeviceMemory::create({.total_bytes = options.memory_bytes}));
    RF_TRY(std::unique_ptr<Linker> linker, Linker::create());
    return std::unique_ptr<Gpu>(std::make_unique<SoftGpu>(options, std::move(memory), std::move(linker)));
}

}  // namespace ringfence::softgpu
