#include "policy/runner.h"

#include <utility>

#include <fmt/format.h>

#include "policy/interpreter.h"

namespace ringfence::policy {
namespace {

class InterpretedPolicy final : public Runner {
public:
    InterpretedPolicy(const Program& program, std::vector<Map>& maps) : interpreter_(program, maps) {}

    bool run(Hook hook, Bytes context, Surroundings& surroundings, std::uint64_t budget) override {
        std::optional<Fault> fault = interpreter_.run(hook, context, surroundings, budget);
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
