#include "random_kernels.h"

#include <array>
#include <random>
#include <span>
#include <string>

namespace ringfence::attacks {
namespace {

// An honest kernel has one block of 32 threads. Each owns 1 KiB of the first half of the buffer; the second half is
// only read. So it computes the same on any device that does what PTX says: no thread sees what another writes.
constexpr unsigned registers = 8;  // of each kind
constexpr unsigned deepest = 3;
constexpr unsigned parameters = 5;

constexpr std::array hostile_values = {
    "own",
    "victim",
    "distance",
    "window_end-16",
    "window_begin",
    "zone_bytes",
    "zone_end-8",
    "-1",
    "0",
    "3",
    "0x100000",
    "0x7fffffff",
    "0x80000000",
    "0xffffffff",
    "victim+4",
    "distance_xor",
    "distance/16",
    "own+3",
    "record",
    "0xffffffff00000000",
    "-zone_bytes",
    "0x7fffffffffffffff",
    "0x8000000000000000",
    "window_end",
};
constexpr std::array honest_values = {"3", "1000", "0xffffffff", "77", "0x123456789abcdef"};

constexpr std::array words_ops = {"add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32",  "xor.b32", "min.s32",
                                  "max.u32", "shl.b32", "shr.u32",    "shr.s32", "div.u32", "rem.u32", "mul.hi.u32"};
constexpr std::array wide_ops = {"add.s64", "sub.s64", "mul.lo.s64", "and.b64",   "or.b64",
                                 "xor.b64", "min.s64", "max.u64",    "mul.hi.u64"};
// Registers that differ between blocks and threads, and those of clusters. Some are always 0 or 1 at a plain launch.
constexpr std::array specials = {"%ctaid.x",         "%ctaid.y",          "%nctaid.x",        "%nctaid.y",
                                 "%tid.x",           "%ntid.x",           "%laneid",          "%cluster_ctaid.x",
                                 "%cluster_ctaid.y", "%cluster_nctaid.x", "%cluster_ctarank", "%cluster_nctarank",
                                 "%clusterid.x",     "%nclusterid.x"};
constexpr std::array constants = {"1", "4", "-1", "-4", "16", "255", "0x7fffffff", "4096", "0x55555555"};

constexpr const char* module_head = R"(.version 8.3
.target sm_90
.address_size 64

.shared .align 16 .b8 block_memory[512];
.shared .align 16 .b8 barriers[6144];
.const .align 4 .b32 table[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
.global .align 16 .b8 variable[1024];
)";
constexpr const char* hostile_function = R"(
.func (.param .b64 result) passes(.param .b64 address)
{
    .reg .b64 %a, %b;
    ld.param.b64 %a, [address];
    ld.global.u64 %b, [%a];
    st.global.u32 [%a+8], 5;
    add.s64 %b, %a, %b;
    st.param.b64 [result], %b;
    ret;
}
)";

// How a hostile kernel is launched: the conditions for its variants must know each of these.
enum class Shape : std::uint8_t { OneBlock, Blocks, Cluster, Cooperative };
constexpr unsigned shapes = 4;

class Maker {
public:
    Maker(std::uint64_t seed, Manner manner, Shape shape) : random_(seed), manner_(manner), shape_(shape) {}

    std::string text() {
        out_ = module_head;
        if (is_hostile()) out_ += hostile_function;
        out_ += "\n.visible .entry attack(";
        for (unsigned i = 0; i < parameters; ++i)
            out_ += (i == 0 ? ".param .u64 p" : ", .param .u64 p") + std::to_string(i);
        out_ += ")\n";
        if (shape_ == Shape::Cluster) out_ += ".reqnctapercluster " + std::to_string(cluster_) + "\n";
        out_ += "{\n";
        declare();
        const unsigned count = 4 + below(24);
        for (unsigned i = 0; i < count; ++i)
            statement(0);
        // Something of every register must be seen.
        for (unsigned i = 0; i < registers; ++i) {
            const std::string at = "[%mine+" + std::to_string(8 * i) + "]";
            line(is_hostile() ? "st.global.u64 [%d" + std::to_string(i) + "], %d0"
                              : "st.global.u64 " + at + ", %d" + std::to_string(i));
        }
        line("ret");
        out_ += "}\n";
        return out_;
    }

