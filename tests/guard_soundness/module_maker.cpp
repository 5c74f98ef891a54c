#include "module_maker.h"

#include <algorithm>

#include "body_maker.h"

namespace ringfence::soundness {
namespace {

using Text = const char*;

struct ScalarType {
    Text name;
    unsigned bytes;
};
constexpr ScalarType scalars[] = {{"u8", 1},  {"s8", 1},  {"u16", 2}, {"s16", 2}, {"u32", 4}, {"s32", 4},
                                  {"b32", 4}, {"u32", 4}, {"u64", 8}, {"u64", 8}, {"u64", 8}, {"u64", 8},
                                  {"s64", 8}, {"b64", 8}, {"f32", 4}, {"f64", 8}};

class ModuleMaker {
public:
    ModuleMaker(Choices& choices, Manner manner) : choices_(choices) { around_.manner = manner; }

    std::string text() {
        out_ = ".version 9.0\n.target sm_90\n.address_size 64\n";
        if (around_.manner == Manner::Direct) out_ += ".const .align 16 .b32 __rf_words[16];\n";
        const unsigned variables = choices_.below(4);
        for (unsigned i = 0; i < variables; ++i)
            variable(i);
        const unsigned functions = choices_.chance(80) ? 0 : choices_.between(1, 2);
        for (unsigned i = 0; i < functions; ++i)
            function(i);
        const unsigned kernels = choices_.between(1, 2);
        for (unsigned i = 0; i < kernels; ++i)
            kernel(i);
        return out_;
    }

private:
    void variable(unsigned number) {
        MadeVariable made;
        made.name = "v" + std::to_string(number);
        made.alignment = 1U << choices_.below(5);
        made.bytes = choices_.chance(70) ? 4 * choices_.between(1, 18) : choices_.between(1, 70);
        if (choices_.chance(20)) made.bytes = 4 * choices_.between(30, 300);
        const unsigned kind = choices_.below(10);
        made.space = kind < 6 ? "shared" : kind < 8 || around_.manner == Manner::Direct ? "const" : "global";
        const bool is_dynamic = made.space == "shared" && choices_.chance(35);
        // More than where shared memory begins, so not the address's.
        if (made.space == "shared" && choices_.chance(4)) made.alignment = 2048;
        if (is_dynamic) made.bytes = 0;
        out_ += is_dynamic ? ".extern ." : ".";
        out_ += made.space + " .align " + std::to_string(made.alignment) + " .b8 " + made.name + "[" +
                (is_dynamic ? "" : std::to_string(made.bytes)) + "];\n";
        around_.variables.push_back(made);
    }

    void function(unsigned number) {
        const std::string name = "f" + std::to_string(number);
        around_.is_kernel = false;
        around_.parameters = {{"one", 8, 8}, {"two", 4, 4}};
        around_.statements = 5;
        std::vector<std::string> functions;
        functions.swap(around_.functions);
        out_ += ".func (.param .b64 result) " + name + "(.param .b64 one, .param .b32 two)\n{\n" +
                BodyMaker(choices_, around_).text() + "}\n";
        around_.functions.swap(functions);
        around_.functions.push_back(name);
    }

    void kernel(unsigned number) {
        around_.is_kernel = true;
        around_.parameters.clear();
        around_.statements = choices_.between(8, 22);
        std::string list;
        const unsigned count = choices_.between(1, 5);
        for (unsigned i = 0; i < count; ++i)
            list += (i == 0 ? "" : ", ") + parameter(i);
        out_ += ".visible .entry k" + std::to_string(number) + "(" + list + ")" + directives() + "\n{\n" +
                BodyMaker(choices_, around_).text() + "}\n";
    }

    std::string parameter(unsigned number) {
        MadeParameter made;
        made.name = "p" + std::to_string(number);
        std::string text = ".param ";
        const unsigned alignment = 1U << choices_.below(5);
        if (choices_.chance(15)) {
            made.bytes = choices_.chance(70) ? 8 * choices_.between(1, 4) : choices_.between(1, 40);
            made.alignment = alignment;
            text +=
                ".align " + std::to_string(alignment) + " .b8 " + made.name + "[" + std::to_string(made.bytes) + "]";
        } else {
            const ScalarType& type = choices_.pick(scalars);
            made.bytes = type.bytes;
            made.alignment = type.bytes;
            if (choices_.chance(12)) {
                made.alignment = alignment;
                text += ".align " + std::to_string(alignment) + " ";
            }
            text += std::string(".") + type.name + " " + made.name;
        }
        around_.parameters.push_back(made);
        return text;
    }

    std::string directives() {
        std::string text;
        const bool is_cluster = choices_.chance(3);
        const bool counts_clusters = is_cluster && choices_.chance(30);
        if (counts_clusters || choices_.chance(10))
            text += "\n.reqntid " + std::to_string(1U << choices_.below(8)) + ", 1, 1";
        if (is_cluster)
            text += "\n.reqnctapercluster " + std::to_string(choices_.between(1, 8)) + ", " +
                    (choices_.chance(80) ? "1" : "2") + ", 1";
        if (counts_clusters) text += "\n.blocksareclusters";
        return text;
    }

    Choices& choices_;
    Surroundings around_;
    std::string out_;
};

}  // namespace

std::string make_module(Choices& choices, Manner manner) {
    return ModuleMaker(choices, manner).text();
}

}  // namespace ringfence::soundness
