#include "softgpu/gpu.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/core.h>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "softgpu/codegen/compiler.h"
#include "softgpu/codegen/linker.h"
#include "softgpu/codegen/unit.h"
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

// Which code a block of some shape needs.
struct Shape {
    unsigned lanes = 1;        // 1: no vector code
    bool needs_scalar = true;  // for all threads, or for those that are left over

    friend bool operator<(const Shape& a, const Shape& b) {
        return std::pair(a.lanes, a.needs_scalar) < std::pair(b.lanes, b.needs_scalar);
    }
};

// A kernel with what it takes to compile its variants.
struct CompiledKernel {
    const ptx::Function* source = nullptr;
    bool planned = false;
    VectorPlan vector;
    Kernel description;  // without code
    std::map<Shape, Kernel> kernels;
    std::map<unsigned, KernelFunction> code;  // by lanes
    ResumeFunction resume = nullptr;
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
    Module(const Compiler& compiler, bool vectorize) : compiler_(compiler), vectorize_(vectorize) {}

    Result<void> load(std::string ptx, const std::string& file_name, std::span<const Placement> placements,
                      DeviceMemory& memory, Linker& linker);

    std::span<const KernelInfo> kernels() const override { return infos_; }
    std::optional<VariableInfo> find_variable(std::string_view name) const override {
        const ModuleGlobals::Global* global = globals_->find(name);
        if (global == nullptr) return std::nullopt;
        return VariableInfo{std::string(name), global->address, global->bytes};
    }
    std::vector<PlacedContents> take_placed_contents() override { return globals_->take_placed_contents(); }
    Result<const Kernel*> kernel(std::string_view name, const Dimensions& block) override;

private:
    Result<void> parse(std::string ptx, const std::string& file_name);
    void describe_kernels();
    Result<void> load_functions();
    void plan(CompiledKernel& compiled) const;
    void add_vector_code(Kernel& kernel, CompiledKernel& compiled, unsigned lanes);
    Result<KernelFunction> code_for(CompiledKernel& compiled, unsigned lanes);
    Result<std::uint64_t> compile(const CompiledKernel& compiled, Variant variant, unsigned lanes);
    static ResumeFunction resume(const Kernel& kernel);

    const Compiler& compiler_;
    const bool vectorize_;
    std::unique_ptr<ptx::Module> source_;
    std::unique_ptr<ModulePlan> plan_;
    std::unique_ptr<ModuleGlobals> globals_;
    std::unique_ptr<Linker::Space> space_;
    std::string key_;
    std::vector<KernelInfo> infos_;
    std::mutex mutex_;  // kernels_, space_
    std::map<std::string, std::unique_ptr<CompiledKernel>, std::less<>> kernels_;
    std::map<const ptx::Function*, std::uint64_t> functions_;
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
    RF_RETURN_IF_ERROR(parse(std::move(ptx), file_name));
    RF_TRY(plan_, ModulePlan::make(*source_));
    RF_TRY(globals_, ModuleGlobals::create(*source_, memory, placements));
    RF_TRY(space_, linker.create_space());
    std::vector<codegen::Symbol> symbols;
    for (const ModuleGlobals::Global& global : globals_->all())
        symbols.push_back({ModulePlan::symbol_of(*global.variable), global.address});
    RF_RETURN_IF_ERROR(space_->define(symbols));
    RF_RETURN_IF_ERROR(load_functions());
    RF_RETURN_IF_ERROR(globals_->initialize(
        [&](const ptx::Function& function) { return functions_[plan_->definition_of(function)]; }));
    describe_kernels();
    return {};
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
    RF_TRY(const std::vector<std::uint64_t> addresses, space_->load_shared(std::move(object), names));
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
        info.static_shared = plan_->shared_layout(function).open_offset();
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
        kernel.local_bytes = info.local_bytes;
        kernel.max_threads = info.max_threads;
        kernel.shared = plan_->shared_layout(function).variables();
        kernels_[info.name] = std::move(compiled);
        infos_.push_back(std::move(info));
    }
}

Result<const Kernel*> Module::kernel(std::string_view name, const Dimensions& block) {
    const auto found = kernels_.find(name);
    if (found == kernels_.end()) {
        std::string all;
        for (const KernelInfo& info : infos_)
            all += (all.empty() ? "" : ", ") + info.name;
        return Error::bad_input(fmt::format("the module has no kernel '{}'", name))
            .with_remedy(all.empty() ? "it has no kernels at all" : "it has: " + all);
    }
    const std::lock_guard lock(mutex_);
    CompiledKernel& compiled = *found->second;
    if (!compiled.planned) plan(compiled);
    const Shape shape = shape_for(block, compiled.description.may_wait, compiled.vector);
    if (const auto known = compiled.kernels.find(shape); known != compiled.kernels.end()) return &known->second;
    Kernel kernel = compiled.description;
    if (shape.lanes > 1) add_vector_code(kernel, compiled, shape.lanes);
    if (shape.needs_scalar || kernel.vector == nullptr) {
        RF_TRY(kernel.scalar, code_for(compiled, 1));
    }
    return &compiled.kernels.emplace(shape, std::move(kernel)).first->second;
}