    std::vector<Argument> arguments() {
        std::vector<Argument> all = {{8, "own"}};
        for (unsigned i = 1; i < parameters; ++i)
            all.push_back({8, is_hostile() ? any(hostile_values) : any(honest_values)});
        return all;
    }

    backend::Launch launch() const {
        backend::Launch launch;
        launch.block.x = 32;
        launch.cooperative = shape_ == Shape::Cooperative;
        if (shape_ != Shape::OneBlock) launch.grid.x = 2 * cluster_;
        return launch;
    }

private:
    bool is_hostile() const { return manner_ == Manner::Hostile; }
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    template <std::size_t count>
    std::string any(const std::array<const char*, count>& list) {
        return list[below(static_cast<unsigned>(count))];
    }
    std::string r() { return "%r" + std::to_string(below(registers)); }
    std::string d() { return "%d" + std::to_string(below(registers)); }
    std::string fresh(const char* kind) { return "%" + std::string(kind) + std::to_string(fresh_++); }
    void line(const std::string& text) { out_ += "    " + text + ";\n"; }

    void declare() {
        line(".reg .pred %p<4>");
        line(".reg .b32 %r<8>, %x<1000>, %thread");
        line(".reg .b64 %d<8>, %y<1000>, %mine, %all");
        line(".reg .f32 %f<4>");
        line(".local .align 16 .b8 stack[64]");
        line("mov.u32 %thread, %tid.x");
        line("mov.u32 %r0, %thread");
        line("ld.param.u64 %all, [p0]");
        line("mad.wide.u32 %mine, %thread, 1024, %all");
        for (unsigned i = 0; i < registers; ++i) {
            line("ld.param.u64 %d" + std::to_string(i) + ", [p" +
                 std::to_string(is_hostile() ? i % parameters : 1 + i % (parameters - 1)) + "]");
            if (i != 0) line("cvt.u32.u64 %r" + std::to_string(i) + ", %d" + std::to_string(i));
        }
        for (unsigned i = 0; i < 4; ++i) {
            line("setp.lt.u32 %p" + std::to_string(i) + ", %r0, " + std::to_string(1 + i * 9));
            line("mov.f32 %f" + std::to_string(i) + ", 0f3F800000");
        }
        line("st.local.v4.u32 [stack], {%r0, %r1, %r2, %r3}");
        line("st.local.v4.u32 [stack+16], {%r0, %r1, %r2, %r3}");
        line("st.local.v4.u32 [stack+32], {%r0, %r1, %r2, %r3}");
        line("st.local.v4.u32 [stack+48], {%r0, %r1, %r2, %r3}");
    }

    void statement(unsigned depth) {
        switch (below(16)) {
            case 0:
            case 1: word(); break;
            case 2:
            case 3: wide(); break;
            case 4: convert(); break;
            case 5: compare(); break;
            case 6: branch(depth); break;
            case 7: loop(depth); break;
            case 8: other_space(); break;
            case 9: is_hostile() ? call() : strided(); break;
            case 10: is_hostile() ? by_special() : strided(); break;
            case 11: is_hostile() ? stray_barriers() : own_barrier(); break;
            default: global(); break;
        }
    }

    std::string guard() {
        if (below(4) != 0) return "";
        return std::string(below(2) == 0 ? "@%p" : "@!%p") + std::to_string(below(4)) + " ";
    }

