// Textures and surfaces.
#include "body_maker.h"

namespace ringfence::soundness {
namespace {

struct Shape {
    const char* name;
    unsigned column;
    bool is_layered;
    unsigned dimensions;
};

constexpr Shape texture_shapes[] = {{"1d", 0, false, 1},  {"2d", 1, false, 2}, {"3d", 2, false, 3},
                                    {"a1d", 3, true, 1},  {"a2d", 4, true, 2}, {"cube", 5, false, 3},
                                    {"acube", 6, true, 3}};
constexpr unsigned surface_shapes = 5;
constexpr unsigned elements_column = 7;
constexpr unsigned first_surface_column = 8;

}  // namespace

// The guard's own sequence, and some that only look like it; or a number as it is, for the rewriter.
std::string BodyMaker::handle(unsigned column) {
    if (around_.manner != Manner::Direct || !around_.is_kernel || choices_.chance(4)) return wide();
    const std::string table = fresh('y');
    const std::string clamped = fresh('y');
    const std::string distance = fresh('y');
    const std::string entry = fresh('y');
    const std::string found = fresh('y');
    line(guard() + "ld.const.b64 " + table + ", [__rf_words+" + (choices_.chance(97) ? "48" : "8") + "]");
    static constexpr std::string_view clamps[] = {"min.u64 ", "min.u64 ", "min.s64 ", "max.u64 "};
    static constexpr std::string_view bounds[] = {"4095", "4095", "4096", "8191", "4094"};
    static constexpr std::string_view shifts[] = {"9", "9", "10", "8", "12"};
    const bool is_odd = choices_.chance(15);
    line(guard() + std::string(is_odd ? choices_.pick(clamps) : "min.u64 ") + clamped + ", " + wide() + ", " +
         std::string(is_odd ? choices_.pick(bounds) : "4095"));
    line((choices_.chance(97) ? "shl.b64 " : "shr.u64 ") + distance + ", " + (choices_.chance(97) ? clamped : wide()) +
         ", " + std::string(is_odd ? choices_.pick(shifts) : "9"));
    line((choices_.chance(97) ? "add.s64 " : "sub.s64 ") + entry + ", " + (choices_.chance(97) ? table : wide()) +
         ", " + (choices_.chance(97) ? distance : wide()));
    const unsigned offset = 8 * (choices_.chance(94) ? column : choices_.below(66)) + (choices_.chance(98) ? 0 : 4);
    line(guard() + (choices_.chance(96) ? "ld.global.nc.b64 " : "ld.global.b64 ") + found + ", [" + entry + "+" +
         number(offset) + "]");
    if (choices_.chance(3)) line("add.s64 " + found + ", " + found + ", " + small_constant());
    if (choices_.chance(3)) line("@" + predicate() + " mov.b64 " + found + ", " + wide());
    return choices_.chance(97) ? found : entry;
}

void BodyMaker::image() {
    if (choices_.chance(50)) return surface();
    const Shape& shape = choices_.pick(texture_shapes);
    const bool has_integers = choices_.chance(40) && shape.column < 5;
    const bool is_line = shape.column == 0 && has_integers;
    const std::string found = handle(is_line ? elements_column : shape.column);
    std::string place = word();
    const unsigned count = shape.dimensions + (shape.is_layered ? 1 : 0);
    for (unsigned i = 1; i < (count == 3 ? 4 : count); ++i)
        place += ", " + word();
    std::string to = fresh('x');
    for (int i = 0; i < 3; ++i)
        to += ", " + fresh('x');
    line(guard() + "tex." + shape.name + ".v4.u32." + (has_integers ? "s32" : "f32") + " {" + to + "}, [" + found +
         ", {" + place + "}]");
}

void BodyMaker::surface() {
    const Shape& shape = texture_shapes[choices_.below(surface_shapes)];
    const unsigned logarithm = choices_.below(5);
    const unsigned bytes = 1U << logarithm;
    const std::string found = handle(first_surface_column + 5 * shape.column + logarithm);
    std::string byte = word();
    if (choices_.chance(90)) {
        const std::string aligned = fresh('x');
        line("and.b32 " + aligned + ", " + byte + ", -" + number(choices_.chance(94) ? bytes : bytes / 2 + 1));
        byte = aligned;
    }
    std::string place = shape.is_layered ? word() + ", " + byte : byte;
    const unsigned count = shape.dimensions + (shape.is_layered ? 1 : 0);
    for (unsigned i = shape.is_layered ? 2 : 1; i < (count == 3 ? 4 : count); ++i)
        place += ", " + word();
    static constexpr std::string_view types[] = {"b8", "b16", "b32", "v2.b32", "v4.b32"};
    std::string value = logarithm < 2 ? fresh('z') : fresh('x');
    for (unsigned i = 4; i < bytes; i += 4)
        value += ", " + fresh('x');
    static constexpr std::string_view modes[] = {".zero", ".clamp", ".zero", ".trap"};
    const std::string mode(around_.manner == Manner::Direct && choices_.chance(90) ? modes[choices_.below(2)]
                                                                                   : choices_.pick(modes));
    const std::string spelling = std::string(shape.name) + "." + std::string(types[logarithm]) + mode;
    const std::string object = "[" + found + ", {" + place + "}]";
    if (choices_.chance(50)) {
        line(guard() + "suld.b." + spelling + " {" + value + "}, " + object);
    } else {
        line(guard() + "sust.b." + spelling + " " + object + ", {" + value + "}");
    }
}

}  // namespace ringfence::soundness
