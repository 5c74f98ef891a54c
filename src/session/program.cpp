#include "session/objects.h"

namespace ringfence::session {
namespace {

// Earlier launches must be submitted before the program is unloaded.
void unload(Core& core, std::uint64_t module) {
    core.run_silently(Core::Whose::Releases, [&engine = core.engine(), module] { engine.unload(module); });
}

}  // namespace

ProgramServer::ProgramServer(Core& core, LoadedProgram program, UniqueFd image, std::string hash, Quota::Share share)
    : core_(core),
      program_(std::move(program)),
      image_(std::move(image)),
      hash_(std::move(hash)),
      share_(std::move(share)) {}

ProgramServer::~ProgramServer() {
    if (is_closed_ || core_.ended()) return;
    core_.detach(
        core_.submit(core_.sequence().take(), in_its_turn)
            .then([&core = core_, module = program_.module](const Outcome<FencePointer>&) { unload(core, module); }));
}

std::optional<Failure> ProgramServer::refusal() const {
    if (core_.ended()) return core_.ended();
    if (is_closed_) return closed("program");
    return std::nullopt;
}

kj::Promise<void> ProgramServer::info(InfoContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    auto info = context.getResults().initInfo();
    info.setHash(kj::arrayPtr(reinterpret_cast<const kj::byte*>(hash_.data()), hash_.size()));
    auto kernels = info.initKernels(static_cast<kj::uint>(program_.kernels.size()));
    for (kj::uint i = 0; i < kernels.size(); ++i) {
        const KernelParameters& kernel = program_.kernels[i];
        kernels[i].setName(kernel.name.c_str());
        kernels[i].setParameterBytes(kj::arrayPtr(kernel.bytes.data(), kernel.bytes.size()));
    }
    return kj::READY_NOW;
}

kj::Promise<void> ProgramServer::grant(GrantContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    if (core_.granter == nullptr)
        return answered(context, Failure{Code::UNSUPPORTED, "there is no daemon here to keep grants"});
    return core_.granter->grant(false, image_.get()).then([context](Outcome<kj::Array<kj::byte>> granted) mutable {
        if (!granted.ok()) return answer(context, granted.failure());
        context.getResults().setGrant(granted.value());
    });
}

kj::Promise<void> ProgramServer::close(CloseContext context) {
    if (const auto refused = refusal()) return answered(context, refused);
    auto prepare = [this]() -> Outcome<std::optional<Core::Work>> {
        if (const auto refused = refusal()) return *refused;
        is_closed_ = true;
        share_.reset();
        return in_its_turn();
    };
    return core_.submit(core_.sequence().take(), std::move(prepare))
        .then([this, context](const Outcome<FencePointer>& submitted) mutable {
            if (!submitted.ok()) return answer(context, submitted.failure());
            unload(core_, program_.module);
        });
}

}  // namespace ringfence::session
