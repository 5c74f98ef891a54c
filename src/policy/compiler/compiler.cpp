#include "policy/compiler/compiler.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <algorithm>
#include <array>
#include <mutex>

#include <fmt/core.h>

#include "policy/compiler/run_state.h"
#include "policy/compiler/translate.h"
#include "policy/helpers.h"
#include "policy/insn.h"

namespace ringfence::policy {
namespace {

namespace orc = llvm::orc;

using NativeFunction = std::uint64_t (*)(RunState*, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                                         std::uint64_t);

Error link_error(llvm::Error error) {
    return Error::internal(fmt::format("a policy's code cannot be loaded: {}", llvm::toString(std::move(error))));
}

// Only the processor's baseline instructions, since short policies gain nothing by extensions.
Result<std::unique_ptr<llvm::TargetMachine>> native_machine() {
    static std::once_flag once;
    std::call_once(once, [] {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
    });
    const std::string triple = llvm::sys::getProcessTriple();
    std::string message;
    const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, message);
    if (target == nullptr) return Error::internal(fmt::format("no code generator for {}: {}", triple, message));
    std::unique_ptr<llvm::TargetMachine> machine(
        target->createTargetMachine(triple, "", "", {}, llvm::Reloc::PIC_, llvm::CodeModel::Small));
    if (machine == nullptr) return Error::internal(fmt::format("no code generator for {}", triple));
    return machine;
}

void optimize_policy(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::PassBuilder builder(&machine);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    // Few passes: clang has optimized it already. These only move registers out of memory, and clean up.
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    llvm::ModulePassManager all;
    all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
    all.run(module, modules);
}

Result<std::unique_ptr<llvm::MemoryBuffer>> object_of(std::span<const PolicyToCompile> policies) {
    llvm::LLVMContext context;
    const auto module = std::make_unique<llvm::Module>("policy", context);
    for (std::size_t i = 0; i < policies.size(); ++i)
        translate(*policies[i].program, i, *module);
    RF_TRY(const std::unique_ptr<llvm::TargetMachine> machine, native_machine());
    module->setTargetTriple(machine->getTargetTriple().str());
    module->setDataLayout(machine->createDataLayout());
    if (llvm::verifyModule(*module)) return Error::internal("a policy was translated to something that is no code");
    optimize_policy(*module, *machine);
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream(bytes);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
        return Error::internal("this processor's code generator cannot write objects");
    passes.run(*module);
    return llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(bytes.data(), bytes.size()));
}

// Compiled code, loaded while this object exists.
class LoadedCode {
public:
    static Result<std::shared_ptr<LoadedCode>> load(std::unique_ptr<llvm::MemoryBuffer> object) {
        auto control = orc::SelfExecutorProcessControl::Create();
        if (!control) return link_error(control.takeError());
        std::shared_ptr<LoadedCode> code(new LoadedCode(std::move(*control)));
        if (llvm::Error error = code->layer_.add(code->library_, std::move(object)))
            return link_error(std::move(error));
        return code;
    }
    ~LoadedCode() {
        if (llvm::Error error = session_.endSession()) llvm::consumeError(std::move(error));
    }
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    Result<NativeFunction> find(const std::string& name) {
        auto found = session_.lookup({&library_}, session_.intern(name));
        if (!found) return link_error(found.takeError());
        return found->getAddress().toPtr<NativeFunction>();
    }

private:
    explicit LoadedCode(std::unique_ptr<orc::SelfExecutorProcessControl> control)
        : session_(std::move(control)),
          layer_(session_, session_.getExecutorProcessControl().getMemMgr()),
          library_(session_.createBareJITDylib("policy")) {}

    orc::ExecutionSession session_;
    orc::ObjectLinkingLayer layer_;
    orc::JITDylib& library_;
};

class NativePolicy final : public Runner {
public:
    NativePolicy(std::shared_ptr<LoadedCode> code, const std::array<NativeFunction, hook_count>& hooks,
                 std::vector<Map>& maps, std::vector<std::uint32_t> with_addresses)
        : code_(std::move(code)),
          hooks_(hooks),
          maps_(maps),
          with_addresses_(std::move(with_addresses)),
          bases_(maps.size()) {
        state_.bases = bases_.data();
        state_.maps = &maps_;
    }

    bool run(Hook hook, Bytes context) override {
        if (!with_addresses_.empty()) find_addresses();
        state_.left = budget_;
        state_.charged = 0;
        state_.record_size = 0;
        state_.surroundings = surroundings_;
        hooks_[static_cast<std::size_t>(hook)](&state_, reinterpret_cast<std::uint64_t>(context.data()), 0, 0, 0, 0);
        charged_ = static_cast<std::uint64_t>(state_.charged);
        steps_ = static_cast<std::uint64_t>(budget_ - state_.left) - charged_;
        if (state_.has_overrun == 0) return true;
        take_overrun();
        return false;
    }

private:
    // Neither is inlined into run(), which is short and called often.
    // Maps may have been replaced since the last run.
    [[gnu::noinline]] void find_addresses() {
        for (const std::uint32_t i : with_addresses_)
            bases_[i] = maps_[i].has_value(0) ? maps_[i].value(0).data() : nullptr;
    }
    [[gnu::noinline, gnu::cold]] void take_overrun() {
        fault_ = {static_cast<std::uint32_t>(state_.overrun_at), overrun_text(static_cast<std::uint64_t>(budget_)),
                  true};
        state_.has_overrun = 0;
    }

