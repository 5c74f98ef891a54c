#include "guard/checker/barriers.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/effort.h"
#include "ptx/barrier_use.h"
#include "ptx/printer.h"

namespace ringfence::guard {
namespace {

struct Way {
    ptx::BarrierUse::Kind kind = ptx::BarrierUse::Kind::Meet;
    std::uint32_t threads = 0;
    friend bool operator==(const Way&, const Way&) = default;
};
using Ways = std::array<std::optional<Way>, 16>;  // by the barrier's number

class BarrierRule {
public:
    explicit BarrierRule(std::vector<Finding>& findings) : findings_(findings) {}

    void look(const ptx::Function& function, Ways& ways) {
        for (std::uint32_t i = 0; i < function.body.size(); ++i) {
            if (!function.body[i].is_instruction()) continue;
            const ptx::Instruction& instruction = function.body[i].instruction;
            const auto use = ptx::barrier_use(instruction);
            if (!use) continue;
            const auto constants = use->constants(instruction);
            if (!constants) {
                report(function, i, "its number, and that of its threads, must be constants");
                continue;
            }
            std::optional<Way>& known = ways[constants->number];
            const Way way{use->kind, constants->threads};
            if (known && *known != way) report(function, i, "this barrier is used in another way, too");
            known = way;
        }
    }

private:
    void report(const ptx::Function& function, std::uint32_t statement, std::string_view why) {
        findings_.push_back({function.name, statement, function.body[statement].where, "barriers",
                             fmt::format("`{}`: {}", ptx::print(function, function.body[statement].instruction), why)});
    }

    std::vector<Finding>& findings_;
};

}  // namespace

void check_barriers(const ptx::Module& module, std::vector<Finding>& findings) {
    BarrierRule rule(findings);
    Ways of_functions = {};  // that any kernel may call
    for (const bool is_entry : {false, true}) {
        for (const ptx::Item& item : module.items) {
            if (must_stop()) return;
            if (item.kind != ptx::ItemKind::Function || item.function->is_entry != is_entry) continue;
            Ways ways = of_functions;
            rule.look(*item.function, is_entry ? ways : of_functions);
        }
    }
}

}  // namespace ringfence::guard
