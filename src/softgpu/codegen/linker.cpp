#include "softgpu/codegen/linker.h"

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/Error.h>

#include <atomic>

#include <fmt/core.h>

#include "softgpu/codegen/functions.h"

namespace ringfence::softgpu::codegen {
namespace {

namespace orc = llvm::orc;

Error failed(const char* what, llvm::Error error) {
    return Error::internal(fmt::format("{}: {}", what, llvm::toString(std::move(error))));
}

orc::ExecutorSymbolDef symbol_at(std::uint64_t address) {
    return {orc::ExecutorAddr(address), llvm::JITSymbolFlags::Exported};
}

class OrcLinker final : public Linker {
public:
    explicit OrcLinker(std::unique_ptr<orc::SelfExecutorProcessControl> control)
        : session(std::move(control)), layer(session, session.getExecutorProcessControl().getMemMgr()) {}
    OrcLinker(const OrcLinker&) = delete;
    OrcLinker& operator=(const OrcLinker&) = delete;
    ~OrcLinker() override {
        if (llvm::Error error = session.endSession()) llvm::consumeError(std::move(error));
    }

    // The runtime's functions, which all code may call.
    Result<void> initialize() {
        runtime = &session.createBareJITDylib("runtime");
        orc::SymbolMap symbols;
        for (const RuntimeFunction& function : all_runtime_functions()) {
            symbols[session.intern(function.name)] = symbol_at(reinterpret_cast<std::uint64_t>(function.address));
        }
        if (llvm::Error error = runtime->define(orc::absoluteSymbols(std::move(symbols)))) {
            return failed("the runtime's functions cannot be defined", std::move(error));
        }
        return {};
    }

    Result<std::unique_ptr<Space>> create_space() override;

    orc::ExecutionSession session;
    orc::ObjectLinkingLayer layer;
    orc::JITDylib* runtime = nullptr;
    std::atomic<std::uint64_t> next{0};
};

class OrcSpace final : public Linker::Space {
public:
    OrcSpace(OrcLinker& linker, orc::JITDylib& shared) : linker_(linker), shared_(shared) {}
    OrcSpace(const OrcSpace&) = delete;
    OrcSpace& operator=(const OrcSpace&) = delete;
    ~OrcSpace() override {
        for (orc::JITDylib* library : private_)
            remove(*library);
        remove(shared_);
    }

    Result<void> define(const std::vector<Symbol>& symbols) override {
        orc::SymbolMap map;
        for (const Symbol& symbol : symbols)
            map[linker_.session.intern(symbol.name)] = symbol_at(symbol.address);
        if (map.empty()) return {};
        if (llvm::Error error = shared_.define(orc::absoluteSymbols(std::move(map)))) {
            return failed("a module's variables cannot be defined", std::move(error));
        }
        return {};
    }

    Result<std::uint64_t> load(std::unique_ptr<llvm::MemoryBuffer> object, const std::string& symbol) override {
        orc::JITDylib& library = linker_.session.createBareJITDylib(fmt::format("kernel{}", linker_.next++));
        private_.push_back(&library);
        library.setLinkOrder({{&library, orc::JITDylibLookupFlags::MatchAllSymbols},
                              {&shared_, orc::JITDylibLookupFlags::MatchExportedSymbolsOnly},
                              {linker_.runtime, orc::JITDylibLookupFlags::MatchExportedSymbolsOnly}},
                             false);
        RF_TRY(std::vector<std::uint64_t> addresses, load_into(library, std::move(object), {symbol}));
        return addresses[0];
    }

    Result<std::vector<std::uint64_t>> load_shared(std::unique_ptr<llvm::MemoryBuffer> object,
                                                   const std::vector<std::string>& symbols) override {
        return load_into(shared_, std::move(object), symbols);
    }

private:
    Result<std::vector<std::uint64_t>> load_into(orc::JITDylib& library, std::unique_ptr<llvm::MemoryBuffer> object,
                                                 const std::vector<std::string>& symbols) {
        if (llvm::Error error = linker_.layer.add(library, std::move(object))) {
            return failed("compiled code cannot be loaded", std::move(error));
        }
        std::vector<std::uint64_t> addresses;
        for (const std::string& name : symbols) {
            auto found = linker_.session.lookup({&library}, linker_.session.intern(name));
            if (!found) return failed("compiled code cannot be linked", found.takeError());
            addresses.push_back(found->getAddress().getValue());
        }
        return addresses;
    }

    void remove(orc::JITDylib& library) {
        if (llvm::Error error = linker_.session.removeJITDylib(library)) llvm::consumeError(std::move(error));
    }

    OrcLinker& linker_;
    orc::JITDylib& shared_;
    std::vector<orc::JITDylib*> private_;
};

Result<std::unique_ptr<Linker::Space>> OrcLinker::create_space() {
    orc::JITDylib& library = session.createBareJITDylib(fmt::format("module{}", next++));
    library.setLinkOrder({{&library, orc::JITDylibLookupFlags::MatchAllSymbols},
                          {runtime, orc::JITDylibLookupFlags::MatchExportedSymbolsOnly}},
                         false);
    return std::unique_ptr<Space>(std::make_unique<OrcSpace>(*this, library));
}

}  // namespace

Result<std::unique_ptr<Linker>> Linker::create() {
    auto control = orc::SelfExecutorProcessControl::Create();
    if (!control) return failed("this process cannot run compiled code", control.takeError());
    auto linker = std::make_unique<OrcLinker>(std::move(*control));
    RF_RETURN_IF_ERROR(linker->initialize());
    return std::unique_ptr<Linker>(std::move(linker));
}

}  // namespace ringfence::softgpu::codegen
