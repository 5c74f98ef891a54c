// policy_kernel [--seed N] [--programs N]: the verdicts of Linux's verifier on the programs that ours accepts. Whatever
// Linux refuses of them must be for a reason that is listed here, with an explanation. Exit status 77: bpf() cannot be
// called, or a Linux for which nothing is explained refuses some.
//
// Where Linux only knows less of numbers than we do, that is held to be the reason if the program has such an
// instruction: it says what it misses, and not why it does not know it.
//
// The common subset: programs without tail calls, which Linux does not follow, and without divisions, of whose results
// it knows nothing. The context is the value of a map. A function around the hook sets r0, which ours does not ask for.
// Functions that are never called are left out: Linux refuses them.
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/unique_fd.h"
#include "maker.h"
#include "policy/helpers.h"
#include "policy/verifier.h"

namespace {

using namespace ringfence;
using namespace ringfence::policy;

constexpr int skipped = 77;
constexpr std::size_t pool_size = 256;
constexpr std::size_t log_bytes = 4 << 20;
constexpr std::uint32_t largest_context = 256;

bool shifts_by_register(const Program& program, std::string_view /*refusal*/) {
    return std::any_of(program.insns.begin(), program.insns.end(), [](const Insn& insn) {
        const auto operation = insn.operation();
        return is_alu(insn) && insn.uses_register() && (operation == Lsh || operation == Rsh || operation == Arsh);
    });
}

bool compares_with_itself(const Program& program, std::string_view /*refusal*/) {
    return std::any_of(program.insns.begin(), program.insns.end(), [](const Insn& insn) {
        return is_jump_class(insn) && insn.opcode != op_call && insn.uses_register() && insn.dst() == insn.src();
    });
}

bool negates(const Program& program, std::string_view /*refusal*/) {
    return std::any_of(program.insns.begin(), program.insns.end(),
                       [](const Insn& insn) { return is_alu(insn) && insn.operation() == Neg; });
}

bool is_last_pointer_perhaps_lower(const Program& /*program*/, std::string_view refusal) {
    const std::string_view pointer = refusal.substr(std::min(refusal.rfind("map_value("), refusal.size()));
    const std::string_view known = pointer.substr(0, pointer.find(')'));
    return known.find("smin=-") != std::string_view::npos || known.find("smin=smin32=-") != std::string_view::npos;
}

bool always(const Program& /*program*/, std::string_view /*refusal*/) {
    return true;
}

struct Explained {
    std::string_view in_log;
    std::string_view why;
    bool (*applies)(const Program& program, std::string_view refusal) = always;
};
constexpr Explained explained[] = {
    {"direct value offset of", "Linux refuses a pointer beyond a variable when it is made, we when it is used"},
    {"invalid access to map value pointer", "the same"},
    {"pointer be out of bounds", "the same, of a pointer that is moved far away"},
    {"math between ", "the same, of one that is moved by a number that may be anything"},
    {"R0 !read_ok", "to Linux the end of a record returns nothing, ours says whether it was written"},
    {"unreachable insn", "Linux refuses instructions that nothing leads to; to us they do no harm"},
    {"combined stack size", "Linux has 512 bytes for all functions of a call together, ours 512 for each"},
    {"frames is too deep", "Linux refuses functions that could call each other in a circle, we those that do"},
    {"cannot return stack pointer", "a hook is a function here, and nobody looks at what a hook returns"},
    {"subtraction from stack pointer", "Linux subtracts nothing from a pointer to the stack"},
    {"unbounded memory access", "Linux wants no distance that may be negative, also where a constant makes up for it",
     is_last_pointer_perhaps_lower},
    {"", "Linux follows the comparison of a register with itself both ways", compares_with_itself},
    {"misaligned", "Linux loses the bound of a number whose sign was changed, so what is compared with it", negates},
    {"", "Linux knows nothing of a shift by a register that is beyond the width; ours takes the bits that count",
     shifts_by_register},
};

// Others know less, or more, or say it in other words.
constexpr std::string_view explained_linux = "6.18";

bool is_explained_linux() {
    utsname name{};
    return ::uname(&name) == 0 && std::string_view(name.release).starts_with(std::string(explained_linux) + ".");
}

long bpf(int command, bpf_attr& attributes) {
    return ::syscall(__NR_bpf, command, &attributes, sizeof attributes);
}

std::uint64_t address_of(const void* memory) {
    return reinterpret_cast<std::uint64_t>(memory);
}

std::uint32_t kernel_kind(MapKind kind) {
    switch (kind) {
        case MapKind::Array: return BPF_MAP_TYPE_ARRAY;
        case MapKind::Hash: return BPF_MAP_TYPE_HASH;
        case MapKind::LruHash: return BPF_MAP_TYPE_LRU_HASH;
        case MapKind::WorkerArray: return BPF_MAP_TYPE_PERCPU_ARRAY;
        case MapKind::Queue: return BPF_MAP_TYPE_QUEUE;
        case MapKind::Stack: return BPF_MAP_TYPE_STACK;
        case MapKind::Ring: return BPF_MAP_TYPE_RINGBUF;
        case MapKind::Programs: return BPF_MAP_TYPE_PROG_ARRAY;
    }
    return BPF_MAP_TYPE_UNSPEC;
}

// None: they cannot be made, and errno says why. The last is the context.
std::vector<UniqueFd> make_kernel_maps(std::vector<MapSpec> specs) {
    std::vector<UniqueFd> maps;
    specs.push_back({"context", MapKind::Array, 4, largest_context, 1});
    for (const MapSpec& spec : specs) {
        bpf_attr attributes{};
        attributes.map_type = kernel_kind(spec.kind);
        attributes.key_size = spec.kind == MapKind::Programs ? 4 : spec.key_size;
        attributes.value_size = spec.kind == MapKind::Programs ? 4 : spec.value_size;
        attributes.max_entries =
            spec.kind == MapKind::Ring ? static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)) : spec.max_entries;
        attributes.map_flags = spec.is_read_only ? std::uint32_t{BPF_F_RDONLY_PROG} : 0;
        maps.emplace_back(static_cast<int>(bpf(BPF_MAP_CREATE, attributes)));
        if (!maps.back()) return {};
    }
    return maps;
}

