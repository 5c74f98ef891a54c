#include "policy/runner.h"

#include <utility>

#include <fmt/format.h>

#include "policy/interpreter.h"

namespace ringfence::policy {
namespace {

class InterpretedPolicy final : public Runner {
public:
    InterpretedPolicy(const Program& program, std::vector<Map>& maps) : interpreter_(program, maps) {}

    // Not inlined where it is called: it would only be in the way of compiled policies there.
    [[gnu::noinline]] bool run(Hook hook, Bytes context) override {
        std::optional<Fault> fault =
            interpreter_.run(hook, context, *surroundings_, static_cast<std::uint64_t>(budget_));
        steps_ = interpreter_.steps();
        charged_ = interpreter_.charged();
        if (!fault) return true;
        fault_ = std::move(*fault);
        return false;
    }

private:
    Interpreter interpreter_;
};

}  // namespace

std::string overrun_text(std::uint64_t budget) {
    return fmt::format("it takes more than {} instructions, with what its helpers copy and search", budget);
}

std::unique_ptr<Runner> interpret(const Program& program, std::vector<Map>& maps) {
    return std::make_unique<InterpretedPolicy>(program, maps);
}

}  // namespace ringfence::policy
