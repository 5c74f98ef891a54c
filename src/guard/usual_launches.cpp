#include "guard/usual_launches.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "base/effort.h"
#include "guard/conditions/geometry.h"

namespace ringfence::guard {
namespace {

using Block = std::array<std::uint32_t, 3>;

constexpr Block usual_blocks[] = {{256, 1, 1}, {16, 16, 1}, {32, 8, 1}, {128, 1, 1}, {512, 1, 1}, {1024, 1, 1},
                                  {32, 32, 1}, {64, 1, 1},  {32, 1, 1}, {32, 16, 1}, {16, 8, 1},  {8, 8, 1},
                                  {8, 8, 8},   {32, 4, 1},  {64, 4, 1}, {192, 1, 1}, {16, 4, 1},  {8, 32, 1},
                                  {4, 4, 4},   {384, 1, 1}, {16, 1, 1}};
constexpr std::uint32_t usual_numbers[] = {1024, 256, 32};

// The kernel's parameters, with another number in the place of the typical one.
std::vector<std::byte> parameters_with(const KernelVariants& kernel, std::uint32_t number, std::uint64_t pointer) {
    std::vector<std::byte> parameters = kernel.typical_parameters;
    for (std::size_t at = 0; at + sizeof number <= parameters.size(); at += sizeof number) {
        std::uint32_t word = 0;
        std::memcpy(&word, &parameters[at], sizeof word);
        if (word == typical_number) std::memcpy(&parameters[at], &number, sizeof number);
    }
    for (const std::uint32_t offset : kernel.pointers)
        std::memcpy(&parameters[offset], &pointer, sizeof pointer);
    return parameters;
}

using Unmet = LaunchConditions::Unmet;

// Remembers the launch that fits best. A kernel's use of its arrays tells how it is launched: where an access just
// reaches their last bytes, the block is likely the right one, and a bound that is not met there is not known well
// enough. Launches that most accesses do not allow are no use.
class Search {
public:
    explicit Search(const CheckedKernel& checked) : checked_(checked) {
        for (const std::vector<std::uint32_t>& statements : checked.askers)
            all_ += statements.size();
    }

    void look_at(const LaunchFacts& facts) {
        Fit fit;
        for (const Unmet& one : checked_.conditions.bounds(facts)) {
            const std::size_t statements = checked_.askers[one.bound].size();
            // A place that this launch does not get to tells nothing of its access.
            if (one.value.is_empty()) fit.untold += statements;
            if (!one.is_met) {
                fit.unmet.push_back(one.bound);
                fit.statements += statements;
            } else if (one.kind == Unmet::Kind::Number && one.value.high == one.high && !one.value.is_single()) {
                fit.exact += statements;
            }
        }
        fit.is_usable = fit.statements * 4 <= all_ * 3;
        if (is_begun_ && !is_better(fit, best_)) return;
        best_ = std::move(fit);
        is_begun_ = true;
    }

    bool has_usable() const { return best_.is_usable; }
    std::vector<std::uint32_t> take() { return std::move(best_.unmet); }

private:
    struct Fit {
        bool is_usable = false;
        std::size_t exact = 0;       // statements that reach the last bytes
        std::size_t statements = 0;  // that would have to be fenced
        std::size_t untold = 0;      // of which nothing is known
        std::vector<std::uint32_t> unmet;

        // A statement that reaches the last bytes tells more than one that does not fit: of that, too little may be
        // known. But one such statement may be so by chance, and many that do not fit are not.
        std::int64_t cost() const {
            constexpr std::int64_t weight_of_exact = 4;
            return static_cast<std::int64_t>(statements + untold) - weight_of_exact * static_cast<std::int64_t>(exact);
        }
    };

    static bool is_better(const Fit& one, const Fit& other) {
        if (one.is_usable != other.is_usable) return one.is_usable;
        const std::int64_t left = one.cost();
        const std::int64_t right = other.cost();
        return left != right ? left < right : one.untold < other.untold;
    }

    const CheckedKernel& checked_;
    std::size_t all_ = 0;
    bool is_begun_ = false;
    Fit best_;
};

// Bytes of dynamic shared memory: as much as the accesses need at most. A need that comes only from a lack of knowledge
// about an access may be more than launches give; these get a variant that does not ask for it.
std::uint64_t usual_shared(const CheckedKernel& checked, LaunchFacts facts) {
    constexpr std::int64_t most = 227 << 10;
    constexpr std::uint64_t usual = 48U << 10U;
    facts.dynamic_shared = 0;
    std::int64_t largest = 0;
    for (const Unmet& one : checked.conditions.bounds(facts)) {
        if (one.kind != Unmet::Kind::Shared || one.value.is_empty() || one.value.low < one.low) continue;
        const std::int64_t needed = one.value.high > most ? most + 1 : one.value.high - one.high;
        if (needed <= most) largest = std::max(largest, needed);
    }
    return largest <= 0 ? usual : static_cast<std::uint64_t>(largest);
}

}  // namespace

std::vector<std::uint32_t> seldom_met(const KernelVariants& kernel, const CheckedKernel& checked) {
    if (checked.conditions.empty()) return {};
    LaunchFacts facts;
    facts.window = {std::uint64_t{1} << 40U, 37};
    constexpr std::uint64_t inside = std::uint64_t{1} << 30U;
    facts.static_shared = 0;
    facts.grid = {64, 64, 1};
    std::vector<Block> blocks = {kernel.typical_block};
    // A block has as many axes as the kernel asks for.
    for (const Block& block : usual_blocks) {
        const bool fits =
            (block[1] > 1) == checked.conditions.depend_on(1) && (block[2] > 1) == checked.conditions.depend_on(2);
        if (fits && !kernel.is_block_known) blocks.push_back(block);
    }
    Search search(checked);
    for (const std::uint32_t number : usual_numbers) {
        const std::vector<std::byte> parameters = parameters_with(kernel, number, facts.window.base + inside);
        facts.parameters = parameters;
        for (const Block& block : blocks) {
            if (must_stop()) return {};
            facts.block = block;
            facts.dynamic_shared = usual_shared(checked, facts);
            search.look_at(facts);
        }
        if (search.has_usable()) break;
    }
    return search.take();
}

}  // namespace ringfence::guard
