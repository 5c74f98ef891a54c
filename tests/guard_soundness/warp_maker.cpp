#include "warp_maker.h"

namespace ringfence::soundness {
namespace {

using Text = const char*;

constexpr unsigned most_nested = 3;
constexpr unsigned error_rates[] = {0, 3, 8, 20, 35};

}  // namespace

WarpMaker::WarpMaker(Choices& choices, Manner manner)
    : choices_(choices), manner_(manner), errors_(choices.pick(error_rates)) {}

WarpMaker::Kind WarpMaker::kind() {
    if (errs() || choices_.chance(4)) return Own;
    return choices_.chance(30) ? Warp : Block;
}

std::string WarpMaker::text() {
    std::string module = ".version 9.0\n.target sm_90\n.address_size 64\n";
    if (manner_ == Manner::Direct) module += ".const .align 16 .b32 __rf_words[16];\n";
    module += ".shared .align 16 .b8 s[64];\n.const .align 16 .b8 c[64];\n";
    has_function_ = choices_.chance(12);
    if (has_function_) {
        is_kernel_ = false;
        module += ".func (.param .b32 given) f()\n{\n" + body(choices_.below(3)) + "}\n";
        is_kernel_ = true;
    }
    module += ".visible .entry k(.param .u32 n, .param .u32 m)";
    if (choices_.chance(10)) module += "\n.reqntid " + number(32 * choices_.between(1, 4)) + ", 1, 1";
    return module + "\n{\n" + body(choices_.between(3, 9)) + "}\n";
}

std::string WarpMaker::body(unsigned statements) {
    out_.clear();
    begin_.clear();
    known_ = {};
    known_predicates_ = {};
    words_ = predicates_ = labels_ = 0;
    place_ = fresh();
    line("mov.u32 " + place_ + ", %tid.x");
    for (unsigned i = 0; i < statements; ++i)
        statement(0);
    if (is_kernel_ || choices_.chance(50)) barrier();
    if (!is_kernel_) line("st.param.b32 [given], " + word(kind()));
    line("ret");
    return "  .reg .pred %p<" + number(predicates_ + 1) + ">;\n  .reg .b32 %w<" + number(words_ + 1) + ">;\n" + begin_ +
           out_;
}

void WarpMaker::statement(unsigned depth) {
    switch (choices_.below(depth < most_nested ? 16 : 6)) {
        case 0:
        case 1:
        case 2: return barrier();
        case 3:
        case 4: return assign();
        case 5: return choices_.chance(60) ? wait_for_lanes() : end_some();
        case 6:
        case 7:
        case 8:
        case 9: return branch(depth);
        case 10:
        case 11: return loop(depth);
        case 12: return voted_loop(depth);
        case 13: return loop_of_some(depth);
        case 14: return table(depth);
        default:
            if (has_function_ && is_kernel_) return call(fresh());
            return branch(depth);
    }
}

// What is made in a block is mostly not used behind it, where it is perhaps not written.
void WarpMaker::block(unsigned depth, unsigned most) {
    const Pool words = known_;
    const Pool predicates = known_predicates_;
    const unsigned count = choices_.between(1, most);
    for (unsigned i = 0; i < count; ++i)
        statement(depth + 1);
    if (errs()) return;
    known_ = words;
    known_predicates_ = predicates;
}

void WarpMaker::barrier() {
    const std::string when = choices_.chance(10) ? guard(kind()) : "";
    switch (choices_.below(10)) {
        case 0:
        case 1:
        case 2: return line(when + "bar.sync 0");
        case 3: return line(when + "barrier.sync.aligned 0");
        case 4: return line(when + "barrier.sync 0");
        case 5: return line(when + (choices_.chance(70) ? "bar.sync 5, 32" : "barrier.sync.aligned 5, 32"));
        case 6: {
            if (choices_.chance(50)) return line(when + "bar.arrive 6, 64");
            return line(when + "bar.sync 6, 64");
        }
        case 7:
            if (choices_.chance(50)) return meet_for(fresh_predicate(), true);
            return meet_for(fresh(), false);
        default: {
            const std::string what = word(Own);
            const std::string to = fresh();
            line(when + "movmatrix.sync.aligned.m8n8.trans.b16 " + to + ", " + what);
            return known_[Own].push_back(to);
        }
    }
}

void WarpMaker::branch(unsigned depth) {
    const std::string end = label();
    const bool is_uniform = manner_ == Manner::Direct ? choices_.chance(3) : choices_.chance(20);
    const std::string jump = is_uniform ? "bra.uni " : "bra ";
    line(guard(choices_.chance(25) ? Own : kind()) + jump + end);
    block(depth, 2);
    if (choices_.chance(50)) {
        out_ += end + ":\n";
        return;
    }
    const std::string behind = label();
    line((errs() ? guard(kind()) : "") + "bra " + behind);
    out_ += end + ":\n";
    block(depth, 2);
    out_ += behind + ":\n";
}

void WarpMaker::table(unsigned depth) {
    const std::string name = label();
    const std::string index = fresh();
    const Kind of = kind();
    line("min.u32 " + index + ", " + word(of) + ", 1");
    const std::string first = label();
    const std::string second = label();
    out_ += name + ": .branchtargets " + first + ", " + second + ";\n";
    line("brx.idx " + index + ", " + name);
    out_ += first + ":\n";
    block(depth, 2);
    out_ += second + ":\n";
}

// A join: something else in a register, on this way or under a guard.
void WarpMaker::assign() {
    const Kind of = kind();
    if (choices_.chance(30)) {
        predicate(of);
        return;
    }
    const std::string to = word(of);
    if (to == place_) return;
    const std::string from = word(of);
    line((choices_.chance(25) ? guard(of) : "") + "mov.u32 " + to + ", " + from);
}

void WarpMaker::end_some() {
    static constexpr Text ends[] = {"exit", "ret", "exit"};
    line(guard(choices_.chance(15) ? Own : kind()) + choices_.pick(ends));
}

void WarpMaker::wait_for_lanes() {
    if (choices_.chance(50)) {
        const std::string lanes = mask();
        return line((choices_.chance(10) ? guard(kind()) : "") + "bar.warp.sync " + lanes);
    }
    word(Own);
}

}  // namespace ringfence::soundness