// The hook and what it calls, as Linux wants them: one behind the other, after the function around them.
class Translation {
public:
    Translation(const Program& program, std::size_t hook, const std::vector<UniqueFd>& maps)
        : program_(program), maps_(maps) {
        insns.push_back({op_load_imm64, 1 | LoadGlobal << 4U, 0, maps.back().get()});
        insns.push_back({0, 0, 0, 0});
        insns.push_back({op_call, CallFunction << 4U, 0, 2});
        insns.push_back({Alu64 | unsigned{Mov}, 0, 0, 0});
        insns.push_back({op_exit, 0, 0, 0});
        add(*program.hooks[hook]);
        for (const auto& [at, function] : calls_)
            insns[at].imm = static_cast<std::int32_t>(begin_.at(function)) - static_cast<std::int32_t>(at) - 1;
    }

    std::vector<Insn> insns;

private:
    void add(std::uint32_t index) {
        if (begin_.contains(index)) return;
        begin_[index] = insns.size();
        std::vector<std::uint32_t> called;
        const Function& function = program_.functions[index];
        for (std::uint32_t at = function.begin; at < function.end; ++at) {
            insns.push_back(program_.insns[at]);
            Insn& insn = insns.back();
            if (is_load_imm64(insn)) {
                if (insn.src() != LoadNumber) insn.imm = maps_[static_cast<std::size_t>(insn.imm)].get();
                insns.push_back(program_.insns[++at]);
            } else if (insn.opcode == op_call && insn.src() == CallFunction) {
                called.push_back(function_at(target_of(at, program_.insns[at])));
                calls_.emplace_back(insns.size() - 1, called.back());
            }
        }
        for (const std::uint32_t next : called)
            add(next);
    }
    [[nodiscard]] std::uint32_t function_at(std::size_t insn) const {
        std::uint32_t index = 0;
        while (program_.functions[index].begin != insn)
            ++index;
        return index;
    }

    const Program& program_;
    const std::vector<UniqueFd>& maps_;
    std::map<std::uint32_t, std::size_t> begin_;
    std::vector<std::pair<std::size_t, std::uint32_t>> calls_;
};
static_assert(sizeof(Insn) == sizeof(bpf_insn));
static_assert(int{LoadMap} == BPF_PSEUDO_MAP_FD && int{LoadGlobal} == BPF_PSEUDO_MAP_VALUE);

// Empty: Linux accepts it. Otherwise what it says.
std::string refusal_of_linux(const std::vector<Insn>& insns) {
    bpf_attr attributes{};
    attributes.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
    attributes.insns = address_of(insns.data());
    attributes.insn_cnt = static_cast<std::uint32_t>(insns.size());
    attributes.license = address_of("GPL");
    attributes.prog_flags = BPF_F_STRICT_ALIGNMENT;
    if (const UniqueFd loaded(static_cast<int>(bpf(BPF_PROG_LOAD, attributes))); loaded) return "";
    static std::vector<char> log(log_bytes);
    log[0] = '\0';
    attributes.log_buf = address_of(log.data());
    attributes.log_size = static_cast<std::uint32_t>(log.size());
    attributes.log_level = 1;
    const UniqueFd refused(static_cast<int>(bpf(BPF_PROG_LOAD, attributes)));
    return fmt::format("{}\n{}", std::strerror(errno), log.data());
}