// Without it scalar code does it all. So it is where the frame for several threads would be too large.
void Module::add_vector_code(Kernel& kernel, CompiledKernel& compiled, unsigned lanes) {
    const Result<KernelFunction> code = code_for(compiled, lanes);
    if (!code.ok()) return;
    kernel.vector = code.value();
    kernel.lanes = lanes;
    kernel.resume = resume;
    kernel.owner = this;
}

void Module::plan(CompiledKernel& compiled) const {
    compiled.description.may_wait = plan_->may_wait(*compiled.source);
    compiled.vector.obstacle = "it was not asked for";
    if (vectorize_) compiled.vector = codegen::plan_vector(*plan_, ptx::ControlFlowGraph(*compiled.source));
    compiled.planned = true;
}

Result<KernelFunction> Module::code_for(CompiledKernel& compiled, unsigned lanes) {
    if (const auto known = compiled.code.find(lanes); known != compiled.code.end()) return known->second;
    const Variant variant = lanes == 1 ? Variant::Scalar : Variant::Vector;
    RF_TRY(const std::uint64_t address, compile(compiled, variant, lanes));
    return compiled.code[lanes] = reinterpret_cast<KernelFunction>(address);
}

Result<std::uint64_t> Module::compile(const CompiledKernel& compiled, Variant variant, unsigned lanes) {
    const std::string number = fmt::format("{}:{}", static_cast<int>(variant), lanes);
    const std::string_view parts[] = {key_, compiled.source->name, number};
    RF_TRY(auto object, compiler_.object_for(compiler_.key_of(parts), [&](llvm::LLVMContext& context) {
        return codegen::translate_kernel(context, *plan_, *compiled.source, variant, &compiled.vector, lanes);
    }));
    return space_->load(std::move(object), codegen::entry_symbol);
}

// Lanes that part are the exception, so the code for them is only made when it happens. Null if it cannot be made.
ResumeFunction Module::resume(const Kernel& kernel) {
    auto& module = *static_cast<Module*>(kernel.owner);
    const std::lock_guard lock(module.mutex_);
    CompiledKernel& compiled = *module.kernels_.find(kernel.name)->second;
    if (compiled.resume == nullptr) {
        const Result<std::uint64_t> address = module.compile(compiled, Variant::Resume, 1);
        if (address.ok()) compiled.resume = reinterpret_cast<ResumeFunction>(address.value());
    }
    return compiled.resume;
}

class SoftGpu final : public Gpu {
public:
    SoftGpu(const GpuOptions& options, std::unique_ptr<DeviceMemory> memory, std::unique_ptr<Linker> linker)
        : vectorize_(options.vectorize),
          memory_(std::move(memory)),
          executor_(*memory_, {.workers = options.workers, .fibers = {}}),
          compiler_({options.use_cache, options.cache},
                    options.optimize ? codegen::Effort::Full : codegen::Effort::Least),
          linker_(std::move(linker)) {}

    DeviceMemory& memory() override { return *memory_; }
    Executor& executor() override { return executor_; }
    Result<std::unique_ptr<GpuModule>> load(std::string ptx, const std::string& file_name,
                                            std::span<const Placement> placements) override {
        auto module = std::make_unique<Module>(compiler_, vectorize_);
        RF_RETURN_IF_ERROR(module->load(std::move(ptx), file_name, placements, *memory_, *linker_));
        return std::unique_ptr<GpuModule>(std::move(module));
    }

private:
    const bool vectorize_;
    std::unique_ptr<DeviceMemory> memory_;
    Executor executor_;
    Compiler compiler_;
    std::unique_ptr<Linker> linker_;
};

}  // namespace

Result<std::unique_ptr<Gpu>> Gpu::create(const GpuOptions& options) {
    RF_TRY(std::unique_ptr<DeviceMemory> memory, DeviceMemory::create({.total_bytes = options.memory_bytes}));
    RF_TRY(std::unique_ptr<Linker> linker, Linker::create());
    return std::unique_ptr<Gpu>(std::make_unique<SoftGpu>(options, std::move(memory), std::move(linker)));
}

}  // namespace ringfence::softgpu
