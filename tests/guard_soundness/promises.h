// What the spelling of instructions promises to the assembler about the threads of a warp.
//
// PTX ISA: of `bar` (which is `barrier.….aligned`), of whatever says `.aligned`, and of every matrix instruction all
// threads of the warp must execute the same one; `.uni` says that a branch or call is not divergent. ptxas concludes
// that every choice which decides on such an instruction is made alike by all threads of a warp: on those that decide
// on it, on these, and so on. Found here anew, from the text alone, by postdominators of single statements.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ptx/model.h"

namespace ringfence::soundness {

bool promises(const ptx::Instruction& instruction);

struct PromisesOf {
    static constexpr std::uint32_t none = UINT32_MAX;
    std::vector<std::uint32_t> number;                // by statement: of its promise, or none
    std::vector<std::vector<std::uint32_t>> decides;  // by statement: the promises that its choice decides on
};

// Those of a module's functions, with numbers of their own.
class Promises {
public:
    // `is_kept`: without it a statement's promise is not looked at.
    template <typename Keep>
    Promises(const ptx::Module& module, const Keep& is_kept) {
        for (const ptx::Item& item : module.items) {
            if (item.kind != ptx::ItemKind::Function || !item.function->has_body) continue;
            std::vector<std::uint32_t> statements;
            for (std::uint32_t i = 0; i < item.function->body.size(); ++i) {
                const ptx::Statement& statement = item.function->body[i];
                if (statement.is_instruction() && promises(statement.instruction) && is_kept(*item.function, i))
                    statements.push_back(i);
            }
            add(*item.function, statements);
        }
    }

    std::uint32_t count() const { return count_; }
    const PromisesOf& of(const ptx::Function& function) const { return functions_.at(&function); }

private:
    void add(const ptx::Function& function, const std::vector<std::uint32_t>& statements);

    std::unordered_map<const ptx::Function*, PromisesOf> functions_;
    std::uint32_t count_ = 0;
};

}  // namespace ringfence::soundness