    std::shared_ptr<LoadedCode> code_;
    std::array<NativeFunction, hook_count> hooks_;
    std::vector<Map>& maps_;
    const std::vector<std::uint32_t> with_addresses_;
    std::vector<std::uint8_t*> bases_;
    RunState state_;
};

// The maps of variables, whose values the code addresses directly.
std::vector<std::uint32_t> maps_with_addresses(const Program& program) {
    std::vector<std::uint32_t> maps;
    for (std::size_t at = 0; at < program.insns.size(); at += slots_of(program.insns[at])) {
        const Insn& insn = program.insns[at];
        if (!is_load_imm64(insn) || insn.src() == LoadNumber || insn.src() == LoadMap) continue;
        const auto map = static_cast<std::uint32_t>(insn.imm);
        if (map < program.maps.size() && std::find(maps.begin(), maps.end(), map) == maps.end()) maps.push_back(map);
    }
    return maps;
}

// LLVM's time grows faster than the number of blocks: 2,000 took seconds, and the verifier allows 16,000.
constexpr std::size_t most_blocks = 1'000;

std::size_t blocks_of(const Program& program) {
    std::size_t blocks = program.functions.size();
    std::size_t programs = 0;
    for (const MapSpec& map : program.maps)
        programs += map.programs.size();
    for (std::size_t at = 0; at < program.insns.size(); at += slots_of(program.insns[at])) {
        const Insn& insn = program.insns[at];
        if (insn.opcode == op_jump || is_branch(insn)) ++blocks;
        if (is_tail_call(insn)) blocks += programs;
    }
    return blocks;
}

// The verifier assumes that addresses within half a gigabyte of a policy's memory are not null (rules_alu.cpp). That is
// true unless this process was linked to low addresses.
bool lies_high(const void* address) {
    return reinterpret_cast<std::uint64_t>(address) >= std::uint64_t{1} << 30U;
}

bool lies_high(std::vector<Map>& maps) {
    return std::all_of(maps.begin(), maps.end(),
                       [](Map& map) { return !map.has_value(0) || lies_high(map.value(0).data()); });
}

Result<void> check_compilable(const PolicyToCompile& policy) {
    if (const std::size_t blocks = blocks_of(*policy.program); blocks > most_blocks)
        return Error::bad_input(fmt::format("{} branches and functions", blocks))
            .with_remedy(fmt::format("as code a policy has {} at most; the interpreter runs it", most_blocks));
    const int on_stack = 0;
    if (!lies_high(&on_stack) || !lies_high(*policy.maps))
        return Error::internal("this process has its memory at addresses that are too low for policies as code");
    return {};
}

}  // namespace

Result<std::vector<std::unique_ptr<Runner>>> compile_together(std::span<const PolicyToCompile> policies) {
    for (const PolicyToCompile& policy : policies)
        RF_RETURN_IF_ERROR(check_compilable(policy));
    RF_TRY(std::unique_ptr<llvm::MemoryBuffer> object, object_of(policies));
    RF_TRY(const std::shared_ptr<LoadedCode> code, LoadedCode::load(std::move(object)));
    std::vector<std::unique_ptr<Runner>> runners;
    for (std::size_t policy = 0; policy < policies.size(); ++policy) {
        const Program& program = *policies[policy].program;
        std::array<NativeFunction, hook_count> hooks{};
        for (std::size_t i = 0; i < hook_count; ++i) {
            if (!program.hooks[i]) continue;
            RF_TRY(hooks[i], code->find(native_name(policy, *program.hooks[i])));
        }
        runners.push_back(
            std::make_unique<NativePolicy>(code, hooks, *policies[policy].maps, maps_with_addresses(program)));
    }
    return runners;
}

Result<std::unique_ptr<Runner>> compile_native(const Program& program, std::vector<Map>& maps) {
    const PolicyToCompile policy{&program, &maps};
    RF_TRY(std::vector<std::unique_ptr<Runner>> runners, compile_together({&policy, 1}));
    return std::move(runners.front());
}

std::unique_ptr<Runner> native_or_interpreted(const Program& program, std::vector<Map>& maps) {
    Result<std::unique_ptr<Runner>> native = compile_native(program, maps);
    return native.ok() ? native.take() : interpret(program, maps);
}

}  // namespace ringfence::policy
