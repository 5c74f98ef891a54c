// Loops on the way to barriers: see warp_maker.h.
#include "warp_maker.h"

namespace ringfence::soundness {

// A counter up to a limit. Within the loop it is the same for all that are still there; behind it, as the limit is.
void WarpMaker::loop(unsigned depth) {
    const std::string begin = label();
    const std::string end = label();
    const Kind of = choices_.chance(20) ? Own : kind();
    const std::string counter = fresh();
    const std::string limit = fresh();
    const std::string p = fresh_predicate();
    line("and.b32 " + limit + ", " + word(of) + ", " + number(choices_.chance(50) ? 3 : 1));
    const bool is_shared_out = choices_.chance(15);  // for (i = tid; …
    line("mov.u32 " + counter + ", " + (is_shared_out ? place_ : choices_.chance(80) ? "0" : word(of)));
    out_ += begin + ":\n";
    const bool tests_first = choices_.chance(40);
    if (tests_first) {
        line("setp.ge.u32 " + p + ", " + counter + ", " + limit);
        line("@" + p + " bra " + end);
    }
    const std::size_t known = known_[Block].size();
    if (!is_shared_out) known_[Block].push_back(counter);
    block(depth, 3);
    if (errs()) line(guard(kind()) + "bra " + end);
    if (errs()) line(guard(kind()) + "bra " + begin);
    line((errs() ? guard(kind()) : "") + "add.u32 " + counter + ", " + counter + ", " + (is_shared_out ? "32" : "1"));
    if (tests_first) {
        line("bra " + begin);
    } else {
        line("setp.lt.u32 " + p + ", " + counter + ", " + limit);
        line("@" + p + " bra " + begin);
    }
    out_ += end + ":\n";
    if (!errs() && known_[Block].size() > known) known_[Block].resize(known);
    known_[is_shared_out ? Own : of].push_back(counter);
}

// Until a vote, or a reduction over the block, says so; perhaps for a few turns only.
void WarpMaker::voted_loop(unsigned depth) {
    const std::string begin = label();
    const std::string p = fresh_predicate();
    const std::string counter = fresh();
    line("mov.u32 " + counter + ", 0");
    out_ += begin + ":\n";
    block(depth, 2);
    switch (choices_.below(3)) {
        case 0: vote_for(p); break;
        case 1: meet_for(p, true); break;
        default: {
            const std::string count = fresh();
            meet_for(count, false);
            line("setp.gt.u32 " + p + ", " + count + ", " + number(choices_.below(40)));
            break;
        }
    }
    std::string goes_on = p;
    if (choices_.chance(80)) {
        const std::string few = fresh_predicate();
        goes_on = fresh_predicate();
        line("add.u32 " + counter + ", " + counter + ", 1");
        line("setp.lt.u32 " + few + ", " + counter + ", " + number(choices_.between(1, 4)));
        line("and.pred " + goes_on + ", " + few + ", " + p);
    }
    line("@" + goes_on + " bra " + begin);
}

// Threads leave it one by one, and it is counted as the guard does.
void WarpMaker::counted_loop(unsigned depth) {
    const std::string begin = label();
    const std::string counter = fresh();
    const std::string is_left = fresh_predicate();
    const std::string both = fresh_predicate();
    begin_ += "  mov.u32 " + counter + ", 0;\n";
    out_ += begin + ":\n";
    block(depth, 1);
    const std::string p = predicate(Own);
    if (!errs()) line("add.u32 " + counter + ", " + counter + ", " + (errs() ? "0" : "1"));
    line("setp.ne.u32 " + is_left + ", " + counter + ", 0");
    line((errs() ? "or.pred " : "and.pred ") + both + ", " + p + ", " + is_left);
    line("@" + both + " bra " + begin);
}

// The assembler may see that it has no end.
void WarpMaker::endless_loop() {
    const std::string begin = label();
    const std::string p = fresh_predicate();
    const std::string over = label();
    line(guard(choices_.chance(50) ? Own : kind()) + "bra " + over);
    out_ += begin + ":\n";
    const std::string what = word(Block);
    line("setp.eq.u32 " + p + ", " + what + ", " + (errs() ? word(Block) : what));
    line("@" + p + " bra " + begin);
    out_ += over + ":\n";
}

// A way that some threads take, with a loop: who stays there does not come to what lies behind.
void WarpMaker::loop_of_some(unsigned depth) {
    const std::string over = label();
    const bool is_apart = choices_.chance(60);
    if (is_apart) line(guard(Own) + "bra " + over);
    switch (choices_.below(6)) {
        case 0: counted_loop(depth); break;
        case 1: endless_loop(); break;
        case 2: waiting_loop(); break;
        default: stepping_loop(); break;
    }
    if (is_apart) out_ += over + ":\n";
}

// A counter with a constant step. Those that are large powers of two come to few numbers, so that it shows soon whether
// the end is one of them.
void WarpMaker::stepping_loop() {
    static constexpr std::string_view steps[] = {"1",          "-1",         "2",          "0x10000000", "0x20000000",
                                                 "0x40000000", "0x80000000", "0xe0000000", "0x30000000", "0"};
    static constexpr std::string_view ends[] = {"0",          "1",          "2",          "0x10000000", "0x0fffffff",
                                                "0x80000000", "0x7fffffff", "0x80000001", "0x20000000", "0xe0000000",
                                                "0xffffffff", "0xf0000000", "0x1fffffff"};
    static constexpr std::string_view relations[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    const std::string begin = label();
    const std::string end = label();
    const std::string counter = fresh();
    const std::string next = fresh();
    const std::string p = fresh_predicate();
    const std::string start = choices_.chance(40) ? word(Own) : std::string(choices_.pick(ends));
    line((errs() ? guard(kind()) : "") + "mov.u32 " + counter + ", " + start);
    const std::string limit = choices_.chance(75) ? std::string(choices_.pick(ends)) : word(kind());
    const std::string step(choices_.pick(steps));
    const std::string test =
        "setp." + std::string(choices_.pick(relations)) + (choices_.chance(50) ? ".u32 " : ".s32 ");
    const bool tests_first = choices_.chance(30);
    out_ += begin + ":\n";
    if (tests_first) {
        line(test + p + ", " + counter + ", " + limit);
        line(guard_by(p) + "bra " + end);
    }
    if (errs()) line(guard(kind()) + "mov.u32 " + counter + ", " + word(kind()));
    if (errs()) line(guard(kind()) + "bra " + begin);
    std::string compared = counter;
    if (choices_.chance(60)) {
        line((errs() ? guard(kind()) : "") + "add.s32 " + counter + ", " + counter + ", " + step);
    } else {
        line("add.s32 " + next + ", " + (errs() ? word(Own) : counter) + ", " + step);
        if (choices_.chance(50)) compared = next;
        if (!tests_first && choices_.chance(50)) {
            line(test + p + ", " + compared + ", " + limit);
            line((errs() ? guard(kind()) : "") + "mov.u32 " + counter + ", " + next);
            line(guard_by(p) + "bra " + begin);
            out_ += end + ":\n";
            return;
        }
        line((errs() ? guard(kind()) : "") + "mov.u32 " + counter + ", " + next);
    }
    if (tests_first) {
        line("bra " + begin);
    } else {
        line(test + p + ", " + compared + ", " + limit);
        line(guard_by(p) + "bra " + begin);
    }
    out_ += end + ":\n";
}

// Until somebody else writes what is waited for. What is loaded once never changes.
void WarpMaker::waiting_loop() {
    const std::string begin = label();
    const std::string found = fresh();
    const std::string p = fresh_predicate();
    static constexpr std::string_view loads[] = {"ld.volatile.shared.u32 ", "ld.volatile.shared.u32 ", "ld.shared.u32 ",
                                                 "ld.const.u32 "};
    const std::string_view how = choices_.pick(loads);
    const std::string load = std::string(how) + found + (how.starts_with("ld.c") ? ", [c]" : ", [s]");
    const bool loads_once = choices_.chance(30);
    if (loads_once) line(load);
    out_ += begin + ":\n";
    if (!loads_once) line((errs() ? guard(kind()) : "") + load);
    line("setp." + std::string(choices_.chance(50) ? "eq" : "ne") + ".u32 " + p + ", " + found + ", " +
         (choices_.chance(70) ? "0" : word(kind())));
    line(guard_by(p) + "bra " + begin);
}

}  // namespace ringfence::soundness
