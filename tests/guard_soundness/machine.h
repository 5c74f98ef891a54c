// Executes threads of a module, in plain numbers, and looks at every access.
//
// It is written for this alone: it shares the parser with the guard, and no analysis and no arithmetic. What a thread
// finds in memory, in a register that it has not written, or as the result of an instruction that is not modelled, is
// up to the attacker: any number. So memory need not be kept, and to judge accesses threads need not be run together.
//
// Where they are (block_judge.h), a Company decides where a thread waits for others. Then what an instruction computes
// from its operands alone is the same in all threads that have the same operands, whether it is modelled or not, and so
// is what constants hold; all else is the attacker's, for each thread and each time.
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

// Variables that are not in shared memory lie far from each other.
constexpr unsigned region_shift = 24;

// The shared memory of a kernel: variables that it can get to, one behind the other.
struct SharedLayout {
    std::unordered_map<const ptx::Variable*, std::uint32_t> places;
    std::uint32_t static_bytes = 0;
};

// A call in progress.
struct Frame {
    const ptx::Function* function = nullptr;
    std::vector<std::uint64_t> registers;
    std::vector<std::uint8_t> widths;
    std::uint32_t at = 0;  // the statement that is next
    friend bool operator==(const Frame&, const Frame&) = default;
};

// A thread between two of its instructions.
struct Thread {
    Axes place{};
    std::vector<Frame> frames;
    std::uint64_t budget = 0;
    std::uint64_t inputs = 0;  // numbers that the attacker has chosen for it, or other threads
    bool has_ended = false;    // by exit, a return, or too many steps: then its budget is 0
    bool is_lost = false;      // it has ended, since nobody says or knows where it goes on
    bool is_endless = false;   // it goes round in a loop, and nothing changes
    // What it was at a jump back, to see that.
    std::vector<Frame> before;
    std::uint64_t inputs_before = 0;
    std::uint32_t jumps_back = 0;

    const ptx::Instruction& instruction() const { return frames.back().function->body[frames.back().at].instruction; }
};

// Whoever runs several threads together.
class Company {
public:
    Company() = default;
    Company(const Company&) = delete;
    Company& operator=(const Company&) = delete;
    virtual ~Company() = default;
    // True if the thread waits at its next instruction, which it executes (or its guard says that it does not).
    virtual bool waits(Thread& thread, bool executes) = 0;
    // The thread has gone from a statement of its innermost function to another one.
    virtual void went(Thread& thread, const ptx::Function& function, std::uint32_t from, std::uint32_t to) = 0;
};

class Machine {
public:
    Machine(const ptx::Module& module, Limits limits, Tally& tally) : module_(module), limits_(limits), tally_(tally) {}

    // Lays the kernel's shared memory out; the answer's size belongs into the launch.
    std::uint32_t enter(const ptx::Function& kernel, Choices& choices);
    // Describes the error, if there was one.
    std::optional<std::string> run(const Launch& launch, const Axes& thread, const Axes& block, Choices& choices);

    // The same for threads that somebody runs together.
    void begin(const Launch& launch, const Axes& block, Choices& choices, Company* company);
    Thread make_thread(const Axes& place, std::uint64_t budget);
    // Up to where the thread waits, or ends.
    void advance(Thread& thread);
    // Executes the instruction at which the thread waits, as if it were alone; or passes it.
    void perform(Thread& thread);
    static void pass(Thread& thread);
    // For the instruction at which a thread waits.
    std::uint64_t read_of(Thread& thread, const ptx::Operand& operand, unsigned bits);
    void write_to(Thread& thread, const ptx::Operand& operand, std::uint64_t value);
    std::optional<std::string> wrong_so_far() const { return wrong_; }
    bool is_exempt(const ptx::Function& function, std::uint32_t statement) const;

private:
    struct Region {
        const ptx::Variable* variable = nullptr;
        std::uint64_t bytes = 0;
    };
    enum class Next : std::uint8_t { Onward, Jump, Return, Stop, Lost };

    void call(const ptx::Function& function);
    void give_back();
    void select(Thread& thread);
    void execute(const ptx::Instruction& instruction);
    void look_for_endlessness();
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
    std::uint64_t contents(const ptx::Operand& address, ptx::Space space);
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
    // What the attacker chooses.
    std::uint64_t tempting();
    // What an instruction gives that is not modelled.
    std::uint64_t outcome();
    std::uint64_t digest_of_operands(const ptx::Instruction& instruction);

    const ptx::Module& module_;
    Limits limits_;
    Tally& tally_;
    const ptx::Function* kernel_ = nullptr;
    SharedLayout shared_;
    std::vector<PlacedParameter> parameters_;
    std::vector<const ptx::Function*> functions_;

    const Launch* launch_ = nullptr;
    Choices* choices_ = nullptr;
    Company* company_ = nullptr;
    Thread* thread_ = nullptr;
    Axes block_{};
    std::uint64_t salt_ = 0;                        // of what is the same for all threads
    const ptx::Instruction* determined_ = nullptr;  // its results are the same for the same operands
    unsigned outcomes_ = 0;                         // numbers that it has given
    std::uint32_t shared_window_ = 0;  // where the block's addresses of shared memory begin, and its variables
    std::uint32_t shared_begin_ = 0;
    std::uint64_t shared_aperture_ = 0;
    std::uint64_t local_aperture_ = 0;
    std::vector<Region> regions_;
    std::unordered_map<const ptx::Variable*, std::uint64_t> variables_;
    Frame* frame_ = nullptr;    // the innermost of the thread's
    std::uint32_t target_ = 0;  // of a jump
    std::optional<std::string> wrong_;
};

// True if an instruction writes an operand, or the parts of it.
bool is_written(const ptx::isa::OperandSpec& spec);

}  // namespace ringfence::soundness
