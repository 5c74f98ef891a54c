// Loops as compilers write them, which the checker has rules of its own for, and ways to get them slightly wrong.
#include <algorithm>
#include <array>

#include "body_maker.h"

namespace ringfence::soundness {
namespace {

using Text = const char*;

constexpr std::array<unsigned, 14> thresholds = {0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 64, 256, 1023};

// Where the wrong relation is most of what goes wrong.
std::string relation(Choices& choices, Text right) {
    static constexpr Text others[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    return choices.chance(85) ? right : choices.pick(others);
}

}  // namespace

// One access of `bytes` at `at` + `more` elements of something: a variable, or what a pointer leads to.
void BodyMaker::element(const Elements& elements, const std::string& at, unsigned more) {
    const std::string address = fresh(elements.is_narrow ? 'x' : 'y');
    const std::string size = number(elements.bytes);
    const std::string sign = choices_.chance(50) ? "u32 " : "s32 ";
    line((elements.is_narrow ? "mad.lo." : "mad.wide.") + sign + address + ", " + at + ", " + size + ", " +
         elements.base);
    access(elements.space, "[" + address + "+" + number(more * elements.bytes) + "]", elements.bytes);
}

BodyMaker::Elements BodyMaker::choose_elements() {
    if (variables_.empty() || choices_.chance(20)) return {".global", pointer(), 4, false};
    const MadeVariable& variable = choices_.pick(variables_);
    if (variable.space == "global") return {".global", pointer(), 4, false};
    const bool is_narrow = variable.space == "shared";
    const std::string base = fresh(is_narrow ? 'x' : 'y');
    line((is_narrow ? "mov.u32 " : "mov.u64 ") + base + ", " + variable.name);
    return {"." + variable.space, base, std::min(4U, variable.alignment), is_narrow};
}

// Changes a counter as no honest loop does: another step, perhaps on one way only, or another end.
void BodyMaker::disturb(const std::string& counter) {
    if (!choices_.chance(10)) return;
    const std::string when = choices_.chance(70) ? "@" + predicate() + " " : "";
    switch (choices_.below(3)) {
        case 0: return line(when + "add.s32 " + counter + ", " + counter + ", " + constant());
        case 1: return line(when + "mov.u32 " + counter + ", " + word());
        default: return line(when + "sub.s32 " + counter + ", " + word() + ", " + counter);
    }
}

// Several elements at a time, and then one by one what is left over of n.
void BodyMaker::unrolled_loop() {
    const std::string label = "U" + number(labels_++);
    const unsigned by = 1U << choices_.between(1, 3);
    const std::string n = choices_.chance(80) ? index() : word();
    const std::string rest = fresh('x');
    const std::string at = fresh('x');
    const std::string left = fresh('x');
    const std::string p = fresh('q');
    const Elements elements = choose_elements();
    line("and.b32 " + rest + ", " + n + ", " + number(choices_.chance(90) ? by - 1 : choices_.below(9)));
    line("mov.u32 " + at + ", " + (choices_.chance(85) ? "0" : constant()));
    if (choices_.chance(90)) {  // whether there is a whole turn
        const std::string less = fresh('x');
        line("add.s32 " + less + ", " + n + ", -1");
        line("setp." + relation(choices_, "lt") + (choices_.chance(80) ? ".u32 " : ".s32 ") + p + ", " + less + ", " +
             number(choices_.chance(90) ? by - 1 : choices_.below(9)));
        line("@" + p + " bra " + label + "_R");
    }
    if (choices_.chance(80))
        line("sub.s32 " + left + ", " + n + ", " + rest);
    else
        line("and.b32 " + left + ", " + n + ", -" + number(choices_.chance(80) ? by : choices_.between(1, 9)));
    if (choices_.chance(5)) line("@" + predicate() + " bra " + label + "_M");  // into the middle
    out_ += label + ":\n";
    for (unsigned i = 0; i < by; ++i) {
        if (i == by / 2) out_ += label + "_M:\n";
        if (i == 0 || choices_.chance(60)) element(elements, at, i);
    }
    disturb(choices_.chance(50) ? at : left);
    line("add.s32 " + at + ", " + at + ", " + number(choices_.chance(92) ? by : choices_.below(9)));
    line("add.s32 " + left + ", " + left + ", -" + number(choices_.chance(92) ? by : choices_.below(9)));
    line("setp." + relation(choices_, choices_.chance(70) ? "ne" : "gt") + ".s32 " + p + ", " + left + ", 0");
    line("@" + p + " bra " + label);
    out_ += label + "_R:\n";
    left_over(elements, {label, at, rest}, by);
}

// The last of them: one, if the rest is not 0; another, if it is not 1.
void BodyMaker::left_over(const Elements& elements, const LeftOver& what, unsigned by) {
    const std::string p = fresh('q');
    const unsigned most = choices_.chance(90) ? by - 1 : by;
    if (choices_.chance(30)) {  // as a loop
        const std::string next = what.label + "_O";
        line("setp.eq.s32 " + p + ", " + what.rest + ", 0");
        line("@" + p + " bra " + what.label + "_E");
        out_ += next + ":\n";
        element(elements, what.at, 0);
        line("add.s32 " + what.at + ", " + what.at + ", 1");
        disturb(what.rest);
        line("add.s32 " + what.rest + ", " + what.rest + ", -1");
        line("setp." + relation(choices_, "ne") + ".s32 " + p + ", " + what.rest + ", 0");
        line("@" + p + " bra " + next);
    } else {
        for (unsigned i = 0; i < most; ++i) {
            line("setp." + relation(choices_, "eq") + ".s32 " + p + ", " + what.rest + ", " + number(i));
            line("@" + p + " bra " + what.label + "_E");
            element(elements, what.at, i);
        }
    }
    out_ += what.label + "_E:\n";
}

// An array that the block's threads fill: for (i = tid; i < n; i += ntid). The last turn is not made by all of them.
// Compared behind the step, before it, or by a copy.
void BodyMaker::shared_out_loop() {
    const std::string label = "S" + number(labels_++);
    const std::string at = fresh('x');
    const std::string p = fresh('q');
    const Elements elements = choose_elements();
    line("mov.u32 " + at + ", %tid.x");
    const unsigned threads = choices_.pick(thresholds) + 1;
    if (choices_.chance(70)) line("and.b32 " + at + ", " + at + ", " + number(threads - 1));
    const bool is_down = choices_.chance(15);
    const std::string end = choices_.chance(60) ? number(choices_.between(0, 40)) : small_constant();
    if (is_down) line("sub.s32 " + at + ", " + end + ", " + at);
    std::string step = choices_.chance(80) ? number(threads) : word();
    if (choices_.chance(20)) {
        step = fresh('x');
        line("mov.u32 " + step + ", %ntid.x");
    }
    const std::string sign = choices_.chance(70) ? ".s32 " : ".u32 ";
    const auto test = [&](const std::string& what, const std::string& to) {
        line("setp." + relation(choices_, is_down ? "ge" : "lt") + sign + p + ", " + what + ", " + to);
    };
    if (choices_.chance(5)) line("@" + predicate() + " bra " + label + "_M");  // into the middle
    out_ += label + ":\n";
    element(elements, at, 0);
    out_ += label + "_M:\n";
    const std::string limit = is_down ? "0" : end;
    const std::string next = fresh('x');
    const std::string add = is_down ? "sub.s32 " : "add.s32 ";
    switch (choices_.below(3)) {
        case 0:
            test(at, choices_.chance(50) ? limit : number(choices_.below(8)));
            disturb(at);
            line(add + at + ", " + at + ", " + step);
            break;
        case 1:
            line(add + next + ", " + at + ", " + step);
            test(next, limit);
            disturb(choices_.chance(50) ? next : at);
            line("mov.u32 " + at + ", " + next);
            break;
        default:
            line(add + at + ", " + at + ", " + step);
            if (choices_.chance(20)) disturb(at);
            test(at, limit);
            disturb(at);
            break;
    }
    if (choices_.chance(6)) line("@" + predicate() + " bra " + label);  // another way back
    line("@" + (choices_.chance(95) ? p : "!" + p) + " bra " + label);
}

// A counter that is multiplied in each turn, up to an end: for (s = 1; s < n; s *= 2).
void BodyMaker::doubling_loop() {
    const std::string label = "D" + number(labels_++);
    const std::string value = fresh('x');
    const std::string p = fresh('q');
    const Elements elements = choose_elements();
    line("mov.u32 " + value + ", " + (choices_.chance(75) ? "1" : choices_.chance(50) ? small_constant() : index()));
    std::string end = choices_.chance(50) ? small_constant() : index();
    if (choices_.chance(40)) {
        end = fresh('x');
        if (choices_.chance(40))
            line("mov.u32 " + end + ", %ntid.x");
        else
            line("and.b32 " + end + ", " + word() + ", " + (choices_.chance(50) ? "4095" : "0x3fffff"));
    }
    const std::string sign = choices_.chance(50) ? ".u32 " : ".s32 ";
    const auto test = [&](Text way, const std::string& to) {
        line("setp." + relation(choices_, way) + sign + p + ", " + value + ", " + end);
        line("@" + p + " bra " + to);
    };
    const bool tests_first = choices_.chance(50);
    if (choices_.chance(5)) line("@" + predicate() + " bra " + label + "_M");
    out_ += label + ":\n";
    if (tests_first) test("ge", label + "_E");
    indices_.push_back(value);
    element(elements, value, 0);
    out_ += label + "_M:\n";
    disturb(value);
    const std::string when = choices_.chance(8) ? "@" + predicate() + " " : "";
    const std::string both = value + ", " + value + ", ";
    switch (choices_.below(4)) {
        case 0:
            line(when + "shl.b32 " + both + (choices_.chance(85) ? number(choices_.between(1, 3)) : index()));
            break;
        case 1: line(when + "add.s32 " + both + value); break;
        case 2:
            line(when + "mul.lo.s32 " + both + (choices_.chance(85) ? number(choices_.below(5)) : constant()));
            break;
        default: line(when + "mad.lo.s32 " + both + "2, " + (choices_.chance(70) ? "1" : constant())); break;
    }
    if (tests_first)
        line("bra " + label);
    else
        test("lt", label);
    out_ += label + "_E:\n";
}

// A number that gets smaller, perhaps as a division of signed numbers by a power of two has it.
void BodyMaker::halving_loop() {
    const std::string label = "H" + number(labels_++);
    const std::string value = fresh('x');
    const Elements elements = choose_elements();
    const std::string from = choices_.chance(25) ? small_constant() : choices_.chance(50) ? index() : word();
    line("mov.u32 " + value + ", " + (choices_.chance(30) ? "%ntid.x" : from));
    if (choices_.chance(5)) line("@" + predicate() + " bra " + label + "_M");
    out_ += label + ":\n";
    indices_.push_back(value);
    element(elements, value, 0);
    out_ += label + "_M:\n";
    disturb(value);
    if (choices_.chance(50)) {
        signed_half(value);
    } else {
        line((choices_.chance(50)   ? "shr.u32 "
              : choices_.chance(50) ? "shr.s32 "
                                    : "div.u32 ") +
             value + ", " + value + ", " + number(choices_.between(1, 3)));
    }
    const std::string p = fresh('q');
    static constexpr Text relations[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    line("setp." + std::string(choices_.pick(relations)) + (choices_.chance(50) ? ".u32 " : ".s32 ") + p + ", " +
         value + ", " + number(choices_.below(3)));
    line("@" + p + " bra " + label);
}

// (x + (x >> 31)) >> 1
void BodyMaker::signed_half(const std::string& value) {
    const std::string sign = fresh('x');
    const std::string sum = fresh('x');
    const std::string of = choices_.chance(88) ? value : index();
    line((choices_.chance(85)   ? "shr.u32 "
          : choices_.chance(50) ? "shr.s32 "
                                : "shl.b32 ") +
         sign + ", " + of + ", " + number(choices_.chance(90) ? 31 : choices_.below(32)));
    const std::string operation = choices_.chance(94) ? "add.s32 " : "sub.s32 ";
    line(operation + sum + ", " + (choices_.chance(60) ? value + ", " + sign : sign + ", " + value));
    line((choices_.chance(80) ? "shr.s32 " : "shr.u32 ") + value + ", " + sum + ", " + number(choices_.between(1, 3)));
}

// A number that is large on a way which few launches take, or none: what decides is known to the launch, or nearly.
void BodyMaker::way_not_taken() {
    const std::string label = "W" + number(labels_++);
    const std::string value = fresh('x');
    const std::string p = fresh('q');
    std::string left = index();
    if (choices_.chance(50)) {
        static constexpr Text registers[] = {"%tid.x", "%tid.x", "%ntid.x", "%ctaid.x", "%tid.y", "%nctaid.x"};
        left = fresh('x');
        line("mov.u32 " + left + ", " + choices_.pick(registers));
    }
    line("mov.u32 " + value + ", " + (choices_.chance(60) ? small_constant() : index()));
    compare(p, left, number(choices_.pick(thresholds)));
    line((choices_.chance(50) ? "@" : "@!") + p + " bra " + label);
    line("mov.u32 " + value + ", " + (choices_.chance(50) ? word() : constant()));
    out_ += label + ":\n";
    indices_.push_back(value);
    place();
}

}  // namespace ringfence::soundness
