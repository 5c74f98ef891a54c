// Executes single threads of a module, in plain numbers, and looks at every access.
//
// It is written for this alone: it shares the parser with the guard, and no analysis and no arithmetic. What a thread
// finds in memory, in a register that it has not written, or as the result of an instruction that is not modelled, is
// up to the attacker: any number. So threads need not be run together, and memory need not be kept.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "choices.h"
#include "launch.h"
#include "ptx/model.h"

namespace ringfence::soundness {

enum class Checked : std::uint8_t { Global, Shared, Local, Const, Param, Branch, Call, Barrier, Image };
constexpr std::size_t checked_kinds = 9;
constexpr std::array<std::string_view, checked_kinds> checked_names = {"global", "shared", "local",   "const", "param",
                                                                       "branch", "call",   "barrier", "image"};

struct Tally {
    std::uint64_t threads = 0;
    std::uint64_t steps = 0;
    std::uint64_t unmodelled = 0;  // threads that came to an instruction with an address that is not modelled
    std::uint64_t exempt = 0;      // accesses that the checker has not accepted
    std::array<std::uint64_t, checked_kinds> checked{};
};

// Statements that the checker has findings about: what they access is not looked at.
using Exempt = std::set<std::pair<const ptx::Function*, std::uint32_t>>;

struct Limits {
    bool only_window = false;  // what the module's own registers lead to must lie in the window, not in a zone
    const Exempt* exempt = nullptr;
};

// The shared memory of a kernel: variables that it can get to, one behind the other.
struct SharedLayout {
    std::unordered_map<const ptx::Variable*, std::uint32_t> places;
    std::uint32_t static_bytes = 0;
};

class Machine {
public:
    Machine(const ptx::Module& module, Limits limits, Tally& tally) : module_(module), limits_(limits), tally_(tally) {}

    // Lays the kernel's shared memory out; the answer's size belongs into the launch.
    std::uint32_t enter(const ptx::Function& kernel, Choices& choices);
    // What was wrong, if anything.
    std::optional<std::string> run(const Launch& launch, const Axes& thread, const Axes& block, Choices& choices);

private:
    struct Frame {
        const ptx::Function* function = nullptr;
        std::vector<std::uint64_t> registers;
        std::vector<std::uint8_t> widths;
    };
    struct Region {
        const ptx::Variable* variable = nullptr;
        std::uint64_t bytes = 0;
    };
    enum class Next : std::uint8_t { Onward, Jump, Return, Stop };

    bool call(const ptx::Function& function);
    Next step(const ptx::Instruction& instruction);
    Next branch(const ptx::Instruction& instruction);
    Next branch_by_table(const ptx::Instruction& instruction);
    Next call_of(const ptx::Instruction& instruction);
    bool compute(const ptx::Instruction& instruction);
    bool arithmetic(const ptx::Instruction& instruction);
    bool logic_of_predicates(const ptx::Instruction& instruction);
    bool move(const ptx::Instruction& instruction);
    bool convert(const ptx::Instruction& instruction);
    bool convert_address(const ptx::Instruction& instruction);
    bool compare(const ptx::Instruction& instruction);
    void anything(const ptx::Instruction& instruction);
    void anything_to(const ptx::Operand& operand, ptx::Type type);

    bool memory(const ptx::Instruction& instruction);
    void load(const ptx::Instruction& instruction);
    std::optional<std::uint64_t> known_contents(const ptx::Operand& address, ptx::Space space, unsigned bytes);
    void barrier(const ptx::Instruction& instruction);
    void image(const ptx::Instruction& instruction);
    bool reads_table(const ptx::Instruction& load);
    bool copy_async(const ptx::Instruction& instruction);
    bool bulk(const ptx::Instruction& instruction);
    bool tile(const ptx::Instruction& instruction);
    void access(const ptx::Operand& address, ptx::Space space, std::uint64_t bytes, std::uint64_t alignment);
    void access_global(std::uint64_t at, std::uint64_t bytes, const ptx::Operand& base);
    void access_shared(std::uint64_t at, std::uint64_t bytes);
    void access_variable(std::uint64_t at, std::uint64_t bytes, ptx::Space space);
    void note(Checked kind) { ++tally_.checked[static_cast<std::size_t>(kind)]; }
    bool is_exempt();
    void wrong(std::string what);

    std::uint64_t address_of(const ptx::Variable& variable);
    std::uint64_t special(const ptx::Operand& operand);
    std::uint64_t read(const ptx::Operand& operand);
    std::uint64_t read(const ptx::Operand& operand, unsigned bits);
    void write(ptx::RegisterId reg, std::uint64_t value, ptx::Type type);
    void write_bits(ptx::RegisterId reg, std::uint64_t value);
    std::uint64_t tempting() { return tempting_number(*choices_, launch_->window); }

    const ptx::Module& module_;
    Limits limits_;
    Tally& tally_;
    const ptx::Function* kernel_ = nullptr;
    SharedLayout shared_;
    std::vector<PlacedParameter> parameters_;
    std::vector<const ptx::Function*> functions_;

    const Launch* launch_ = nullptr;
    Choices* choices_ = nullptr;
    Axes thread_{};
    Axes block_{};
    std::uint32_t shared_window_ = 0;  // where the block's addresses of shared memory begin, and its variables
    std::uint32_t shared_begin_ = 0;
    std::uint64_t shared_aperture_ = 0;
    std::uint64_t local_aperture_ = 0;
    std::vector<Region> regions_;
    std::unordered_map<const ptx::Variable*, std::uint64_t> variables_;
    std::uint64_t budget_ = 0;
    unsigned depth_ = 0;
    Frame* frame_ = nullptr;
    std::uint32_t at_ = 0;      // the statement
    std::uint32_t target_ = 0;  // of a jump
    bool has_ended_ = false;    // exit, or too many steps
    std::optional<std::string> wrong_;
};

}  // namespace ringfence::soundness
