#include "softgpu/codegen/compiler.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>

#include <fmt/core.h>

#include "cache/digest.h"
#include "softgpu/codegen/unit.h"

namespace ringfence::softgpu::codegen {
namespace {

// Part of every key: objects of another version of the code generator are of no use.
constexpr const char* code_version = RINGFENCE_CODEGEN_VERSION;

void initialize_llvm() {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
    });
}

std::string host_features() {
    std::string all;
    for (const auto& [feature, present] : llvm::sys::getHostCPUFeatures())
        all += fmt::format("{}{}{}", all.empty() ? "" : ",", present ? '+' : '-', std::string_view(feature));
    // The CPU's name implies SVE where the kernel may have turned it off.
    if (llvm::Triple(llvm::sys::getProcessTriple()).isAArch64() && all.find("+sve") == std::string::npos) {
        all += ",-sve,-sve2";
    }
    return all;
}

Result<std::unique_ptr<llvm::TargetMachine>> make_machine(Effort effort) {
    initialize_llvm();
    const std::string triple = llvm::sys::getProcessTriple();
    std::string message;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, message);
    if (target == nullptr) return Error::internal(fmt::format("no code generator for {}: {}", triple, message));
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
        triple, llvm::sys::getHostCPUName(), host_features(), options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
        effort == Effort::Least ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default));
    if (machine == nullptr) return Error::internal(fmt::format("no code generator for {}", triple));
    if (effort == Effort::Least) machine->setGlobalISel(false);  // Arm's default, which takes longer
    return machine;
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine, Effort effort) {
    llvm::PipelineTuningOptions tuning;
    // Kernels are vectorised across threads; what remains scalar gains little and compiles slowly.
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    tuning.LoopInterleaving = false;
    llvm::PassBuilder builder(&machine, tuning);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    if (effort == Effort::Least) {
        builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0).run(module, modules);
    } else {
        builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, modules);
    }
}

// What the functions of an object take of the stack. None of those where lanes part calls another one.
struct Frames {
    std::uint64_t one_within_the_other = 0;
    std::uint64_t largest_parting = 0;

    void add(const llvm::DiagnosticInfoStackSize& frame) {
        if (frame.getFunction().getName().starts_with(parting_function)) {
            largest_parting = std::max(largest_parting, frame.getStackSize());
        } else {
            one_within_the_other += frame.getStackSize();
        }
    }
};

void append_number(std::string& bytes, std::uint32_t number) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<char>(number >> shift & 0xffU));
}

std::uint32_t number_in(std::string_view bytes) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return number;
}

// In the cache the other numbers follow the code.
std::string packed_object(const CompiledObject& object) {
    std::string bytes(object.code->getBufferStart(), object.code->getBufferSize());
    append_number(bytes, object.stack_bytes);
    append_number(bytes, object.not_optimized);
    return bytes;
}

std::optional<CompiledObject> unpacked_object(std::string_view bytes) {
    constexpr std::size_t number_bytes = 4;
    constexpr std::size_t tail = 2 * number_bytes;
    if (bytes.size() <= tail) return std::nullopt;
    const std::string_view code = bytes.substr(0, bytes.size() - tail);
    const std::uint32_t stack_bytes = number_in(bytes.substr(code.size(), number_bytes));
    if (stack_bytes > most_stack_bytes) return std::nullopt;
    return CompiledObject{llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(code.data(), code.size())), stack_bytes,
                          number_in(bytes.substr(code.size() + number_bytes))};
}

}  // namespace

Compiler::Compiler(const CacheOptions& cache, Effort effort) : effort_(effort) {
    machine_ = std::string(llvm::sys::getHostCPUName()) + host_features();
    if (effort == Effort::Least) machine_ += ", least effort";
    if (!cache.enabled) return;
    auto opened = cache::DiskCache::open(cache.disk);
    // A failure to open the cache is reported where it is opened first, not here.
    if (opened) cache_ = opened.take();
}

Compiler::~Compiler() = default;

std::string Compiler::key_of(std::span<const std::string_view> parts) const {
    std::vector<std::string_view> all = {"softgpu", code_version, machine_};
    all.insert(all.end(), parts.begin(), parts.end());
    return cache::key_of(all);
}

std::optional<CompiledObject> Compiler::kept_object(std::string_view key) const {
    if (!cache_) return std::nullopt;
    const std::optional<std::string> kept = cache_->find(key);
    return kept ? unpacked_object(*kept) : std::nullopt;
}

Result<CompiledObject> Compiler::object_for(std::string_view key, const Translate& translate,
                                            std::uint32_t most_optimized) const {
    const std::string_view quick_parts[] = {key, "quick"};
    const std::string quick_key = key_of(quick_parts);
    if (std::optional<CompiledObject> kept = kept_object(key)) return std::move(*kept);
    const bool may_be_quick = effort_ == Effort::Full && most_optimized != UINT32_MAX;
    if (may_be_quick) {
        if (std::optional<CompiledObject> kept = kept_object(quick_key)) return std::move(*kept);
    }
    llvm::LLVMContext context;
    RF_TRY(std::unique_ptr<llvm::Module> module, translate(context));
    const std::uint32_t instructions = module->getInstructionCount();
    const bool quick = may_be_quick && instructions > most_optimized;
    Result<CompiledObject> object = compile(*module, quick ? Effort::Least : effort_);
    // Frames of quick code are larger, perhaps too large.
    if (quick && !object) return object_for(key, translate);
    if (!object) return object;
    if (quick) object.value().not_optimized = instructions;
    if (cache_) cache_->keep(quick ? quick_key : key, packed_object(object.value()));
    return object;
}

Result<CompiledObject> Compiler::compile(llvm::Module& module, Effort effort) {
    Frames frames;
    module.getContext().setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* all) {
            if (info->getKind() == llvm::DK_StackSize)
                static_cast<Frames*>(all)->add(*static_cast<const llvm::DiagnosticInfoStackSize*>(info));
        },
        &frames);
    RF_TRY(std::unique_ptr<llvm::TargetMachine> machine, make_machine(effort));
    module.setTargetTriple(machine->getTargetTriple().str());
    module.setDataLayout(machine->createDataLayout());
    if (std::getenv("RINGFENCE_DUMP_IR") != nullptr) module.print(llvm::errs(), nullptr);
    optimize(module, *machine, effort);
    if (std::getenv("RINGFENCE_DUMP_IR") != nullptr) module.print(llvm::errs(), nullptr);
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        return Error::internal("this CPU's code generator cannot write objects");
    }
    passes.run(module);
    const std::uint64_t stack_bytes = frames.one_within_the_other + frames.largest_parting;
    if (stack_bytes > most_stack_bytes) {
        return Error::bad_input(fmt::format("'{}' needs {} KiB of the native stack; threads have at most {} KiB",
                                            std::string_view(module.getName()), stack_bytes >> 10,
                                            most_stack_bytes >> 10));
    }
    return CompiledObject{llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(bytes.data(), bytes.size())),
                          static_cast<std::uint32_t>(stack_bytes), 0};
}

}  // namespace ringfence::softgpu::codegen