    void word() {
        std::string second = below(3) == 0 ? any(constants) : r();
        const std::string op = any(words_ops);
        // The machine or the compiler chooses the result of a division by zero.
        if (!is_hostile() && (op.starts_with("div") || op.starts_with("rem"))) {
            const std::string divisor = fresh("x");
            line("or.b32 " + divisor + ", " + second + ", 1");
            second = divisor;
        }
        line(guard() + op + " " + r() + ", " + r() + ", " + second);
    }
    void wide() {
        const std::string second = below(3) == 0 ? any(constants) : d();
        line(guard() + any(wide_ops) + " " + d() + ", " + d() + ", " + second);
    }

    void convert() {
        switch (below(9)) {
            case 0: line("cvt.u32.u64 " + r() + ", " + d()); break;
            case 1: line("cvt.s64.s32 " + d() + ", " + r()); break;
            case 2: line("cvt.u64.u32 " + d() + ", " + r()); break;
            case 3: line("mul.wide.u32 " + d() + ", " + r() + ", " + any(constants)); break;
            case 4: line("mad.wide.s32 " + d() + ", " + r() + ", 16, " + d()); break;
            case 5: line("mov.b64 " + d() + ", {" + r() + ", " + r() + "}"); break;
            case 6: line("bfe.u32 " + r() + ", " + r() + ", 3, 9"); break;
            case 7: line("shl.b64 " + d() + ", " + d() + ", " + r()); break;
            default: line("selp.b64 " + d() + ", " + d() + ", " + d() + ", %p" + std::to_string(below(4))); break;
        }
    }

    void compare() {
        constexpr std::array kinds = {"lt.s32", "lt.u32", "ge.u32", "eq.s32", "gt.s32", "ne.u32"};
        line("setp." + any(kinds) + " %p" + std::to_string(below(4)) + ", " + r() + ", " +
             (below(2) == 0 ? any(constants) : r()));
    }

    void block(unsigned depth) {
        const unsigned count = 1 + below(4);
        for (unsigned i = 0; i < count; ++i)
            statement(depth + 1);
    }

    void branch(unsigned depth) {
        if (depth >= deepest) return word();
        const std::string label = "L" + std::to_string(labels_++);
        line((below(2) == 0 ? "@%p" : "@!%p") + std::to_string(below(4)) + " bra " + label);
        block(depth);
        out_ += label + ":\n";
    }

    // A counter that nothing else changes, so that it comes to an end; a pointer that goes with it.
    void loop(unsigned depth) {
        if (depth >= deepest) return wide();
        const std::string label = "L" + std::to_string(labels_++);
        const std::string counter = fresh("x");
        const std::string p = "%p" + std::to_string(below(4));
        const std::string pointer = is_hostile() ? d() : fresh("y");
        line("mov.u32 " + counter + ", 0");
        if (!is_hostile()) line("mov.u64 " + pointer + ", %mine");
        out_ += label + ":\n";
        line("st.global.u32 [" + pointer + "], " + r());
        block(depth);
        line("add.s64 " + pointer + ", " + pointer + ", " + (is_hostile() && below(2) == 0 ? d() : "4"));
        line("add.s32 " + counter + ", " + counter + ", 1");
        line("setp.lt.u32 " + p + ", " + counter + ", " + std::to_string(1 + below(9)));
        line("@" + p + " bra " + label);
    }

    // An address of `bytes` bytes in what the thread owns, or in what nobody writes; a hostile one is whatever a
    // register holds.
    std::string address(unsigned bytes, bool is_constant) {
        constexpr std::array offsets = {"", "+4", "+16", "+-16", "+1", "+0x100000", "+-0x7ffffff0"};
        if (is_hostile()) return "[" + d() + any(offsets) + "]";
        const std::string offset = fresh("x");
        const std::string at = fresh("y");
        line("and.b32 " + offset + ", " + r() + ", " + std::to_string(1008U & ~(bytes - 1)));
        line("cvt.u64.u32 " + at + ", " + offset);
        line("add.s64 " + at + ", " + at + ", %mine");
        return "[" + at + (is_constant ? "+32768]" : "]");
    }

