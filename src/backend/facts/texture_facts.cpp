// Textures and surfaces: with any coordinates, an instruction that fits its object's shape accesses only the object,
// and does not fault.
#include <array>
#include <cstring>
#include <string>

#include <fmt/core.h>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

constexpr std::uint32_t element = 0x55;  // of every image
constexpr std::uint32_t threads = 32;
constexpr std::size_t bad = 64;  // words of the memory: results that are neither an element nor 0
constexpr std::size_t done = 65;
constexpr std::uint64_t across = 5;
constexpr std::uint64_t cube_layers = 12;

// As floats: infinite, not a number, very large, tiny; as integers: the least, the largest, next to an edge.
Words wild_numbers() {
    Words words = {0,          1,          4,          5,          6,          19,         20,         21,
                   24,         0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x7f7fffff, 0xff7fffff, 0x7fffffff,
                   0x80000000, 0x80000001, 0x00800000, 0x3f800000, 0xbf800000, 0x40a00000, 0x4f000000, 0xcf000000,
                   0x5f000000, 0x00010000, 0x00007fff, 0xffff8000, 0x3f7fffff, 0x3effffff, 0x7ffffffc, 0xfffffffc};
    words.resize(threads);
    return words;
}

std::string head(const char* name, const char* parameters) {
    return fmt::format(R"(
.visible .entry {}(.param .u64 out, {})
{{
    .reg .pred %p, %q;
    .reg .b32 %t, %w, %x, %v, %a, %b, %c;
    .reg .f32 %f;
    .reg .b64 %out, %at, %h;
    ld.param.u64 %out, [out];
    mov.u32 %t, %tid.x;
    mul.wide.u32 %at, %t, 4;
    add.s64 %at, %out, %at;
    ld.global.u32 %w, [%at];
    mov.b32 %f, %w;
    and.b32 %x, %w, -4;
)",
                       name, parameters);
}

std::string counted(const std::string& instruction) {
    return "    " + instruction +
           fmt::format(R"(
    setp.ne.u32 %p, %v, 0;
    setp.ne.and.u32 %q, %v, {}, %p;
    @%q red.global.add.u32 [%out+{}], 1;
)",
                       element, 4 * bad);
}

std::string end() {
    return fmt::format("    red.global.add.u32 [%out+{}], 1;\n    ret;\n}}\n", 4 * done);
}

// The places of images in the parameters.
constexpr const char* places = ".param .u64 h0, .param .u64 h1, .param .u64 h2, .param .u64 h3, .param .u64 h4";

void from(std::string& text, int image, std::initializer_list<const char*> instructions) {
    text += fmt::format("    ld.param.u64 %h, [h{}];\n", image);
    for (const char* const instruction : instructions)
        text += counted(instruction);
}

void from_plane(std::string& text, int image) {
    from(text, image,
         {"tex.2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f}];", "tex.2d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w, %w}];",
          "tex.level.2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f}], %f;",
          "tex.level.2d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w, %w}], %w;",
          "tex.grad.2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f}], {%f, %f}, {%f, %f};",
          "tex.2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f}], {%w, %w};",
          "tld4.r.2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f}];"});
}

std::string fetches_of_memory() {
    std::string text = head("fact_memory", ".param .u64 h0, .param .u64 h1");
    from(text, 0,
         {"tex.1d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w}];",
          "tex.level.1d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w}], %w;"});
    from_plane(text, 1);
    return text + end();
}

std::string fetches() {
    std::string text = head("fact_fetches", (std::string(places) + ", .param .u64 h5, .param .u64 h6").c_str());
    from(text, 0,
         {"tex.1d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f}];", "tex.1d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w}];",
          "tex.level.1d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f}], %f;"});
    from_plane(text, 1);
    from(text, 2,
         {"tex.3d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f, %f, %f}];",
          "tex.3d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w, %w, %w, %w}];"});
    from(text, 3,
         {"tex.a1d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%w, %f}];",
          "tex.a1d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w, %w}];"});
    from(text, 4,
         {"tex.a2d.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%w, %f, %f, %f}];",
          "tex.a2d.v4.u32.s32 {%v, %a, %b, %c}, [%h, {%w, %w, %w, %w}];"});
    from(text, 5,
         {"tex.cube.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f, %f, %f}];",
          "tex.level.cube.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%f, %f, %f, %f}], %f;"});
    from(text, 6, {"tex.acube.v4.u32.f32 {%v, %a, %b, %c}, [%h, {%w, %f, %f, %f}];"});
    return text + end();
}

std::string surface_accesses() {
    std::string text = head("fact_surfaces", places);
    const std::pair<const char*, const char*> shapes[] = {{"1d", "{%x}"},
                                                          {"2d", "{%x, %w}"},
                                                          {"3d", "{%x, %w, %w, %w}"},
                                                          {"a1d", "{%w, %x}"},
                                                          {"a2d", "{%w, %x, %w, %w}"}};
    for (int image = 0; const auto& [shape, place] : shapes) {
        text += fmt::format("    ld.param.u64 %h, [h{}];\n    mov.u32 %a, {};\n", image++, element);
        for (const char* const mode : {"zero", "clamp"}) {
            text += fmt::format("    sust.b.{}.b32.{} [%h, {}], {{%a}};\n", shape, mode, place);
            text += counted(fmt::format("suld.b.{}.b32.{} {{%v}}, [%h, {}];", shape, mode, place));
        }
    }
    return text + end();
}

