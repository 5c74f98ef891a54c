#include "policy/runner.h"

#include "policy/interpreter.h"

namespace ringfence::policy {
namespace {

class InterpretedPolicy final : public Runner {
public:
    InterpretedPolicy(const Program& program, std::vector<Map>& maps) : interpreter_(program, maps) {}

    std::optional<Fault> run(Hook hook, Bytes context, Surroundings& surroundings, std::uint64_t budget) override {
        return interpreter_.run(hook, context, surroundings, budget);
    }
    std::uint64_t steps() const override { return interpreter_.steps(); }

private:
    Interpreter interpreter_;
};

}  // namespace

std::unique_ptr<Runner> interpret(const Program& program, std::vector<Map>& maps) {
    return std::make_unique<InterpretedPolicy>(program, maps);
}

}  // namespace ringfence::policy