    void global() {
        const std::string space = below(5) == 0 ? "" : ".global";
        const std::string when = guard();
        const unsigned kind = below(16);
        const unsigned bytes = kind < 2 ? 1 : kind < 4 ? 8 : kind < 7 ? 16 : 4;
        // Such loads are only for what no thread writes while the kernel runs: any other's result is undefined.
        constexpr unsigned non_coherent = 6;
        const std::string at = address(bytes, kind == non_coherent);
        const auto is = [&](const std::string& text) { line(when + text); };
        switch (kind) {
            case 0: return is("ld" + space + ".u8 " + r() + ", " + at);
            case 1: return is("st" + space + ".u8 " + at + ", " + r());
            case 2: return is("ld" + space + ".u64 " + d() + ", " + at);
            case 3: return is("st" + space + ".u64 " + at + ", " + d());
            case 4: return is("ld" + space + ".v2.u64 {%d2, %d5}, " + at);
            case 5:
                return is("st" + space + ".v4.u32 " + at + ", {" + r() + ", " + r() + ", " + r() + ", " + r() + "}");
            case non_coherent: return is("ld.global.nc.v4.u32 {%r1, %r3, %r5, %r7}, " + at);
            case 7: return is("atom" + space + ".add.u32 " + r() + ", " + at + ", " + r());
            case 8: return is("atom" + space + ".cas.b32 " + r() + ", " + at + ", " + r() + ", " + r());
            case 9: return is("red" + space + ".or.b32 " + at + ", " + r());
            case 10: return is("ld.volatile.global.u32 " + r() + ", " + at);
            case 11: return is("st.relaxed.gpu.global.u32 " + at + ", " + r());
            case 12: return is("ld" + space + ".s32 " + r() + ", " + at);
            case 13: return is("atom.global.exch.b32 " + r() + ", " + at + ", " + r());
            default: return is("st" + space + ".u32 " + at + ", " + r());
        }
    }

    // own[tid * 1024 + 4 * i] with 32-bit arithmetic, as compilers write it
    void strided() {
        const std::string index = fresh("x");
        const std::string at = fresh("y");
        line("and.b32 " + index + ", " + r() + ", 255");
        line("mad.wide.u32 " + at + ", " + index + ", 4, %mine");
        line((below(2) == 0 ? "ld.global.u32 " + r() + ", [" + at + "]" : "st.global.u32 [" + at + "], " + r()));
    }

    // A place in a variable; of a hostile kernel now and then anywhere else.
    std::string place_in(const char* variable, unsigned mask, bool is_wide) {
        const std::string at = fresh(is_wide ? "y" : "x");
        const std::string from = fresh(is_wide ? "y" : "x");
        const std::string offset = fresh("x");
        const std::string type = is_wide ? "64" : "32";
        line("mov.u" + type + " " + from + ", " + variable);
        if (is_hostile() && below(2) == 0) {
            line("mov.u32 " + offset + ", " + r());
        } else {
            line("and.b32 " + offset + ", " + r() + ", " + std::to_string(mask));
        }
        if (is_wide) {
            const std::string extended = fresh("y");
            line("cvt.s64.s32 " + extended + ", " + offset);
            line("add.s64 " + at + ", " + from + ", " + extended);
        } else {
            line("add.s32 " + at + ", " + from + ", " + offset);
        }
        return "[" + at + "]";
    }

    void other_space() {
        // Shared memory is the block's, variables are everybody's: what an honest kernel finds there would depend on
        // the order of threads.
        const std::string value = is_hostile() ? r() : "7";
        switch (below(6)) {
            case 0: return line("st.local.u32 " + place_in("stack", 60, true) + ", " + r());
            case 1: return line("ld.local.v2.u64 {%d1, %d3}, " + place_in("stack", 48, true));
            case 2: return line("ld.const.u32 " + r() + ", " + place_in("table", 60, true));
            case 3: return line("st.shared.u32 " + place_in("block_memory", 508, false) + ", " + value);
            case 4:
                if (!is_hostile()) return line("st.shared.v2.u32 " + place_in("block_memory", 496, false) + ", {7, 7}");
                return line("ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, " + place_in("block_memory", 496, false));
            default:
                if (!is_hostile()) return line("st.global.u32 [variable+" + std::to_string(4 * below(256)) + "], 9");
                line("mov.u64 %d4, variable");
                return line("st.global.u32 [%d4+" + std::to_string(4 * below(100000)) + "], " + r());
        }
    }

