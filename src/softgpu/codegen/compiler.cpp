#include "softgpu/codegen/compiler.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <mutex>

#include <fmt/core.h>

#include "base/file.h"

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
    std::unique_ptr<llvm::TargetMachine> machine(
        target->createTargetMachine(triple, llvm::sys::getHostCPUName(), host_features(), options, llvm::Reloc::PIC_,
                                    llvm::CodeModel::Small,
                                    effort == Effort::Least ? llvm::CodeGenOptLevel::None
                                                            : llvm::CodeGenOptLevel::Default));
    if (machine == nullptr) return Error::internal(fmt::format("no code generator for {}", triple));
    if (effort == Effort::Least) machine->setGlobalISel(false);  // Arm's default, which takes longer
    return machine;
}

// A folder of the user's alone: objects in it are run.
std::string default_directory() {
    if (const char* folder = std::getenv("RINGFENCE_CACHE"); folder != nullptr && *folder != 0) return folder;
    if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/') {
        return std::string(folder) + "/ringfence/softgpu";
    }
    if (const char* folder = std::getenv("HOME"); folder != nullptr && *folder == '/') {
        return std::string(folder) + "/.cache/ringfence/softgpu";
    }
    return {};
}

// Makes the folder, and says whether it may be trusted: ours, and nobody else can write to it.
bool is_private_directory(const std::string& path) {
    std::error_code ignored;
    std::filesystem::create_directories(path, ignored);
    ::chmod(path.c_str(), 0700);
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0) return false;
    return S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() && (info.st_mode & 022) == 0;
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

// Written beside its place and moved there, so that no reader sees half of it. Failing to keep an object is no error.
void keep(const std::string& path, llvm::StringRef bytes) {
    const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
    std::error_code error;
    {
        llvm::raw_fd_ostream out(temporary, error);
        if (error) return;
        out << bytes;
        out.close();
        if (out.has_error()) {
            out.clear_error();
            ::unlink(temporary.c_str());
            return;
        }
    }
    if (::rename(temporary.c_str(), path.c_str()) != 0) ::unlink(temporary.c_str());
}

std::string digest(std::span<const std::string_view> parts) {
    llvm::BLAKE3 hash;
    for (const std::string_view part : parts) {
        const std::string length = std::to_string(part.size());
        hash.update(llvm::StringRef(length));
        hash.update(llvm::StringRef(":"));
        hash.update(llvm::StringRef(part.data(), part.size()));
    }
    const auto result = hash.final();
    return llvm::toHex(llvm::ArrayRef<std::uint8_t>(result.data(), result.size()), true);
}

// An object is kept with its digest in front, so that a damaged file is not run.
constexpr std::size_t digest_length = 64;

}  // namespace

Compiler::Compiler(const CacheOptions& cache, Effort effort) : effort_(effort) {
    machine_ = std::string(llvm::sys::getHostCPUName()) + host_features();
    if (effort == Effort::Least) machine_ += ", least effort";
    if (!cache.enabled) return;
    directory_ = cache.directory.empty() ? default_directory() : cache.directory;
    if (!directory_.empty() && !is_private_directory(directory_)) directory_.clear();
}

Compiler::~Compiler() = default;

std::string Compiler::key_of(std::span<const std::string_view> parts) const {
    std::vector<std::string_view> all = {code_version, machine_};
    all.insert(all.end(), parts.begin(), parts.end());
    return digest(all);
}

Result<std::unique_ptr<llvm::MemoryBuffer>> Compiler::object_for(std::string_view key,
                                                                 const Translate& translate) const {
    const std::string path = directory_.empty() ? "" : fmt::format("{}/{}.o", directory_, key);
    if (!path.empty()) {
        auto kept = llvm::MemoryBuffer::getFile(path, false, false);
        if (kept) {
            const llvm::StringRef bytes = (*kept)->getBuffer();
            if (bytes.size() > digest_length) {
                const llvm::StringRef object = bytes.drop_front(digest_length);
                const std::string_view text(object.data(), object.size());
                if (bytes.take_front(digest_length) == digest({&text, 1})) {
                    return llvm::MemoryBuffer::getMemBufferCopy(object, llvm::StringRef(key.data(), key.size()));
                }
            }
        }
    }
    llvm::LLVMContext context;
    RF_TRY(std::unique_ptr<llvm::Module> module, translate(context));
    RF_TRY(std::unique_ptr<llvm::MemoryBuffer> object, compile(*module));
    if (!path.empty()) {
        const llvm::StringRef bytes = object->getBuffer();
        const std::string_view text(bytes.data(), bytes.size());
        keep(path, digest({&text, 1}) + bytes.str());
    }
    return object;
}

Result<std::unique_ptr<llvm::MemoryBuffer>> Compiler::compile(llvm::Module& module) const {
    bool frame_too_large = false;
    module.getContext().setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* flag) {
            if (info->getKind() == llvm::DK_StackSize) *static_cast<bool*>(flag) = true;
        },
        &frame_too_large);
    RF_TRY(std::unique_ptr<llvm::TargetMachine> machine, make_machine(effort_));
    module.setTargetTriple(machine->getTargetTriple().str());
    module.setDataLayout(machine->createDataLayout());
    if (std::getenv("RINGFENCE_DUMP_IR") != nullptr) module.print(llvm::errs(), nullptr);
    optimize(module, *machine, effort_);
    if (std::getenv("RINGFENCE_DUMP_IR") != nullptr) module.print(llvm::errs(), nullptr);
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
        return Error::internal("this CPU's code generator cannot write objects");
    }
    passes.run(module);
    if (frame_too_large) {
        return Error::bad_input(
            fmt::format("'{}' needs more of the native stack than threads have", std::string_view(module.getName())));
    }
    return llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(bytes.data(), bytes.size()));
}

}  // namespace ringfence::softgpu::codegen
