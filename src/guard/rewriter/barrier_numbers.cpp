#include "guard/rewriter/barrier_numbers.h"

#include <array>
#include <map>
#include <set>
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
constexpr const char* remedy = "run this program in a worker of its own (--isolation private)";

struct Found {
    ptx::BarrierUse use;
    ptx::BarrierUse::Constants constants;
    const ptx::Function* function = nullptr;
    const ptx::Statement* statement = nullptr;
};

Error refuse(const ptx::Module& module, const ptx::Function& function, const ptx::Statement& at, std::string_view why) {
    return refusal(module, at.where, fmt::format("{}: `{}`", why, ptx::print(function, at.instruction)), remedy);
}

Result<std::vector<Found>> find_all(const ptx::Module& module, std::vector<Error>* errors) {
    Refusals refusals(errors);
    std::vector<Found> all;
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (!statement.is_instruction()) continue;
            const auto use = ptx::barrier_use(statement.instruction);
            if (!use) continue;
            const auto constants = use->constants(statement.instruction);
            if (!constants && refusals.are_enough()) continue;
            if (!constants) {
                refusals.add(refuse(module, *item.function, statement,
                                    "a barrier whose number, or number of threads, is known at run time only"));
                continue;
            }
            all.push_back({*use, *constants, item.function, &statement});
        }
    }
    RF_RETURN_IF_ERROR(refusals.verdict());
    return all;
}

// The number of threads that meet at each barrier; those of functions may be any kernel's.
class Meetings {
public:
    // False: others are known for that barrier.
    bool add(const Found& one) {
        const auto [number, threads] = one.constants;
        if (!one.function->is_entry) {
            const auto [known, is_new] = of_functions_.try_emplace(number, threads);
            return known->second == threads && (of_kernels_[number].empty() || has_only(of_kernels_[number], threads));
        }
        const auto [known, is_new] = of_kernel_.try_emplace({one.function, number}, threads);
        of_kernels_[number].insert(threads);
        const auto shared = of_functions_.find(number);
        return known->second == threads && (shared == of_functions_.end() || shared->second == threads);
    }

private:
    static bool has_only(const std::set<std::uint32_t>& all, std::uint32_t one) {
        return all.size() == 1 && *all.begin() == one;
    }

    std::map<std::uint32_t, std::uint32_t> of_functions_;
    std::map<std::uint32_t, std::set<std::uint32_t>> of_kernels_;
    std::map<std::pair<const ptx::Function*, std::uint32_t>, std::uint32_t> of_kernel_;
};

}  // namespace

Result<BarrierNumbers> BarrierNumbers::create(const ptx::Module& module, std::vector<Error>* errors) {
    RF_TRY(const std::vector<Found> all, find_all(module, errors));
    BarrierNumbers result;
    Meetings meetings;
    std::array<std::set<std::pair<std::uint32_t, Kind>>, barrier_count> ways;  // threads and kind, by number
    for (const Found& one : all) {
        ways[one.constants.number].emplace(one.constants.threads, one.use.kind);
        if (one.use.kind == Kind::Meet && !meetings.add(one))
            return refuse(module, *one.function, *one.statement, "one barrier for different numbers of threads");
    }
    std::uint32_t free = barrier_count;
    for (const Found& one : all) {
        const Way way{one.constants.number, one.constants.threads, one.use.kind};
        const bool is_alone = ways[one.constants.number].size() == 1;
        if (one.use.kind == Kind::Meet || is_alone || result.numbers_.contains(way)) continue;
        while (free > 0 && !ways[free - 1].empty())
            --free;
        if (free == 0) return refuse(module, *one.function, *one.statement, "more barriers than there are");
        result.numbers_[way] = --free;
    }
    return result;
}

std::uint32_t BarrierNumbers::of(const ptx::BarrierUse& use, const ptx::BarrierUse::Constants& constants) const {
    const auto found = numbers_.find({constants.number, constants.threads, use.kind});
    return found == numbers_.end() ? constants.number : found->second;
}

}  // namespace ringfence::guard::rewriting