    // own + special register * something: as long as the register is what the launch's conditions take it for, it is
    // near; if it is not, the step may be all the way to the victim.
    void by_special() {
        const std::string index = fresh("x");
        const std::string extended = fresh("y");
        const std::string at = fresh("y");
        line("mov.u32 " + index + ", " + any(specials));
        if (below(2) == 0) line("shr.u32 " + index + ", " + index + ", " + std::to_string(below(4)));
        line("cvt.u64.u32 " + extended + ", " + index);
        line("mad.lo.s64 " + at + ", " + extended + ", " + (below(3) == 0 ? any(constants) : d()) + ", %all");
        line("st.global.u32 [" + at + "], " + index);
    }

    // A barrier that the thread alone uses, from its beginning to its end, and what it answers. Behind it there is
    // room for copies.
    void own_barrier() {
        const std::string at = fresh("x");
        line("mov.u32 " + at + ", barriers");
        line("mad.lo.u32 " + at + ", %thread, 192, " + at);
        BarrierCounts counts;
        counts.expected = counts.pending = 1 + below(6);
        const std::string barrier = "[" + at + "]";
        line("mbarrier.init.shared.b64 " + barrier + ", " + std::to_string(counts.expected));
        std::string state = fresh("y");
        line("mbarrier.arrive.expect_tx.shared.b64 " + state + ", " + barrier + ", 48");
        counts.arrive(1, 48);
        const unsigned count = 2 + below(12);
        for (unsigned i = 0; i < count; ++i) {
            change_own_barrier(at, counts, state);
            ask_own_barrier(barrier, state);
        }
        line("mbarrier.inval.shared.b64 " + barrier);
    }

    // The counts that a barrier of the thread's own waits for.
    struct BarrierCounts {
        unsigned expected = 0;
        unsigned pending = 0;
        int bytes = 0;

        void arrive(unsigned threads, int more) {
            pending -= threads;
            bytes += more;
            if (pending == 0 && bytes == 0) pending = expected;
        }
    };

    void change_own_barrier(const std::string& at, BarrierCounts& counts, std::string& state) {
        const std::string barrier = "[" + at + "]";
        // Bytes that are missing come first: no thread is left that could announce some.
        const unsigned kind = counts.pending == 0 ? 0 : below(8);
        const unsigned threads = counts.pending == 0 ? 0 : 1 + below(counts.pending);
        const bool is_last = threads == counts.pending;
        const std::string many = std::to_string(threads);
        switch (kind) {
            case 0: {
                const int bytes = counts.pending == 0 ? counts.bytes : static_cast<int>(16 * (1 + below(3)));
                line("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 " + barrier + ", " + std::to_string(bytes));
                return counts.arrive(0, -bytes);
            }
            case 1:
                line("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 " + barrier + ", 16");
                return counts.arrive(0, 16);
            case 2:
                line("cp.async.ca.shared.global [" + at + "+16], [%mine+32768], 16");
                return line("cp.async.mbarrier.arrive.shared.b64 " + barrier);
            case 3: {
                const int bytes = static_cast<int>(16 * (1 + below(10)));
                line("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + at +
                     "+16], [%mine+32768], " + std::to_string(bytes) + ", " + barrier);
                line("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 " + barrier + ", " + std::to_string(bytes));
                return;
            }
            default: break;
        }
        // Nothing may be missing or too much when the last thread comes, but bytes that others bring.
        if (is_last && counts.bytes < 0) {
            line("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 " + barrier + ", " + std::to_string(-counts.bytes));
            counts.bytes = 0;
        }
        state = fresh("y");
        const bool may_drop = kind == 5 && counts.expected > threads;
        const bool is_partly = kind == 6 && !is_last;
        const std::string name = may_drop ? "arrive_drop" : is_partly ? "arrive.noComplete" : "arrive";
        line("mbarrier." + name + ".release.cta.shared::cta.b64 " + state + ", " + barrier + ", " + many);
        if (may_drop) counts.expected -= threads;
        counts.arrive(threads, 0);
    }