constexpr ArrayShape shape_of(std::uint64_t height, std::uint64_t depth, std::uint32_t flags) {
    ArrayShape shape;
    shape.width = across;
    shape.height = height;
    shape.depth = depth;
    shape.format = array_format::uint32;
    shape.channels = 1;
    shape.flags = flags;
    return shape;
}

// In the order of the kernels' parameters: a line, a plane, a volume, lines, planes, a cube, cubes.
const std::array<ArrayShape, 7> shapes = {
    shape_of(0, 0, 0),
    shape_of(across, 0, 0),
    shape_of(across, 3, 0),
    shape_of(0, 3, array_flag::layered),
    shape_of(across, 3, array_flag::layered),
    shape_of(across, 6, array_flag::cubemap),
    shape_of(across, cube_layers, array_flag::cubemap | array_flag::layered),
};

// An array that is full of the element.
Result<std::shared_ptr<Array>> filled(FactBench& bench, const ArrayShape& shape) {
    RF_TRY(std::shared_ptr<Array> array, bench.device().create_array(shape));
    const ArrayExtent extent = level_extent(shape, 0);
    const std::uint64_t bytes = extent.row_bytes * extent.rows * extent.slices;
    RF_RETURN_IF_ERROR(bench.device().fill(bench.stream(), bench.memory(), element, 4, bytes / 4));
    const Box from{bench.memory(), extent.row_bytes, extent.row_bytes * extent.rows};
    RF_RETURN_IF_ERROR(bench.device().copy_array(bench.stream(), ArrayPlace{array}, from,
                                                 {extent.row_bytes, extent.rows, extent.slices}));
    RF_RETURN_IF_ERROR(bench.stream().synchronize());
    return array;
}

Texture texture_of(TextureResource resource) {
    Texture texture;
    texture.resource = std::move(resource);
    texture.sampler.flags = texture_flag::read_as_integer;
    return texture;
}

using Objects = std::vector<std::unique_ptr<TextureObject>>;

Result<void> measure(FactBench& bench, std::string_view kernel, const Objects& objects) {
    FactBench::Run run{texture_text(), kernel, {.grid = {1, 1, 1}, .block = {threads, 1, 1}}, wild_numbers()};
    for (const auto& object : objects) {
        const std::uint64_t handle = object->number();
        run.parameters.resize(run.parameters.size() + sizeof handle);
        std::memcpy(run.parameters.data() + run.parameters.size() - sizeof handle, &handle, sizeof handle);
    }
    RF_TRY(const Words words, bench.run(run, done + 1));
    RF_RETURN_IF_ERROR(expect_equal("the number of threads that came to the end", words[done], threads));
    return expect_equal("the number of results from elsewhere", words[bad], 0);
}

Result<void> look_at_arrays(FactBench& bench) {
    Objects objects;
    for (const ArrayShape& shape : shapes) {
        RF_TRY(std::shared_ptr<Array> array, filled(bench, shape));
        const Texture texture = texture_of(ArrayLevelResource{std::move(array), 0});
        RF_TRY(objects.emplace_back(), bench.textures()->create_texture(texture));
    }
    return measure(bench, "fact_fetches", objects);
}

Result<void> look_at_memory(FactBench& bench) {
    constexpr std::uint64_t pitch = 512;
    RF_TRY(const Address memory, bench.device().allocate(pitch * across));
    auto measured = [&]() -> Result<void> {
        RF_RETURN_IF_ERROR(bench.device().fill(bench.stream(), memory, element, 4, pitch * across / 4));
        Objects objects;
        RF_TRY(objects.emplace_back(),
               bench.textures()->create_texture(texture_of(LinearResource{memory, array_format::uint32, 1, across})));
        RF_TRY(objects.emplace_back(), bench.textures()->create_texture(texture_of(
                                           PitchedResource{memory, array_format::uint32, 1, across, across, pitch})));
        return measure(bench, "fact_memory", objects);
    }();
    static_cast<void>(bench.device().release(memory));
    return measured;
}

}  // namespace

std::string_view texture_text() {
    static const std::string text = std::string(head_80) + fetches() + fetches_of_memory() + surface_accesses();
    return text;
}

Result<void> measure_texture_fetches(FactBench& bench) {
    RF_RETURN_IF_ERROR(expect(bench.textures() != nullptr, "there are no textures"));
    RF_RETURN_IF_ERROR(look_at_arrays(bench));
    return look_at_memory(bench);
}

Result<void> measure_surface_accesses(FactBench& bench) {
    RF_RETURN_IF_ERROR(expect(bench.textures() != nullptr, "there are no surfaces"));
    Objects objects;
    for (std::size_t i = 0; i < 5; ++i) {
        ArrayShape shape = shapes[i];
        shape.flags |= array_flag::surface;
        ArrayLevelResource resource;
        RF_TRY(resource.array, filled(bench, shape));
        RF_TRY(objects.emplace_back(), bench.textures()->create_surface(resource));
    }
    return measure(bench, "fact_surfaces", objects);
}

}  // namespace ringfence::backend
