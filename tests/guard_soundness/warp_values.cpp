// Numbers and predicates that are the same in all threads of a block, in those of a warp, or in none: see warp_maker.h.
#include "warp_maker.h"

namespace ringfence::soundness {
namespace {

using Text = const char*;

constexpr Text warp_relations[] = {"lt", "le", "gt", "ge", "eq", "ne"};
constexpr Text warp_operations[] = {"add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32",  "xor.b32",
                                    "min.u32", "max.s32", "shl.b32",    "shr.u32", "rem.u32", "div.s32"};

}  // namespace

std::string WarpMaker::word(Kind kind) {
    if (errs()) kind = static_cast<Kind>(choices_.below(kinds));
    if (!known_[kind].empty() && choices_.chance(65)) return choices_.pick(known_[kind]);
    return make_word(kind);
}

std::string WarpMaker::predicate(Kind kind) {
    if (errs()) kind = static_cast<Kind>(choices_.below(kinds));
    if (!known_predicates_[kind].empty() && choices_.chance(50)) return choices_.pick(known_predicates_[kind]);
    return make_predicate(kind);
}

std::string WarpMaker::make_word(Kind kind) {
    const std::string to = fresh();
    if (kind == Block) make_same(to);
    if (kind == Warp) make_of_warp(to);
    if (kind == Own) make_own(to);
    known_[kind].push_back(to);
    return to;
}

void WarpMaker::compute(const std::string& to, Kind kind) {
    const std::string left = word(kind);
    const std::string right =
        choices_.chance(40) ? number(choices_.below(40)) : word(choices_.chance(60) ? kind : Block);
    line(std::string(choices_.pick(warp_operations)) + " " + to + ", " + left + ", " + right);
}

void WarpMaker::make_same(const std::string& to) {
    static constexpr Text places[] = {"%ctaid.x", "%ctaid.y", "%ntid.x", "%ntid.y", "%nctaid.x", "%ntid.z"};
    switch (choices_.below(12)) {
        case 0:
        case 1:
        case 2:
            if (!is_kernel_) return line("mov.u32 " + to + ", " + choices_.pick(places));
            return line(std::string("ld.param.u32 ") + to + ", [" + (choices_.chance(50) ? "n" : "m") + "]");
        case 3:
        case 4: return line("mov.u32 " + to + ", " + choices_.pick(places));
        case 5: return line("ld.const.u32 " + to + ", [c+" + number(4 * choices_.below(8)) + "]");
        case 6:
        case 7: return compute(to, Block);
        case 8: {
            const std::string which = predicate(Block);
            const std::string left = word(Block);
            return line("selp.b32 " + to + ", " + left + ", " + word(Block) + ", " + which);
        }
        case 9: {
            const std::string what = predicate(Own);
            return line("vote.sync.ballot.b32 " + to + ", " + what + ", " + mask());
        }
        case 10: return meet_for(to, false);
        default: {
            const std::string what = word(Own);
            if (choices_.chance(50)) return line("redux.sync.min.u32 " + to + ", " + what + ", " + mask());
            return line("shfl.sync.idx.b32 " + to + ", " + what + ", " + (errs() ? word(Own) : "0") + ", 31, " +
                        mask());
        }
    }
}

// A register with %tid.x, mostly the same; or what only looks like it.
std::string WarpMaker::place_in_row() {
    if (!errs() && choices_.chance(97)) return place_;
    const std::string to = fresh();
    static constexpr Text others[] = {"%tid.y", "%laneid", "%tid.x", "%tid.x"};
    const std::string when = choices_.chance(40) ? guard(kind()) : "";
    line(when + "mov.u32 " + to + ", " + choices_.pick(others));
    return to;
}

void WarpMaker::make_of_warp(const std::string& to) {
    switch (choices_.below(8)) {
        case 0:
        case 1:
        case 2: {
            static constexpr Text shifts[] = {"shr.u32 ", "shr.u32 ", "shr.s32 ", "shr.b32 "};
            const unsigned by = errs() ? choices_.between(3, 5) : choices_.between(5, 7);
            return line((errs() ? "@" + predicate(kind()) + " " : "") + choices_.pick(shifts) + to + ", " +
                        place_in_row() + ", " + (errs() ? word(Block) : number(by)));
        }
        case 3: {
            static constexpr Text masks[] = {"-32", "96", "0xffffffe0", "64"};
            static constexpr Text wrong[] = {"-16", "48", "0x7ffffff0", "33"};
            return line("and.b32 " + to + ", " + place_in_row() + ", " +
                        (errs() ? choices_.pick(wrong) : choices_.pick(masks)));
        }
        case 4: return line("div.u32 " + to + ", " + place_in_row() + ", " + (errs() ? "31" : "32"));
        case 5: return line("bfe.u32 " + to + ", " + place_in_row() + ", " + (errs() ? "4" : "5") + ", 5");
        case 6: {  // the number among all threads of the block
            const std::string rows = fresh();
            const std::string all = fresh();
            line("mov.u32 " + rows + ", %tid.y");
            const std::string width = fresh();
            line("mov.u32 " + width + ", %ntid.x");
            line("mad.lo.u32 " + all + ", " + rows + ", " + width + ", " + place_in_row());
            return line("shr.u32 " + to + ", " + all + ", 5");
        }
        default: return compute(to, Warp);
    }
}

// What a function gives is its own business.
void WarpMaker::call(const std::string& to) {
    out_ += "  {\n  .param .b32 out;\n";
    line("call (out), f, ()");
    line("ld.param.u32 " + to + ", [out]");
    out_ += "  }\n";
}

void WarpMaker::make_own(const std::string& to) {
    const std::string place = "[s+" + number(4 * choices_.below(16)) + "]";
    switch (choices_.below(has_function_ && is_kernel_ ? 15 : 13)) {
        case 13:
        case 14: return call(to);
        case 0: {  // of a carry
            const std::string sum = fresh();
            line("add.cc.u32 " + sum + ", " + word(Own) + ", " + word(Own));
            return line("addc.u32 " + to + ", 0, 0");
        }
        case 1: return line("mov.u32 " + to + ", %tid.x");
        case 2: return line("mov.u32 " + to + ", %laneid");
        case 3:
        case 4: return line("ld.shared.u32 " + to + ", " + place);
        case 5: return line("ld.volatile.shared.u32 " + to + ", " + place);
        case 6: return line("atom.shared.add.u32 " + to + ", " + place + ", 1");
        case 7: return line("and.b32 " + to + ", " + place_in_row() + ", 31");
        case 8: return line("activemask.b32 " + to);
        case 9: {
            const std::string what = word(Own);
            return line("shfl.sync.bfly.b32 " + to + ", " + what + ", 1, 31, " + mask());
        }
        case 10: {
            const std::string what = word(Own);
            return line("match.any.sync.b32 " + to + ", " + what + ", " + mask());
        }
        default: return compute(to, Own);
    }
}

// All lanes; or some, with the own one: those of the own half of the warp, or any.
std::string WarpMaker::mask() {
    if (choices_.chance(95) && !errs()) return "-1";
    if (choices_.chance(20)) return choices_.chance(50) ? "0xffff" : "0x7fffffff";
    const std::string own = fresh();
    const std::string all = fresh();
    std::string some = fresh();
    if (choices_.chance(70)) {
        const std::string lane = fresh();
        const std::string is_low = fresh_predicate();
        line("mov.u32 " + lane + ", %laneid");
        line("setp.lt.u32 " + is_low + ", " + lane + ", 16");
        line("selp.b32 " + some + ", 0xffff, 0xffff0000, " + is_low);
    } else {
        some = word(Own);
    }
    line("mov.u32 " + own + ", %lanemask_eq");
    line("or.b32 " + all + ", " + some + ", " + own);
    return all;
}

std::string WarpMaker::make_predicate(Kind kind) {
    const std::string to = fresh_predicate();
    const unsigned way = choices_.below(10);
    if (way < 2) {
        static constexpr Text joins[] = {"and.pred ", "or.pred ", "xor.pred "};
        const std::string left = predicate(kind);
        line(choices_.pick(joins) + to + ", " + left + ", " + predicate(kind));
    } else if (kind == Warp) {
        compare_with_warps(to);
    } else if (kind == Block && way < 4) {
        vote_for(to);
    } else if (kind == Block && way < 5) {
        meet_for(to, true);
    } else {
        compare(to, kind);
    }
    known_predicates_[kind].push_back(to);
    return to;
}

void WarpMaker::compare(const std::string& to, Kind kind) {
    const std::string left = word(kind);
    const std::string right =
        choices_.chance(60) ? number(choices_.below(9)) : word(choices_.chance(50) ? kind : Block);
    line(std::string("setp.") + choices_.pick(warp_relations) + (choices_.chance(60) ? ".u32 " : ".s32 ") + to + ", " +
         left + ", " + right);
}

// `tid.x < 64`, `warp == 1` and the like.
void WarpMaker::compare_with_warps(const std::string& to) {
    const std::string sign = choices_.chance(60) ? ".u32 " : ".s32 ";
    const unsigned warps = choices_.below(4);
    switch (choices_.below(5)) {
        case 0:
        case 1: {
            unsigned limit = 32 * warps;
            if (errs()) limit += choices_.chance(50) ? 1 : 16;
            return line((choices_.chance(50) ? "setp.lt" : "setp.ge") + sign + to + ", " + place_in_row() + ", " +
                        number(limit));
        }
        case 2: {
            unsigned limit = 32 * warps + 31;
            if (errs()) limit -= choices_.chance(50) ? 1 : 31;
            return line((choices_.chance(50) ? "setp.le" : "setp.gt") + sign + to + ", " + place_in_row() + ", " +
                        number(limit));
        }
        case 3: {  // wrapped around
            const std::string moved = fresh();
            const std::string place = place_in_row();
            line("add.s32 " + moved + ", " + place + ", -" + number(32 * warps + (errs() ? 1 : 0)));
            return line("setp.lt" + sign + to + ", " + moved + ", " + number(32 * choices_.below(3)));
        }
        default: {
            const std::string warp = word(Warp);
            return line(std::string("setp.") + choices_.pick(warp_relations) + sign + to + ", " + warp + ", " +
                        (choices_.chance(60) ? number(warps) : word(Block)));
        }
    }
}

void WarpMaker::vote_for(const std::string& to) {
    static constexpr Text votes[] = {"any", "all", "uni"};
    const std::string what = predicate(Own);
    const std::string lanes = mask();
    std::string when;
    if (errs() || choices_.chance(4)) {
        when = guard(choices_.chance(50) ? Own : kind());
        line("setp.ne.u32 " + to + ", " + place_ + ", " + place_);
    }
    line(when + "vote.sync." + choices_.pick(votes) + ".pred " + to + ", " + what + ", " + lanes);
}

// What a reduction over all threads gives; each kind has a barrier of its own.
void WarpMaker::meet_for(const std::string& to, bool is_predicate) {
    const std::string what = predicate(choices_.chance(70) ? Own : Warp);
    static constexpr Text spellings[] = {"bar.red.", "bar.red.", "barrier.red."};
    const unsigned spelling = choices_.below(3);
    const bool is_aligned = spelling == 2 && choices_.chance(50);
    const unsigned way = is_predicate ? choices_.below(2) : 2;
    static constexpr Text ways[] = {"and", "or", "popc"};
    line((errs() ? guard(kind()) : "") + spellings[spelling] + ways[way] + (is_aligned ? ".aligned" : "") +
         (is_predicate ? ".pred " : ".u32 ") + to + ", " + number(2 + way) + ", " + what);
}

}  // namespace ringfence::soundness
