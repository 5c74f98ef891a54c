// Fences that were made already, and may be used again.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>

#include "guard/rewriter/function_values.h"
#include "guard/rewriter/sequences.h"

namespace ringfence::guard::rewriting {

class FenceCache {
public:
    explicit FenceCache(const FunctionFlow& flow) : flow_(flow) {}

    struct Entry {
        std::uint32_t statement = 0;
        OwnRegister fence;
        std::int64_t first = 0;  // the lowest of all that were added, if it is there for several
    };

    // The fence of a register for accesses of so many bytes; `added` was added to it before.
    const Entry* find(ptx::RegisterId reg, std::uint64_t bytes, std::int64_t added, std::uint32_t statement) const;
    void add(ptx::RegisterId reg, std::uint64_t bytes, std::int64_t added, std::uint32_t statement, OwnRegister fence,
             std::int64_t first = 0);
    // Passes the statement, and drops the entries of registers that it writes.
    void pass(std::uint32_t statement, const ptx::Instruction& instruction);

private:
    using Key = std::tuple<ptx::RegisterId, std::uint64_t, std::int64_t>;

    const FunctionFlow& flow_;
    std::map<Key, Entry> entries_;
    std::unordered_map<ptx::RegisterId, std::uint32_t> last_write_;
};

}  // namespace ringfence::guard::rewriting
