#include "guard/rewriter/barrier_numbers.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "guard/rewriter/refusal.h"
#include "ptx/printer.h"

namespace ringfence::guard::rewriting {
namespace {

using Kind = ptx::BarrierUse::Kind;

constexpr std::uint32_t barrier_count = 16;
constexpr const char* remedy = "run this program in a domain of its own (--isolation private)";

struct Found {
    ptx::BarrierUse use;
    ptx::BarrierUse::Constants constants;
    const ptx::Function* function = nullptr;
    const ptx::Statement* statement = nullptr;
};

Error refuse(const ptx::Module& module, const ptx::Function& function, const ptx::Statement& at, std::string_view why) {
    return refusal(module, at.where, fmt::format("{}: `{}`", why, ptx::print(function, at.instruction)), remedy);
}

Result<std::vector<Found>> find_all(const ptx::Module& module) {
    std::vector<Found> all;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (!statement.is_instruction()) continue;
            const auto use = ptx::barrier_use(statement.instruction);
            if (!use) continue;
            const auto constants = use->constants(statement.instruction);
            if (!constants)
                return refuse(module, *item.function, statement,
                              "a barrier whose number, or number of threads, is known at run time only");
            all.push_back({*use, *constants, item.function, &statement});
        }
    }
    return all;
}

// Whether some kernel may get to both.
bool may_meet(const ptx::Function& a, const ptx::Function& b) {
    return &a == &b || !a.is_entry || !b.is_entry;
}

}  // namespace

Result<BarrierNumbers> BarrierNumbers::create(const ptx::Module& module) {
    RF_TRY(const std::vector<Found> all, find_all(module));
    BarrierNumbers result;
    std::array<bool, barrier_count> is_taken = {};
    for (const Found& one : all)
        is_taken[one.constants.number] = true;
    for (const Found& one : all) {
        bool is_alone = true;
        for (const Found& other : all) {
            if (other.constants.number != one.constants.number || !may_meet(*one.function, *other.function)) continue;
            if (other.use.kind == one.use.kind && other.constants == one.constants) continue;
            is_alone = false;
            if (one.use.kind != Kind::Meet || other.use.kind != Kind::Meet) continue;
            return refuse(module, *one.function, *one.statement, "one barrier for different numbers of threads");
        }
        const Way way{one.constants.number, one.constants.threads, one.use.kind};
        if (one.use.kind == Kind::Meet || is_alone || result.numbers_.contains(way)) continue;
        std::uint32_t free = barrier_count;
        while (free > 0 && is_taken[free - 1])
            --free;
        if (free == 0) return refuse(module, *one.function, *one.statement, "more barriers than there are");
        is_taken[free - 1] = true;
        result.numbers_[way] = free - 1;
    }
    return result;
}

std::uint32_t BarrierNumbers::of(const ptx::BarrierUse& use, const ptx::BarrierUse::Constants& constants) const {
    const auto found = numbers_.find({constants.number, constants.threads, use.kind});
    return found == numbers_.end() ? constants.number : found->second;
}

}  // namespace ringfence::guard::rewriting