    void ask_own_barrier(const std::string& barrier, const std::string& state) {
        const std::string p = "%p" + std::to_string(below(4));
        const std::string how = below(2) == 0 ? "mbarrier.test_wait" : "mbarrier.try_wait";
        if (below(2) == 0) {
            line(how + ".shared.b64 " + p + ", " + barrier + ", " + state);
        } else {
            line(how + ".parity.shared.b64 " + p + ", " + barrier + ", " + std::to_string(below(2)));
        }
        line("selp.b32 " + r() + ", 1, " + r() + ", " + p);
    }

    // Whatever a register holds, as a barrier's place or what is done with it.
    void stray_barriers() {
        const std::string at = below(2) == 0 ? "[" + r() + "]" : place_in("barriers", 6136, false);
        const std::string when = guard();
        switch (below(10)) {
            case 0: return line(when + "mbarrier.init.shared.b64 " + at + ", " + r());
            case 1: return line(when + "mbarrier.arrive.shared.b64 " + d() + ", " + at);
            case 2: return line(when + "mbarrier.arrive.release.cta.shared::cta.b64 " + d() + ", " + at + ", " + r());
            case 3: return line(when + "mbarrier.arrive_drop.shared.b64 " + d() + ", " + at);
            case 4: return line(when + "mbarrier.test_wait.shared.b64 %p1, " + at + ", " + d());
            case 5: return line(when + "mbarrier.try_wait.parity.shared.b64 %p2, " + at + ", " + r());
            case 6: return line(when + "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 " + at + ", " + r());
            case 7: return line(when + "cp.async.mbarrier.arrive.noinc.shared.b64 " + at);
            case 8: return line(when + "mbarrier.arrive.b64 " + d() + ", [" + d() + "]");
            default: {
                const std::string size = fresh("x");
                line("and.b32 " + size + ", " + r() + ", 4095");
                return line(when + "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" + r() +
                            "], [" + d() + "], " + size + ", " + at);
            }
        }
    }

    void call() {
        out_ += "    {\n        .param .b64 a;\n        .param .b64 b;\n        st.param.b64 [a], " + d() +
                ";\n        call (b), passes, (a);\n        ld.param.b64 " + d() + ", [b];\n    }\n";
    }

    std::mt19937_64 random_;
    Manner manner_;
    Shape shape_;
    unsigned cluster_ = 1U << below(4);
    std::string out_;
    unsigned labels_ = 0;
    unsigned fresh_ = 0;
};

}  // namespace

Attack make_random_kernel(std::uint64_t seed, Manner manner) {
    const bool is_hostile = manner == Manner::Hostile;
    const Shape shape = is_hostile ? static_cast<Shape>(seed / 2 % shapes) : Shape::OneBlock;
    Maker maker(seed * 2 + (is_hostile ? 0 : 1), manner, shape);
    Attack attack;
    attack.name = (is_hostile ? "hostile-" : "honest-") + std::to_string(seed);
    attack.ptx = maker.text();
    attack.arguments = maker.arguments();
    attack.expectations = {{Expectation::Kind::Contained, {}}};
    if (shape == Shape::Cluster)
        attack.expectations.push_back({Expectation::Kind::Refused, "wants clusters of several blocks"});
    attack.launch = maker.launch();
    attack.is_for_soft = shape != Shape::Cluster || attack.launch.grid.x == 2;  // it has no clusters of several blocks
    return attack;
}

}  // namespace ringfence::attacks