struct Counts {
    std::uint64_t programs = 0;
    std::uint64_t ours = 0;  // that we accept
    std::uint64_t both = 0;  // that Linux accepts, too
    std::array<std::uint64_t, std::size(explained)> refused{};
    std::map<std::string, std::uint64_t> unexplained;  // what Linux said, without its numbers
};

bool is_accepted(const Program& program) {
    VerifierLimits limits;
    limits.steps = 4'000;
    limits.states = 1'000;
    return verify(program, limits).is_accepted();
}

bool is_common(const Program& program) {
    return std::none_of(program.insns.begin(), program.insns.end(), [](const Insn& insn) {
        return is_tail_call(insn) || (is_alu(insn) && (insn.operation() == Div || insn.operation() == Mod));
    });
}

void show(const std::vector<Insn>& insns, const std::string& refusal) {
    for (std::size_t at = 0; at < insns.size(); at += slots_of(insns[at]))
        fmt::print(stderr, "{:4}: {}\n", at, text_of(insns, at));
    const std::size_t kept = std::min<std::size_t>(refusal.size(), 1500);
    fmt::print(stderr, "{}\n", refusal.substr(refusal.size() - kept));
}

// The line that says why, with an N for each number.
std::string reason_in(const std::string& refusal) {
    const std::size_t end = std::min(refusal.rfind("\nprocessed "), refusal.size());
    const std::size_t begin = refusal.rfind('\n', end - 1) + 1;
    std::string reason;
    for (std::size_t i = begin; i < end; ++i) {
        const bool is_digit = refusal[i] >= '0' && refusal[i] <= '9';
        if (!is_digit)
            reason += refusal[i];
        else if (!reason.ends_with('N'))
            reason += 'N';
    }
    return reason;
}

void compare(const Program& program, const std::vector<UniqueFd>& maps, Counts& counts) {
    for (std::size_t hook = 0; hook < hook_count; ++hook) {
        if (!program.hooks[hook]) continue;
        const Translation translation(program, hook, maps);
        const std::string refusal = refusal_of_linux(translation.insns);
        if (refusal.empty()) {
            ++counts.both;
            continue;
        }
        const auto* const known = std::find_if(std::begin(explained), std::end(explained), [&](const Explained& one) {
            return refusal.find(one.in_log) != std::string::npos && one.applies(program, refusal);
        });
        if (known != std::end(explained)) {
            ++counts.refused[static_cast<std::size_t>(known - std::begin(explained))];
        } else if (++counts.unexplained[reason_in(refusal)] == 1) {
            show(translation.insns, refusal);
            fmt::print(stderr, "program {}\n", counts.programs);
        }
    }
}

void tell(const Counts& counts) {
    fmt::print("{} programs, {} accepted by us, {} of them by Linux, too\n", counts.programs, counts.ours, counts.both);
    for (std::size_t i = 0; i < counts.refused.size(); ++i)
        fmt::print("  {} refused by Linux alone: {}\n", counts.refused[i], explained[i].why);
    for (const auto& [reason, count] : counts.unexplained)
        fmt::print("  {} refused by Linux alone, unexplained: {}\n", count, reason);
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    std::uint64_t programs = 1'000;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 0);
        if (std::strcmp(argv[i], "--seed") == 0) seed = value;
        if (std::strcmp(argv[i], "--programs") == 0) programs = value;
    }
    Chance chance(seed);
    const std::vector<UniqueFd> maps = make_kernel_maps(make_program(chance).maps);
    if (maps.empty()) {
        fmt::print("skipped: bpf() cannot be called: {}\n", std::strerror(errno));
        return skipped;
    }
    Counts counts;
    std::vector<Program> pool;
    while (counts.programs < programs) {
        const bool is_changed = !pool.empty() && below(chance, 2) == 0;
        Program program = is_changed ? pool[below(chance, pool.size())] : make_program(chance);
        if (is_changed) mutate(program, chance);
        ++counts.programs;
        if (!is_common(program) || !is_accepted(program)) continue;
        ++counts.ours;
        compare(program, maps, counts);
        if (pool.size() < pool_size)
            pool.push_back(std::move(program));
        else
            pool[below(chance, pool_size)] = std::move(program);
    }
    tell(counts);
    if (counts.unexplained.empty()) return 0;
    if (is_explained_linux()) return 1;
    fmt::print("skipped: what is explained here are the refusals of Linux {}\n", explained_linux);
    return skipped;
}
