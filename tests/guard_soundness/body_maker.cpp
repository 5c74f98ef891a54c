#include "body_maker.h"

#include <algorithm>

namespace ringfence::soundness {
namespace {

using Text = const char*;

constexpr unsigned pool = 6;
constexpr unsigned deepest = 3;

constexpr Text word_ops[] = {"add.s32", "add.u32", "sub.s32", "mul.lo.s32", "mul.lo.u32", "and.b32",    "or.b32",
                             "xor.b32", "min.s32", "min.u32", "max.s32",    "max.u32",    "shl.b32",    "shr.u32",
                             "shr.s32", "div.u32", "div.s32", "rem.u32",    "rem.s32",    "mul.hi.u32", "add.sat.s32"};
constexpr Text wide_ops[] = {"add.s64", "add.u64", "sub.s64", "mul.lo.s64", "and.b64",   "or.b64",  "xor.b64",
                             "min.s64", "min.u64", "max.s64", "max.u64",    "shl.b64",   "shr.u64", "shr.s64",
                             "div.u64", "div.s64", "rem.u64", "rem.s64",    "mul.hi.s64"};
constexpr Text short_ops[] = {"add.s16", "sub.s16", "mul.lo.s16", "and.b16", "or.b16",  "xor.b16",
                              "min.s16", "min.u16", "max.s16",    "max.u16", "shl.b16", "shr.u16",
                              "shr.s16", "div.u16", "rem.u16",    "rem.s16"};
constexpr Text constants[] = {
    "0",  "1",          "2",          "3",          "4",          "8",    "12",   "16",         "31",
    "32", "63",         "64",         "127",        "255",        "256",  "1024", "-1",         "-2",
    "-4", "-8",         "-16",        "-32",        "-64",        "-128", "256",  "4095",       "4096",
    "5",  "0x7fffffff", "0x80000000", "0xffffffff", "0xfffffff0", "6",    "7",    "0x7ffffff0", "0x10000000"};
constexpr Text signed_relations[] = {"lt", "le", "gt", "ge", "eq", "ne"};
constexpr Text other_relations[] = {"lo", "ls", "hi", "hs"};
constexpr Text axes[] = {"x", "x", "x", "y", "z"};
constexpr Text places_in_grid[] = {"%tid", "%tid", "%ntid", "%ctaid", "%nctaid", "%cluster_ctaid", "%cluster_nctaid"};

Text scalar_of(unsigned bytes, Choices& choices) {
    static constexpr Text one[] = {"u8", "s8", "b8"};
    static constexpr Text two[] = {"u16", "s16", "b16"};
    static constexpr Text four[] = {"u32", "s32", "b32"};
    static constexpr Text eight[] = {"u64", "s64", "b64"};
    switch (bytes) {
        case 1: return choices.pick(one);
        case 2: return choices.pick(two);
        case 4: return choices.pick(four);
        default: return choices.pick(eight);
    }
}

}  // namespace

BodyMaker::BodyMaker(Choices& choices, const Surroundings& around) : choices_(choices), around_(around) {
    variables_ = around.variables;
    // Each body has some kinds of statements, and not others: many of a kind find more than a few of each.
    constexpr std::array<unsigned, kinds> usual = {6, 4, 2, 4, 4, 10, 4, 8, 12, 3, 5, 4, 3, 2, 3, 2, 1, 1, 1, 2, 2};
    for (unsigned i = 0; i < kinds; ++i) {
        weights_[i] = choices.chance(30) ? 0 : usual[i] * (choices.chance(20) ? 4 : 1);
        total_weight_ += weights_[i];
    }
    if (weights_[Global] + weights_[Place] == 0) {
        weights_[Place] = weights_[Global] = 8;
        total_weight_ += 16;
    }
}

std::string BodyMaker::fresh(char kind) {
    switch (kind) {
        case 'x': return "%x" + std::to_string(fresh_words_++);
        case 'y': return "%y" + std::to_string(fresh_wides_++);
        case 'z': return "%z" + std::to_string(fresh_halves_++);
        default: return "%q" + std::to_string(fresh_predicates_++);
    }
}

std::string BodyMaker::small_constant() {
    return std::to_string(choices_.below(choices_.chance(80) ? 18 : 70));
}
std::string BodyMaker::constant() {
    return choices_.chance(60) ? small_constant() : choices_.pick(constants);
}
std::string BodyMaker::word() {
    if (!indices_.empty() && choices_.chance(55)) return index();
    return "%r" + std::to_string(choices_.below(pool));
}
std::string BodyMaker::wide() {
    if (!pointers_.empty() && choices_.chance(30)) return pointer();
    if (fresh_wides_ > 0 && choices_.chance(30)) return "%y" + std::to_string(choices_.below(fresh_wides_));
    return "%d" + std::to_string(choices_.below(pool));
}
std::string BodyMaker::half() {
    return "%h" + std::to_string(choices_.below(4));
}
std::string BodyMaker::index() {
    if (indices_.empty()) return "%r" + std::to_string(choices_.below(pool));
    // Registers that were made last are most likely to be useful.
    const auto count = static_cast<unsigned>(indices_.size());
    return choices_.chance(60) ? indices_[count - 1 - choices_.below(std::min(2U, count))] : choices_.pick(indices_);
}
std::string BodyMaker::pointer() {
    if (pointers_.empty() || choices_.chance(4)) return "%d" + std::to_string(choices_.below(pool));
    return choices_.pick(pointers_);
}
std::string BodyMaker::predicate() {
    if (!predicates_.empty() && choices_.chance(70)) return choices_.pick(predicates_);
    return "%p" + std::to_string(choices_.below(3));
}
std::string BodyMaker::guard() {
    if (!choices_.chance(12)) return "";
    return (choices_.chance(50) ? "@" : "@!") + predicate() + " ";
}

std::string BodyMaker::text() {
    const unsigned locals = choices_.below(3);
    std::string declarations;
    for (unsigned i = 0; i < locals; ++i) {
        MadeVariable local = {"l" + number(i), "local", choices_.between(1, 18) * 4, 4U << choices_.below(3)};
        if (choices_.chance(20)) local.bytes = choices_.between(1, 40);
        declarations +=
            "  .local .align " + number(local.alignment) + " .b8 " + local.name + "[" + number(local.bytes) + "];\n";
        variables_.push_back(local);
    }
    begin();
    const unsigned count = choices_.between(around_.statements / 2, around_.statements);
    for (unsigned i = 0; i < count; ++i)
        statement(0);
    if (!around_.is_kernel) line("st.param.b64 [result], " + wide());
    line("ret");
    std::string head = "  .reg .pred %p<3>, %q<" + number(fresh_predicates_ + 1) + ">;\n  .reg .b16 %h<4>, %z<" +
                       number(fresh_halves_ + 1) + ">;\n  .reg .b32 %r<" + number(pool) + ">, %x<" +
                       number(fresh_words_ + 1) + ">;\n  .reg .b64 %d<" + number(pool) + ">, %y<" +
                       number(fresh_wides_ + 1) + ">;\n";
    return head + declarations + out_;
}

// Registers of the pool hold parameters, places in the grid, numbers from memory, or nothing that is known.
void BodyMaker::begin() {
    if (around_.manner == Manner::Direct && around_.is_kernel && weights_[Fence] != 0) {
        line("ld.const.b32 %x" + number(fresh_words_++) + ", [__rf_words]");    // %x0: mask
        line("ld.const.b32 %x" + number(fresh_words_++) + ", [__rf_words+4]");  // %x1: base
    } else {
        weights_[Fence] = 0;
        total_weight_ = 0;
        for (const unsigned weight : weights_)
            total_weight_ += weight;
    }
    // The variable that a bound in shared memory rests on.
    for (const MadeVariable& variable : variables_) {
        if (variable.space != "shared" || variable.bytes == 0 || !kept_.empty() || choices_.chance(10)) continue;
        kept_ = fresh('x');
        line("mov.u32 " + kept_ + ", " + variable.name);
    }
    const unsigned loads = choices_.between(1, 5);
    for (unsigned i = 0; i < loads; ++i)
        load_parameter();
    if (choices_.chance(80)) special();
    if (choices_.chance(50)) narrowing();
}

// A register with the address of a parameter; or of another one, or a little beside it, where that is hard to see.
std::string BodyMaker::address_of(const MadeParameter& parameter) {
    const std::string address = fresh('y');
    line("mov.u64 " + address + ", " + parameter.name);
    switch (choices_.below(6)) {
        case 0: {
            const std::string moved = fresh('y');
            line("add.s64 " + moved + ", " + address + ", " + number(parameter.alignment * choices_.below(3)));
            return moved;
        }
        case 1:
            line("@" + predicate() + " add.s64 " + address + ", " + address + ", " + number(parameter.alignment));
            break;
        case 2: line("@" + predicate() + " mov.u64 " + address + ", " + choices_.pick(around_.parameters).name); break;
        default: break;
    }
    return address;
}

void BodyMaker::load_parameter() {
    if (around_.parameters.empty()) return;
    const MadeParameter& parameter = choices_.pick(around_.parameters);
    unsigned bytes = std::min(8U, parameter.bytes);
    if (choices_.chance(15)) bytes = std::max(1U, bytes / 2);
    bytes = std::min(bytes, parameter.alignment);
    while ((bytes & (bytes - 1)) != 0)
        bytes &= bytes - 1;
    const unsigned steps = parameter.bytes / bytes;
    unsigned count = 1;
    if (bytes >= 4 && choices_.chance(25) && 2 * bytes <= parameter.alignment && steps >= 2) count = 2;
    if (count == 2 && bytes == 4 && parameter.alignment >= 16 && steps >= 4 && choices_.chance(80)) count = 4;
    const unsigned slot = choices_.below(steps / count) * count;
    const std::string offset = slot == 0 && choices_.chance(70) ? "" : "+" + number(slot * bytes);
    const bool is_by_register = around_.is_kernel && choices_.chance(20);
    const std::string at = "[" + (is_by_register ? address_of(parameter) : parameter.name) + offset + "]";
    const std::string type = scalar_of(bytes, choices_);
    std::vector<std::string> to;
    for (unsigned i = 0; i < count; ++i) {
        if (bytes == 8) {
            to.push_back(choices_.chance(50) ? "%d" + number(choices_.below(pool)) : fresh('y'));
            pointers_.push_back(to.back());
        } else if (bytes == 2 && choices_.chance(50)) {
            to.push_back(half());
        } else {
            to.push_back(choices_.chance(50) ? "%r" + number(choices_.below(pool)) : fresh('x'));
            indices_.push_back(to.back());
        }
    }
    if (count == 2 && choices_.chance(8)) to[1] = to[0];  // which of the two it holds then nobody knows
    if (count == 1) return line(guard() + "ld.param." + type + " " + to[0] + ", " + at);
    std::string list = to[0];
    for (unsigned i = 1; i < count; ++i)
        list += ", " + to[i];
    line(guard() + "ld.param.v" + number(count) + "." + type + " {" + list + "}, " + at);
}

BodyMaker::Kind BodyMaker::choose() {
    unsigned left = choices_.below(std::max(1U, total_weight_));
    for (unsigned i = 0; i < kinds; ++i) {
        if (left < weights_[i]) return static_cast<Kind>(i);
        left -= weights_[i];
    }
    return Narrowing;
}

void BodyMaker::statement(unsigned depth) {
    switch (choose()) {
        case Arithmetic: return arithmetic();
        case ArithmeticWide: return arithmetic_wide();
        case ArithmeticShort: return arithmetic_short();
        case Conversion: return conversion();
        case Special: return special();
        case Narrowing: return narrowing();
        case Pointer: return make_pointer();
        case Global: return global();
        case Place: return place();
        case Join: return join();
        case Branch: return depth < deepest ? branch(depth) : place();
        case Loop: return depth < deepest ? loop(depth) : global();
        case Predicate: return compute_predicate();
        case Packing: return packing();
        case Loading: return loading();
        case Fence: return fence();
        case Call: return call();
        case Table: return table();
        case Asynchronous: return asynchronous();
        case Image: return image();
        default: return bound();
    }
}

void BodyMaker::block(unsigned depth, unsigned most) {
    const unsigned count = choices_.between(1, most);
    for (unsigned i = 0; i < count; ++i)
        statement(depth + 1);
}

void BodyMaker::arithmetic() {
    const std::string to = choices_.chance(50) ? fresh('x') : "%r" + number(choices_.below(pool));
    switch (choices_.below(8)) {
        case 0: line(guard() + "not.b32 " + to + ", " + word()); break;
        case 1: line(guard() + "neg.s32 " + to + ", " + word()); break;
        case 2: line(guard() + "mad.lo.s32 " + to + ", " + word() + ", " + word_or_constant() + ", " + word()); break;
        case 3:
            line(guard() + "selp.b32 " + to + ", " + word() + ", " + word_or_constant() + ", " + predicate());
            break;
        default: line(guard() + choices_.pick(word_ops) + " " + to + ", " + word() + ", " + word_or_constant()); break;
    }
    if (choices_.chance(40)) indices_.push_back(to);
}

void BodyMaker::arithmetic_wide() {
    const std::string to = choices_.chance(50) ? fresh('y') : "%d" + number(choices_.below(pool));
    const std::string op = choices_.pick(wide_ops);
    const bool is_shift = op.starts_with("sh");
    const std::string second = is_shift ? word_or_constant() : choices_.chance(50) ? constant() : wide();
    switch (choices_.below(8)) {
        case 0: line(guard() + "not.b64 " + to + ", " + wide()); break;
        case 1: line(guard() + "neg.s64 " + to + ", " + wide()); break;
        case 2: line(guard() + "mad.lo.s64 " + to + ", " + wide() + ", " + constant() + ", " + wide()); break;
        default: line(guard() + op + " " + to + ", " + wide() + ", " + second); break;
    }
}

void BodyMaker::arithmetic_short() {
    const std::string op = choices_.pick(short_ops);
    const std::string to = half();
    if (op.starts_with("sh")) return line(guard() + op + " " + to + ", " + half() + ", " + word_or_constant());
    line(guard() + op + " " + to + ", " + half() + ", " + (choices_.chance(50) ? small_constant() : half()));
    if (choices_.chance(40)) {
        const std::string index = fresh('x');
        line((choices_.chance(50) ? "cvt.u32.u16 " : "cvt.s32.s16 ") + index + ", " + to);
        indices_.push_back(index);
    }
}

void BodyMaker::conversion() {
    static constexpr Text types[] = {"u8", "s8", "u16", "s16", "u32", "s32"};
    switch (choices_.below(8)) {
        case 7: {  // into a register that is wider than the type
            const std::string to = fresh('y');
            return line(std::string("cvt.") + choices_.pick(types) + (choices_.chance(50) ? ".u32 " : ".s32 ") + to +
                        ", " + word());
        }
        case 0: {
            const std::string to = fresh('y');
            return line(std::string(choices_.chance(50) ? "cvt.u64.u32 " : "cvt.s64.s32 ") + to + ", " + word());
        }
        case 1: {
            const std::string to = fresh('x');
            line(std::string(choices_.chance(50) ? "cvt.u32.u64 " : "cvt.s32.s64 ") + to + ", " + wide());
            return indices_.push_back(to);
        }
        case 2: {
            const std::string to = fresh('x');
            const std::string from = choices_.pick(types);
            line(std::string("cvt.") + (choices_.chance(50) ? "u32." : "s32.") + from + " " + to + ", " + word());
            return indices_.push_back(to);
        }
        case 3: {
            const std::string to = fresh('x');
            line(std::string("cvt.") + choices_.pick(types) + (choices_.chance(50) ? ".u32 " : ".s32 ") + to + ", " +
                 word());
            return indices_.push_back(to);
        }
        case 4:
            return line(std::string(choices_.chance(50) ? "cvt.u16.u32 " : "cvt.s16.s32 ") + half() + ", " + word());
        case 5: {
            const std::string to = fresh('y');
            return line(std::string("cvt.s64.") + choices_.pick(types) + " " + to + ", " + word());
        }
        default: {
            const std::string to = fresh('y');
            line(std::string(choices_.chance(50) ? "cvta.to.global.u64 " : "cvta.global.u64 ") + to + ", " + pointer());
            pointers_.push_back(to);
        }
    }
}

void BodyMaker::special() {
    const std::string to = fresh('x');
    switch (choices_.below(6)) {
        case 0: {
            const std::string axis = choices_.pick(axes);
            const std::string count = fresh('x');
            const std::string at = fresh('x');
            line("mov.u32 " + count + ", %ntid." + axis);
            line("mov.u32 " + at + ", %tid." + axis);
            line("mov.u32 " + to + ", %ctaid." + axis);
            const std::string sum = fresh('x');
            line("mad.lo.s32 " + sum + ", " + to + ", " + count + ", " + at);
            return indices_.push_back(sum);
        }
        case 1: line("mov.u32 " + to + (choices_.chance(50) ? ", %laneid" : ", %dynamic_smem_size")); break;
        default: line("mov.u32 " + to + ", " + choices_.pick(places_in_grid) + "." + choices_.pick(axes)); break;
    }
    indices_.push_back(to);
}

// A number in a small range, of one that need not be.
void BodyMaker::narrowing() {
    if (choices_.chance(15)) return remainder();
    const std::string to = fresh('x');
    const std::string from = word();
    const std::string most = small_constant();
    switch (choices_.below(20)) {
        case 18: line("min.s32 " + to + ", " + from + ", " + most); break;
        case 0: line("and.b32 " + to + ", " + from + ", " + number((1U << choices_.below(6)) - 1)); break;
        case 1: line("and.b32 " + to + ", " + from + ", " + number(4 * choices_.below(17))); break;
        case 2: line("min.u32 " + to + ", " + from + ", " + most); break;
        case 3: {
            const std::string low = fresh('x');
            line("min.s32 " + low + ", " + from + ", " + most);
            line("max.s32 " + to + ", " + low + ", " + (choices_.chance(80) ? "0" : constant()));
            break;
        }
        case 4: line("rem.u32 " + to + ", " + from + ", " + number(choices_.between(1, 17))); break;
        case 5: line("rem.s32 " + to + ", " + from + ", " + number(choices_.between(1, 17))); break;
        case 6: line("shr.u32 " + to + ", " + from + ", " + number(choices_.between(26, 32))); break;
        case 7: line("shr.s32 " + to + ", " + from + ", " + number(choices_.between(26, 33))); break;
        case 8: line("popc.b32 " + to + ", " + from); break;
        case 9: line("clz.b32 " + to + ", " + from); break;
        case 10:
            line("add.s32 " + to + ", " + index() + ", " + (choices_.chance(70) ? small_constant() : constant()));
            break;
        case 11:
            line("sub.s32 " + to + ", " + (choices_.chance(50) ? index() : small_constant()) + ", " + index());
            break;
        case 12:
            line("bfi.b32 " + to + ", " + from + ", " + (choices_.chance(50) ? "0" : index()) + ", " +
                 number(choices_.below(8)) + ", " + number(choices_.below(7)));
            break;
        case 13: line(choices_.pick(word_ops) + (" " + to) + ", " + index() + ", " + index()); break;
        case 14: line("div.u32 " + to + ", " + index() + ", " + number(choices_.between(1, 5))); break;
        case 15: line("div.s32 " + to + ", " + index() + ", " + number(choices_.between(1, 5))); break;
        case 16:
            line("selp.b32 " + to + ", " + index() + ", " + (choices_.chance(50) ? most : index()) + ", " +
                 predicate());
            break;
        case 17: {  // so many ones, and what they leave of a number
            const std::string ones = choices_.chance(60) ? fresh('x') : to;
            const std::string count = choices_.chance(50) ? number(choices_.below(10)) : index();
            line((choices_.chance(80) ? "bmsk.clamp.b32 " : "bmsk.wrap.b32 ") + ones + ", " +
                 (choices_.chance(60) ? number(choices_.below(4)) : index()) + ", " + count);
            if (ones != to) line("and.b32 " + to + ", " + from + ", " + ones);
            break;
        }
        default: line("shl.b32 " + to + ", " + index() + ", " + number(choices_.below(4))); break;
    }
    indices_.push_back(to);
}

// A pointer and a distance.
void BodyMaker::make_pointer() {
    const std::string base = pointer();
    const std::string to = fresh('y');
    static constexpr Text scales[] = {"1", "2", "4", "4", "8", "16", "-4", "3", "12"};
    const std::string scale = choices_.pick(scales);
    if (!distances_.empty() && choices_.chance(20)) {
        line("add.s64 " + to + ", " + base + ", " + choices_.pick(distances_));
        return pointers_.push_back(to);
    }
    switch (choices_.below(6)) {
        case 0:
        case 1:
            line(std::string(choices_.chance(50) ? "mad.wide.u32 " : "mad.wide.s32 ") + to + ", " + index() + ", " +
                 (choices_.chance(85) ? scale : word()) + ", " + base);
            break;
        case 2: {
            const std::string distance = fresh('y');
            line(std::string(choices_.chance(50) ? "mul.wide.u32 " : "mul.wide.s32 ") + distance + ", " + index() +
                 ", " + scale);
            distances_.push_back(distance);
            line(choices_.chance(80) ? "add.s64 " + to + ", " + base + ", " + distance
                                     : "sub.s64 " + to + ", " + base + ", " + distance);
            break;
        }
        case 3: {
            const std::string distance = fresh('y');
            line(std::string(choices_.chance(50) ? "cvt.u64.u32 " : "cvt.s64.s32 ") + distance + ", " + index());
            const std::string shifted = fresh('y');
            line("shl.b64 " + shifted + ", " + distance + ", " + number(choices_.below(5)));
            line("add.s64 " + to + ", " + shifted + ", " + base);
            break;
        }
        case 4: line("add.s64 " + to + ", " + base + ", " + wide()); break;
        default: line("add.s64 " + to + ", " + base + ", " + number(4 * choices_.below(64))); break;
    }
    pointers_.push_back(to);
}

void BodyMaker::access(const std::string& space, const std::string& address, unsigned bytes) {
    const std::string when = guard();
    const bool may_write = space != ".const";
    const bool may_be_atomic =
        (bytes == 4 || bytes == 8) && (space == ".global" || space == ".shared" || space.empty());
    if (may_be_atomic && choices_.chance(8)) {
        const std::string value = bytes == 8 ? wide() : word();
        const std::string type = bytes == 8 ? ".u64 " : ".u32 ";
        if (choices_.chance(50)) return line(when + "red" + space + ".add" + type + address + ", " + value);
        return line(when + "atom" + space + ".add" + type + (bytes == 8 ? fresh('y') : fresh('x')) + ", " + address +
                    ", " + value);
    }
    const bool is_vector = bytes >= 8 && (bytes == 16 || choices_.chance(40));
    if (is_vector) {
        const unsigned element = bytes == 16 && choices_.chance(50) ? 8 : 4;
        const unsigned count = bytes / element;
        const std::string type = std::string(".v") + number(count) + "." + scalar_of(element, choices_) + " ";
        std::string list;
        const bool is_load = !may_write || choices_.chance(50);
        for (unsigned i = 0; i < count; ++i) {
            list += i == 0 ? "{" : ", ";
            list += element == 8 ? (is_load ? fresh('y') : wide()) : (is_load ? fresh('x') : word());
        }
        list += "}";
        return line(is_load ? when + "ld" + space + type + list + ", " + address
                            : when + "st" + space + type + address + ", " + list);
    }
    const std::string type = std::string(".") + scalar_of(bytes, choices_) + " ";
    if (!may_write || choices_.chance(60)) {
        std::string to = bytes == 8 ? fresh('y') : fresh('x');
        if (choices_.chance(30)) to = (bytes == 8 ? "%d" : "%r") + number(choices_.below(pool));
        line(when + "ld" + space + type + to + ", " + address);
        if (bytes <= 4 && choices_.chance(50)) indices_.push_back(to);
        return;
    }
    line(when + "st" + space + type + address + ", " +
         (bytes == 8                          ? wide()
          : bytes == 2 && choices_.chance(50) ? half()
                                              : word()));
}

void BodyMaker::global() {
    if (choices_.chance(50)) make_pointer();
    const unsigned bytes = 1U << choices_.below(5);
    static constexpr Text offsets[] = {"",   "",   "",         "+4",           "+16",        "+-16",
                                       "+1", "+8", "+1048576", "+-2147483648", "+2147483640"};
    const bool is_generic = choices_.chance(10);
    access(is_generic ? "" : ".global", "[" + pointer() + choices_.pick(offsets) + "]",
           bytes == 16 || bytes <= 8 ? bytes : 4);
}

// The address of a place in a variable, mostly one that is likely to be inside.
std::string BodyMaker::address_in(const MadeVariable& variable, unsigned bytes) {
    const bool is_narrow = variable.space == "shared";
    const char kind = is_narrow ? 'x' : 'y';
    const std::string bits = is_narrow ? "32" : "64";
    const std::string base = fresh(kind);
    line("mov.u" + bits + " " + base + ", " + variable.name);
    if (choices_.chance(10)) return base;
    std::vector<std::string>& distances = is_narrow ? narrow_distances_ : distances_;
    if (!distances.empty() && choices_.chance(25)) {  // one that was used elsewhere
        const std::string at = fresh(kind);
        line("add.s" + bits + " " + at + ", " + base + ", " + choices_.pick(distances));
        return at;
    }
    const std::string distance = fresh(kind);
    const std::string from = index();
    unsigned scale = choices_.chance(80) ? bytes : 1U << choices_.below(5);
    if (choices_.chance(5)) scale = choices_.between(1, 20);
    if (is_narrow) {
        switch (choices_.below(3)) {
            case 0: line("mul.lo.s32 " + distance + ", " + from + ", " + number(scale)); break;
            case 1: {
                const std::string at = fresh('x');
                line("mad.lo.s32 " + at + ", " + from + ", " + number(scale) + ", " + base);
                return at;
            }
            default:
                line("shl.b32 " + distance + ", " + from + ", " +
                     number(choices_.chance(80) ? 31U - static_cast<unsigned>(__builtin_clz(scale))
                                                : choices_.below(5)));
                break;
        }
    } else {
        switch (choices_.below(3)) {
            case 0:
                line(std::string(choices_.chance(50) ? "mul.wide.u32 " : "mul.wide.s32 ") + distance + ", " + from +
                     ", " + number(scale));
                break;
            case 1: {
                const std::string at = fresh('y');
                line(std::string(choices_.chance(50) ? "mad.wide.u32 " : "mad.wide.s32 ") + at + ", " + from + ", " +
                     number(scale) + ", " + base);
                return at;
            }
            default: {
                const std::string extended = fresh('y');
                line(std::string(choices_.chance(50) ? "cvt.u64.u32 " : "cvt.s64.s32 ") + extended + ", " + from);
                line("mul.lo.s64 " + distance + ", " + extended + ", " + number(scale));
            }
        }
    }
    distances.push_back(distance);
    const std::string at = fresh(kind);
    line((choices_.chance(85) ? "add.s" : "sub.s") + bits + " " + at + ", " + base + ", " + distance);
    return at;
}

void BodyMaker::place() {
    if (variables_.empty()) return global();
    const MadeVariable& variable = choices_.pick(variables_);
    unsigned bytes = 1U << choices_.below(5);
    if (choices_.chance(85)) bytes = std::min(bytes, variable.alignment);
    bytes = std::min(bytes, 16U);
    if (choices_.chance(30)) narrowing();
    if (variable.space == "global") {
        const std::string base = fresh('y');
        line("mov.u64 " + base + ", " + variable.name);
        pointers_.push_back(base);
        if (choices_.chance(50)) make_pointer();
        return access(".global", "[" + pointers_.back() + "]", bytes);
    }
    std::string at = address_in(variable, bytes);
    std::string space = "." + variable.space;
    const bool is_narrow = variable.space == "shared";
    if (variable.space != "const" && choices_.chance(15)) {  // as a generic address
        if (is_narrow) {
            const std::string extended = fresh('y');
            line((choices_.chance(70)   ? "cvt.u64.u32 "
                  : choices_.chance(50) ? "cvt.u32.u32 "
                                        : "cvt.s64.s32 ") +
                 extended + ", " + at);
            at = extended;
        }
        const std::string generic = fresh('y');
        line("cvta." + variable.space + ".u64 " + generic + ", " + at);
        at = generic;
        space.clear();
        if (choices_.chance(30)) {
            const std::string back = fresh('y');
            line("cvta.to." + variable.space + ".u64 " + back + ", " + at);
            at = back;
            space = "." + variable.space;
        }
    }
    if (is_narrow && space == ".shared" && at[1] == 'x' && choices_.chance(10)) {  // in 64 bits
        const std::string extended = fresh('y');
        line((choices_.chance(60) ? "cvt.u64.u32 " : "cvt.u32.u32 ") + extended + ", " + at);
        at = extended;
        if (choices_.chance(30)) {
            at = fresh('y');
            line("add.s64 " + at + ", " + extended + ", " + number(bytes * choices_.below(4)));
        }
    }
    std::string offset;
    if (choices_.chance(50))
        offset = "+" + std::string(choices_.chance(20) ? "-" : "") +
                 number(choices_.chance(80) ? bytes * choices_.below(6) : choices_.below(64));
    access(space, "[" + at + offset + "]", bytes);
}

// One of two values: pointers, or numbers.
void BodyMaker::join() {
    if (choices_.chance(6)) return join_addresses();
    if (choices_.chance(20)) return way_not_taken();
    if (choices_.chance(30)) load_parameter();
    const std::string p = predicate();
    const bool is_wide = choices_.chance(65);
    const std::string to = is_wide ? fresh('y') : fresh('x');
    const std::string one = is_wide ? pointer() : index();
    const std::string other = is_wide ? (choices_.chance(80) ? pointer() : wide()) : word();
    const std::string type = is_wide ? "b64 " : "b32 ";
    switch (choices_.below(4)) {
        case 0: line("selp." + type + to + ", " + one + ", " + other + ", " + p); break;
        case 1:
            line("mov." + type + to + ", " + one);
            line("@" + p + " mov." + type + to + ", " + other);
            break;
        case 2: {
            const std::string label = "J" + number(labels_++);
            line("mov." + type + to + ", " + one);
            line("@" + p + " bra " + label);
            line("mov." + type + to + ", " + other);
            out_ += label + ":\n";
            break;
        }
        default: {
            const std::string label = "J" + number(labels_++);
            line("@" + p + " bra " + label);
            line("mov." + type + to + ", " + one);
            line("bra " + label + "e");
            out_ += label + ":\n";
            line("mov." + type + to + ", " + other);
            out_ += label + "e:\n";
        }
    }
    if (!is_wide) return indices_.push_back(to);
    pointers_.push_back(to);
    if (choices_.chance(50)) {  // as a number
        const std::string low = fresh('x');
        line((choices_.chance(50) ? "cvt.u32.u64 " : "cvt.s32.s64 ") + low + ", " + to);
        indices_.push_back(low);
    }
}

// An address in local memory, and the generic one of it or another.
void BodyMaker::join_addresses() {
    std::vector<MadeVariable> locals;
    for (const MadeVariable& variable : variables_) {
        if (variable.space == "local") locals.push_back(variable);
    }
    if (locals.empty()) return place();
    const MadeVariable& variable = choices_.pick(locals);
    const std::string plain = fresh('y');
    const std::string generic = fresh('y');
    const std::string to = fresh('y');
    line("mov.u64 " + plain + ", " + variable.name);
    if (choices_.chance(60)) {
        line("cvta.local.u64 " + generic + ", " + plain);
    } else {
        line("mov.u64 " + generic + ", " + choices_.pick(locals).name);
    }
    const bool is_first = choices_.chance(50);
    line("selp.b64 " + to + ", " + (is_first ? plain : generic) + ", " + (is_first ? generic : plain) + ", " +
         predicate());
    access(choices_.chance(50) ? ".local" : "", "[" + to + "]", std::min(4U, variable.alignment));
}

void BodyMaker::compare(const std::string& to, const std::string& left, const std::string& right) {
    const std::string bits = left[1] == 'd' || left[1] == 'y' ? "64" : left[1] == 'h' || left[1] == 'z' ? "16" : "32";
    std::string kind;
    switch (choices_.below(5)) {
        case 0: kind = std::string(choices_.pick(other_relations)) + ".u"; break;
        case 1: kind = choices_.chance(50) ? "eq.b" : "ne.b"; break;
        case 2: kind = std::string(choices_.pick(signed_relations)) + ".u"; break;
        default: kind = std::string(choices_.pick(signed_relations)) + ".s"; break;
    }
    const std::string operation = kind.substr(0, 2);
    const std::string type = kind.substr(2);
    if (choices_.chance(10))
        return line("setp." + operation + (choices_.chance(50) ? ".and" : ".or") + type + bits + " " + to + ", " +
                    left + ", " + right + ", " + predicate());
    if (choices_.chance(8)) {
        const std::string second = fresh('q');
        predicates_.push_back(second);
        return line("setp." + operation + type + bits + " " + to + "|" + second + ", " + left + ", " + right);
    }
    line("setp." + operation + type + bits + " " + to + ", " + left + ", " + right);
}

void BodyMaker::compute_predicate() {
    const std::string to = choices_.chance(70) ? fresh('q') : "%p" + number(choices_.below(3));
    switch (choices_.below(8)) {
        case 0: line("and.pred " + to + ", " + predicate() + ", " + predicate()); break;
        case 1: line("or.pred " + to + ", " + predicate() + ", " + predicate()); break;
        case 2: line("not.pred " + to + ", " + predicate()); break;
        case 3: line("mov.pred " + to + ", " + (choices_.chance(60) ? "!" : "") + predicate()); break;
        default:
            compare(to,
                    choices_.chance(80)   ? index()
                    : choices_.chance(70) ? wide()
                                          : half(),
                    choices_.chance(60) ? small_constant() : constant());
    }
    predicates_.push_back(to);
}

void BodyMaker::branch(unsigned depth) {
    const std::string label = "B" + number(labels_++);
    std::string p = predicate();
    if (choices_.chance(80)) {
        p = fresh('q');
        const std::string left = choices_.chance(85) ? index() : choices_.chance(60) ? wide() : half();
        std::string right = small_constant();
        if (choices_.chance(30)) right = left[1] == 'd' || left[1] == 'y' ? wide() : left[1] == 'h' ? half() : word();
        compare(p, left, right);
        if (choices_.chance(20)) {
            const std::string both = fresh('q');
            const std::string other = fresh('q');
            compare(other, index(), small_constant());
            line((choices_.chance(50) ? "and.pred " : "or.pred ") + both + ", " + p + ", " + other);
            p = both;
        }
        predicates_.push_back(p);
    }
    const auto indices = indices_.size();
    line((choices_.chance(50) ? "@" : "@!") + p + " bra " + label);
    block(depth, 3);
    if (choices_.chance(10)) line("ret");
    if (choices_.chance(30)) {
        line("bra " + label + "e");
        out_ += label + ":\n";
        block(depth, 3);
        out_ += label + "e:\n";
    } else {
        out_ += label + ":\n";
    }
    // Registers that were made inside may be unwritten behind it: they are seldom useful.
    if (choices_.chance(70)) indices_.resize(indices);
}

// x - (x & -2^k), and what only looks like it.
void BodyMaker::remainder() {
    const std::string x = choices_.chance(70) ? index() : word();
    std::string whole = x;
    if (choices_.chance(40)) {  // what a division of signed numbers adds
        const std::string sign = fresh('x');
        const std::string added = fresh('x');
        whole = fresh('x');
        line("shr.s32 " + sign + ", " + x + ", 31");
        line("shr.u32 " + added + ", " + sign + ", " + number(choices_.between(24, 31)));
        line("add.s32 " + whole + ", " + x + ", " + (choices_.chance(85) ? added : index()));
    } else if (choices_.chance(15)) {
        whole = index();
    }
    const std::string masked = fresh('x');
    const std::string rest = fresh('x');
    const unsigned step = choices_.chance(85) ? 1U << choices_.below(6) : choices_.between(1, 40);
    line("and.b32 " + masked + ", " + whole + ", " + (choices_.chance(90) ? "-" : "") + number(step));
    line("sub.s32 " + rest + ", " + (choices_.chance(90) ? x + ", " + masked : masked + ", " + x));
    indices_.push_back(rest);
}

// A register that each turn changes and that may stay in a range: toggled, mirrored, masked, or begun anew at an end.
void BodyMaker::going_round() {
    constexpr std::array<unsigned, 6> masks = {3, 7, 12, 15, 31, 28};
    const std::string label = "G" + number(labels_++);
    const std::string value = fresh('x');
    const std::string turns = fresh('x');
    const std::string next = fresh('x');
    line("mov.u32 " + value + ", " + (choices_.chance(60) ? number(choices_.below(8)) : index()));
    line("mov.u32 " + turns + ", 0");
    out_ += label + ":\n";
    indices_.push_back(value);
    place();
    const std::string by = choices_.chance(85) ? number(choices_.below(16)) : index();
    switch (choices_.below(5)) {
        case 0: line("xor.b32 " + value + ", " + value + ", " + by); break;
        case 1: line("sub.s32 " + value + ", " + by + ", " + value); break;
        case 2:
            line("add.s32 " + next + ", " + value + ", " + number(choices_.below(9)));
            line("and.b32 " + value + ", " + next + ", " + number(choices_.pick(masks)));
            break;
        case 3: {
            const std::string p = fresh('q');
            line("add.s32 " + next + ", " + value + ", " + number(choices_.between(1, 3)));
            line("setp.ne.s32 " + p + ", " + next + ", " + number(choices_.between(2, 8)));
            if (choices_.chance(50)) {
                line("mov.u32 " + value + ", 0");
                line("@!" + p + " bra " + label + "_W");
                line("mov.u32 " + value + ", " + next);
                out_ += label + "_W:\n";
            } else {
                line("selp.b32 " + value + ", " + next + ", 0, " + p);
            }
            break;
        }
        default:
            line("add.s32 " + next + ", " + value + ", " + by);
            line("rem.u32 " + value + ", " + next + ", " + number(choices_.between(1, 12)));
            break;
    }
    const std::string p = fresh('q');
    line("add.u32 " + turns + ", " + turns + ", 1");
    line("setp.lt.u32 " + p + ", " + turns + ", " + number(choices_.between(1, 12)));
    line("@" + p + " bra " + label);
}

// A counter, perhaps a pointer that goes with it, and one, two or no ends.
void BodyMaker::loop(unsigned depth) {
    if (choices_.chance(15)) return halving_loop();
    if (choices_.chance(15)) return going_round();
    if (choices_.chance(15)) return unrolled_loop();
    if (choices_.chance(12)) return doubling_loop();
    if (choices_.chance(15)) return shared_out_loop();
    const std::string label = "L" + number(labels_++);
    const unsigned width = choices_.chance(75) ? 32 : choices_.chance(60) ? 64 : 16;
    const std::string counter = fresh(width == 32 ? 'x' : width == 64 ? 'y' : 'z');
    const std::string bits = number(width);
    const std::string named = width == 32 ? word() : width == 64 ? wide() : half();
    const bool is_down = choices_.chance(30);
    const std::string low = choices_.chance(75) ? number(choices_.below(4)) : choices_.chance(50) ? constant() : named;
    const std::string high = choices_.chance(65) ? small_constant() : choices_.chance(20) ? constant() : named;
    line("mov.b" + bits + " " + counter + ", " + (is_down ? high : low));
    std::string moving;
    std::string step;
    std::string space = ".global";
    unsigned bytes = 4;
    std::string moving_bits = "64";
    if (!variables_.empty() && choices_.chance(35)) {  // through a variable
        const MadeVariable& variable = choices_.pick(variables_);
        const bool is_narrow = variable.space == "shared";
        moving_bits = is_narrow ? "32" : "64";
        moving = fresh(is_narrow ? 'x' : 'y');
        space = "." + variable.space;
        bytes = std::min(variable.alignment, 4U);
        line("mov.u" + moving_bits + " " + moving + ", " + variable.name);
        step = number(bytes * choices_.between(1, 2));
        if (choices_.chance(15)) step = is_narrow ? index() : wide();
    } else if (choices_.chance(50)) {
        moving = fresh('y');
        line("mov.u64 " + moving + ", " + pointer());
        static constexpr Text steps[] = {"4", "8", "16", "-4", "1", "256"};
        step = choices_.chance(75) ? choices_.pick(steps) : wide();
    }
    out_ += label + ":\n";
    const std::string end = label + "e";
    const std::string p = fresh('q');
    const bool tests_first = choices_.chance(40);
    const bool updates_first = choices_.chance(30);
    static constexpr Text amounts[] = {"1", "1", "1", "2", "3", "4", "-1"};
    const std::string amount = choices_.chance(88) ? choices_.pick(amounts) : named;
    const auto advance = [&] {
        line((is_down ? "sub.s" : "add.s") + bits + " " + counter + ", " + counter + ", " + amount);
    };
    const auto test = [&] {
        std::string compared = counter;
        if (choices_.chance(10) && width == 32) {
            compared = fresh('x');
            line("add.s32 " + compared + ", " + counter + ", " + small_constant());
        }
        const std::string limit = is_down ? low : high;
        if (choices_.chance(85))
            compare(p, compared, limit);
        else
            line("setp." + std::string(choices_.chance(50) ? "lt" : "gt") + ".s" + bits + " " + p + ", " + limit +
                 ", " + compared);
    };
    const auto indices = indices_.size();
    if (width == 32) indices_.push_back(counter);
    if (width == 64 && choices_.chance(70)) {
        const std::string low_half = fresh('x');
        line("cvt.u32.u64 " + low_half + ", " + counter);
        indices_.push_back(low_half);
    }
    if (width == 16) {
        const std::string extended = fresh('x');
        line((choices_.chance(50) ? "cvt.u32.u16 " : "cvt.s32.s16 ") + extended + ", " + counter);
        indices_.push_back(extended);
    }
    if (!moving.empty() && space == ".global") pointers_.push_back(moving);
    if (tests_first) {
        test();
        line((choices_.chance(50) ? "@!" : "@") + p + " bra " + end);
    }
    if (updates_first) advance();
    block(depth, 3);
    if (choices_.chance(60)) place();
    if (!moving.empty()) access(space, "[" + moving + "]", bytes);
    if (choices_.chance(12)) line("@" + predicate() + " bra " + end);   // another way out
    if (choices_.chance(6)) line("@" + predicate() + " bra " + label);  // and another way back
    if (!moving.empty()) line("add.s" + moving_bits + " " + moving + ", " + moving + ", " + step);
    if (!updates_first) advance();
    if (width == 32) disturb(choices_.chance(70) || named[1] != 'r' ? counter : named);
    if (tests_first) {
        line("bra " + label);
    } else {
        test();
        line((choices_.chance(85) ? "@" : "@!") + p + " bra " + label);
    }
    out_ += end + ":\n";
    if (choices_.chance(60)) indices_.resize(indices);
}

void BodyMaker::packing() {
    const std::string a = fresh('x');
    const std::string b = fresh('x');
    if (choices_.chance(50)) {
        line("mov.b64 {" + a + ", " + b + "}, " + wide());
        indices_.push_back(choices_.chance(70) ? a : b);
        return;
    }
    const std::string to = fresh('y');
    line("mov.b64 " + to + ", {" + word() + ", " + word() + "}");
    if (choices_.chance(30)) pointers_.push_back(to);
}

// Any number of its type.
void BodyMaker::loading() {
    const unsigned bytes = 1U << choices_.below(4);
    const std::string to = bytes == 8 ? fresh('y') : fresh('x');
    line(std::string("ld.global.") + scalar_of(bytes, choices_) + " " + to + ", [" + pointer() + "]");
    if (bytes < 8) indices_.push_back(to);
}

// One of two pointers with any multiple behind it: aligned as far as the launch finds the pointers so.
std::string BodyMaker::far_from_pointers() {
    const std::string distance = fresh('y');
    line("shl.b64 " + distance + ", " + wide() + ", " + number(choices_.below(5)));
    const std::string one = fresh('y');
    line("add.s64 " + one + ", " + pointer() + ", " + distance);
    if (choices_.chance(40)) return one;
    const std::string chosen = fresh('y');
    line("selp.b64 " + chosen + ", " + one + ", " + (choices_.chance(70) ? pointer() : wide()) + ", " + predicate());
    return chosen;
}

// The guard's own sequence, and some that only look like it.
void BodyMaker::fence() {
    const std::string low = fresh('x');
    const std::string high = fresh('x');
    const std::string aligned = fresh('x');
    const std::string masked = fresh('x');
    const std::string fenced = fresh('x');
    const std::string to = fresh('y');
    const unsigned bytes = 1U << choices_.below(5);
    const bool is_far = choices_.chance(30);
    line("mov.b64 {" + low + ", " + high + "}, " + (is_far ? far_from_pointers() : wide()));
    line("and.b32 " + aligned + ", " + low + ", -" + number(bytes));
    std::string mask = "%x0";
    std::string base = "%x1";
    if (choices_.chance(6)) mask = word();
    if (choices_.chance(6)) base = choices_.chance(50) ? mask : word();
    if (choices_.chance(20)) {
        static constexpr Text tables[] = {"0xea", "0xea", "0xea", "0xec", "0xf8", "0xc8", "0xfe"};
        line("lop3.b32 " + fenced + ", " + high + ", " + mask + ", " + base + ", " + choices_.pick(tables));
    } else {
        line(guard() + (choices_.chance(96) ? "and.b32 " : "or.b32 ") + masked + ", " +
             (choices_.chance(50) ? high + ", " + mask : mask + ", " + high));
        line(guard() + (choices_.chance(96) ? "or.b32 " : "xor.b32 ") + fenced + ", " +
             (choices_.chance(96) ? masked : high) + ", " + base);
    }
    line("mov.b64 " + to + ", {" + (choices_.chance(is_far ? 40 : 90) ? aligned : low) + ", " +
         (choices_.chance(94) ? fenced : masked) + "}");
    pointers_.push_back(to);
    static constexpr Text offsets[] = {"", "", "+16", "+-16", "+4", "+1048576", "+2147483632", "+-2147483648"};
    access(".global", "[" + to + choices_.pick(offsets) + "]", choices_.chance(85) ? bytes : 1U << choices_.below(5));
}

void BodyMaker::call() {
    if (around_.functions.empty()) return narrowing();
    const std::string name = choices_.pick(around_.functions);
    const std::string result = fresh('y');
    std::string target = name;
    std::string prototype;
    if (around_.manner == Manner::Rewritten && choices_.chance(40)) {
        target = fresh('y');
        line("mov.u64 " + target + ", " + name);
        if (choices_.chance(30))
            line("@" + predicate() + " mov.u64 " + target + ", " + choices_.pick(around_.functions));
        if (choices_.chance(10)) line("add.s64 " + target + ", " + target + ", " + small_constant());
        prototype = ", P" + number(labels_);
        out_ += "P" + number(labels_++) + ": .callprototype (.param .b64 _) _ (.param .b64 _, .param .b32 _);\n";
    }
    out_ += "  {\n  .param .b64 out;\n  .param .b64 one;\n  .param .b32 two;\n";
    line("st.param.b64 [one], " + wide());
    line("st.param.b32 [two], " + word());
    line("call (out), " + target + ", (one, two)" + prototype);
    line("ld.param.b64 " + result + ", [out]");
    out_ += "  }\n";
}

void BodyMaker::table() {
    const std::string label = "T" + number(labels_++);
    const unsigned count = choices_.between(1, 3);
    std::string at = index();
    if (choices_.chance(60)) {
        const std::string clamped = fresh('x');
        line("min.u32 " + clamped + ", " + at + ", " + number(count - 1));
        at = clamped;
    }
    out_ += label + "t: .branchtargets ";
    for (unsigned i = 0; i < count; ++i)
        out_ += (i == 0 ? "" : ", ") + label + number(i);
    out_ += ";\n";
    line("brx.idx " + at + ", " + label + "t");
    for (unsigned i = 0; i < count; ++i) {
        out_ += label + number(i) + ":\n";
        narrowing();
    }
}

void BodyMaker::asynchronous() {
    std::vector<MadeVariable> shared;
    for (const MadeVariable& variable : variables_) {
        if (variable.space == "shared") shared.push_back(variable);
    }
    const unsigned kind = choices_.below(5);
    if (kind == 0 && choices_.chance(80)) return line("bar.sync " + number(choices_.below(16)));
    if (kind == 0) {
        const std::string barrier = fresh('x');
        const std::string at = choices_.chance(60) ? index() : word();
        line("min.u32 " + barrier + ", " + at + ", " + number(choices_.between(13, 16)));
        if (choices_.chance(50)) return line("bar.sync " + barrier);
        const std::string threads = fresh('x');
        line("and.b32 " + threads + ", " + word() + ", " + (choices_.chance(80) ? "992" : "1008"));
        const std::string least = fresh('x');
        line("max.u32 " + least + ", " + threads + ", 32");
        return line("bar.sync " + barrier + ", " + least);
    }
    if (shared.empty()) return place();
    const MadeVariable& variable = choices_.pick(shared);
    static constexpr unsigned sizes[] = {4, 8, 16};
    const unsigned bytes = choices_.pick(sizes);
    if (kind == 1 && choices_.chance(25)) return barrier_in(address_in(variable, 8));
    const std::string at = address_in(variable, kind == 2 ? 16 : bytes);
    if (kind == 2) {
        const std::string size = fresh('x');
        line("and.b32 " + size + ", " + index() + ", " + (choices_.chance(80) ? "48" : "60"));
        const std::string bytes_to_copy = choices_.chance(60) ? "16" : size;
        if (choices_.chance(75))
            return line("cp.async.bulk.global.shared::cta.bulk_group [" + pointer() + "], [" + at + "], " +
                        bytes_to_copy);
        const std::string barrier = address_in(choices_.pick(shared), 8);
        return line("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + at + "], [" + pointer() +
                    "], " + bytes_to_copy + ", [" + barrier + "]");
    }
    std::string size;
    if (choices_.chance(40)) {
        size = ", " + fresh('x');
        line("min.u32 " + size.substr(2) + ", " + word() + ", " + number(choices_.between(bytes / 2, bytes + 1)));
    }
    line("cp.async.ca.shared.global [" + at + "], [" + pointer() + "], " + number(bytes) + size);
}

// The checker accepts none of these: of modules that are rewritten they are gone.
void BodyMaker::barrier_in(const std::string& at) {
    const std::string place = "[" + at + "]";
    const std::string state = fresh('y');
    switch (choices_.below(9)) {
        case 0: return line("mbarrier.init.shared.b64 " + place + ", " + word());
        case 1: return line(guard() + "mbarrier.arrive.shared.b64 " + state + ", " + place);
        case 2: return line("mbarrier.arrive_drop.shared.b64 " + state + ", " + place);
        case 3: return line(guard() + "mbarrier.arrive.expect_tx.shared.b64 _, " + place + ", " + word());
        case 4: return line("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 " + place + ", " + word());
        case 5: return line("cp.async.mbarrier.arrive.noinc.shared.b64 " + place);
        case 6: return line("mbarrier.inval.shared.b64 " + place);
        case 7: return line(guard() + "mbarrier.test_wait.shared.b64 " + predicate() + ", " + place + ", " + wide());
        default: {
            const std::string generic = fresh('y');
            line("cvta.shared.u64 " + generic + ", " + wide());
            return line("mbarrier.arrive.b64 " + state + ", [" + generic + "]");
        }
    }
}

// The guard's own bound in shared memory, and some that only look like it.
// A number that is a multiple of so many bytes, or the address of a variable and such a number; or half as much.
std::string BodyMaker::aligned_word(unsigned bytes) {
    const unsigned multiple = choices_.chance(85) ? bytes : std::max(1U, bytes / 2);
    const std::string whole = fresh('x');
    line("mul.lo.u32 " + whole + ", " + word() + ", " + number(multiple));
    if (variables_.empty() || choices_.chance(40)) return whole;
    const MadeVariable& variable = choices_.pick(variables_);
    if (variable.space != "shared") return whole;
    const std::string start = fresh('x');
    const std::string sum = fresh('x');
    line("mov.u32 " + start + ", " + variable.name);
    line("add.u32 " + sum + ", " + start + ", " + whole);
    return sum;
}

void BodyMaker::bound() {
    if (around_.manner == Manner::Rewritten) return place();
    const MadeVariable* array = nullptr;
    for (const MadeVariable& variable : variables_) {
        if (variable.space == "shared" && variable.bytes == 0) array = &variable;
    }
    if (array == nullptr) return place();
    const unsigned bytes = 1U << choices_.below(5);
    const std::string begin = fresh('x');
    const std::string dynamic = fresh('x');
    const std::string end = fresh('x');
    const std::string last = fresh('x');
    const std::string least = fresh('x');
    const std::string at = fresh('x');
    line("mov.u32 " + begin + ", " +
         (choices_.chance(88) ? array->name + (choices_.chance(92) ? "" : "+" + small_constant())
                              : choices_.pick(variables_).name));
    line("mov.u32 " + dynamic + ", %dynamic_smem_size");
    line("add.u32 " + end + ", " + begin + ", " + dynamic);
    std::string from = end;
    if (!kept_.empty() && choices_.chance(90)) {
        from = fresh('x');
        std::string kept = kept_;
        if (choices_.chance(8)) {
            kept = fresh('x');
            line("add.u32 " + kept + ", " + kept_ + ", " + constant());
        }
        line("max.u32 " + from + ", " + end + ", " + kept);
    }
    line("sub.u32 " + last + ", " + from + ", " + (choices_.chance(90) ? number(bytes) : small_constant()));
    const std::string mask = number(choices_.chance(92) ? bytes : 1);
    const std::string smaller = choices_.chance(92) ? "min.u32 " : "min.s32 ";
    if (choices_.chance(50)) {
        line(smaller + least + ", " + word() + ", " + last);
        line("and.b32 " + at + ", " + least + ", -" + mask);
    } else {  // of what is aligned already, or is nearly so
        line("and.b32 " + least + ", " + last + ", -" + mask);
        line(smaller + at + ", " + aligned_word(bytes) + ", " + least);
    }
    for (const std::string& number_of : {end, last, least, at}) {
        if (choices_.chance(8)) indices_.push_back(number_of);
    }
    access(".shared", "[" + at + (choices_.chance(85) ? "" : "+" + number(bytes)) + "]", bytes);
}

}  // namespace ringfence::soundness
