// Tensor maps.
#pragma once

#include <cstdint>
#include <cstring>

#include "case.h"

namespace tensor_misuse {

// The arguments of a call that works; each case changes some of them.
struct Arguments {
    int type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    std::uint32_t rank = 2;
    std::uint64_t address = 0;
    std::uint64_t dimensions[5] = {64, 32, 8, 4, 2};
    std::uint64_t strides[5] = {256, 8192, 65536, 262144, 0};
    std::uint32_t box[5] = {16, 8, 1, 1, 1};
    std::uint32_t steps[5] = {1, 1, 1, 1, 1};
    int interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    int swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    int promotion = CU_TENSOR_MAP_L2_PROMOTION_NONE;
    int fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    // Only im2col uses the following.
    int lower[3] = {-1, -1, -1};
    int upper[3] = {-1, -1, -1};
    std::uint32_t channels = 16;
    std::uint32_t pixels = 8;
    int wide_mode = CU_TENSOR_MAP_IM2COL_WIDE_MODE_W;
};

inline Arguments usual() {
    Arguments arguments;
    arguments.address = address_of(some_memory(std::size_t{1} << 20));
    return arguments;
}

inline Arguments usual_columns() {
    Arguments arguments = usual();
    arguments.rank = 4;
    return arguments;
}

alignas(64) inline CUtensorMap map;

inline int encode(const Arguments& a, CUtensorMap* to = &map) {
    return cuTensorMapEncodeTiled(to, CUtensorMapDataType(a.type), a.rank, reinterpret_cast<void*>(a.address),
                                  a.dimensions, a.strides, a.box, a.steps, CUtensorMapInterleave(a.interleave),
                                  CUtensorMapSwizzle(a.swizzle), CUtensorMapL2promotion(a.promotion),
                                  CUtensorMapFloatOOBfill(a.fill));
}

inline int encode_columns(const Arguments& a, CUtensorMap* to = &map) {
    return cuTensorMapEncodeIm2col(to, CUtensorMapDataType(a.type), a.rank, reinterpret_cast<void*>(a.address),
                                   a.dimensions, a.strides, a.lower, a.upper, a.channels, a.pixels, a.steps,
                                   CUtensorMapInterleave(a.interleave), CUtensorMapSwizzle(a.swizzle),
                                   CUtensorMapL2promotion(a.promotion), CUtensorMapFloatOOBfill(a.fill));
}

inline int encode_wide(const Arguments& a) {
    return cuTensorMapEncodeIm2colWide(&map, CUtensorMapDataType(a.type), a.rank, reinterpret_cast<void*>(a.address),
                                       a.dimensions, a.strides, a.lower[0], a.upper[0], a.channels, a.pixels, a.steps,
                                       CUtensorMapInterleave(a.interleave), CUtensorMapIm2ColWideMode(a.wide_mode),
                                       CUtensorMapSwizzle(a.swizzle), CUtensorMapL2promotion(a.promotion),
                                       CUtensorMapFloatOOBfill(a.fill));
}

// One call for each of the values.
template <typename Field, typename... Values>
void each(Field Arguments::*field, Values... values) {
    for (const auto value : {values...}) {
        Arguments arguments = usual();
        arguments.*field = static_cast<Field>(value);
        say(encode(arguments));
    }
}

template <typename Field, std::size_t Count, typename... Values>
void each_at(Field (Arguments::*field)[Count], std::size_t index, Values... values) {
    for (const auto value : {values...}) {
        Arguments arguments = usual();
        (arguments.*field)[index] = static_cast<Field>(value);
        say(encode(arguments));
    }
}

template <typename Change>
void changed(Change&& change) {
    Arguments arguments = usual();
    change(arguments);
    say(encode(arguments));
}

template <typename Change>
void changed_columns(Change&& change) {
    Arguments arguments = usual_columns();
    change(arguments);
    say(encode_columns(arguments));
}

inline void no_context() {
    Arguments arguments;
    arguments.address = 0x7f0000000000;
    say(encode(arguments));
    must(cuInit(0));
    say(encode(arguments));
    say(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(arguments.address)));
}

inline void null_arguments() {
    const Arguments a = usual();
    const auto call = [&](CUtensorMap* to, const std::uint64_t* dimensions, const std::uint64_t* strides,
                          const std::uint32_t* box, const std::uint32_t* steps, std::uint32_t rank) {
        say(cuTensorMapEncodeTiled(to, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, rank, reinterpret_cast<void*>(a.address),
                                   dimensions, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                   CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    };
    call(nullptr, a.dimensions, a.strides, a.box, a.steps, 2);
    call(&map, nullptr, a.strides, a.box, a.steps, 2);
    call(&map, a.dimensions, nullptr, a.box, a.steps, 2);
    call(&map, a.dimensions, nullptr, a.box, a.steps, 1);
    call(&map, a.dimensions, a.strides, nullptr, a.steps, 2);
    call(&map, a.dimensions, a.strides, a.box, nullptr, 2);
}

inline void replace() {
    const Arguments arguments = usual();
    must(encode(arguments));
    for (const std::uint64_t address : {arguments.address + 1024, arguments.address + 8, arguments.address + 16,
                                        std::uint64_t{0}, std::uint64_t{1} << 56})
        say(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(address)));
    say(cuTensorMapReplaceAddress(nullptr, reinterpret_cast<void*>(arguments.address)));
}

inline void replace_no_map() {
    const Arguments arguments = usual();
    std::memset(&map, 0, sizeof(map));
    say(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(arguments.address)));
    std::memset(&map, 0xff, sizeof(map));
    say(cuTensorMapReplaceAddress(&map, reinterpret_cast<void*>(arguments.address)));
}

inline void misaligned_map() {
    alignas(128) char room[256 + 64];
    const Arguments arguments = usual();
    for (const int offset : {0, 16, 32, 64})
        say(encode(arguments, reinterpret_cast<CUtensorMap*>(room + offset)));
    must(encode(arguments, reinterpret_cast<CUtensorMap*>(room)));
    std::memmove(room + 16, room, 128);
    say(cuTensorMapReplaceAddress(reinterpret_cast<CUtensorMap*>(room + 16),
                                  reinterpret_cast<void*>(arguments.address)));
}

inline void other_memory() {
    Arguments arguments = usual();
    arguments.address = 0;
    say(encode(arguments));
    arguments.address = std::uint64_t{1} << 40;
    say(encode(arguments));
    arguments.address = ~std::uint64_t{15};
    say(encode(arguments));
    alignas(16) static char host[16];
    arguments.address = reinterpret_cast<std::uint64_t>(host);
    say(encode(arguments));
    void* const small = some_memory(256);
    arguments.address = address_of(small);  // the tensor is larger
    say(encode(arguments));
    must(cudaFree(small));
    say(encode(arguments));
}

inline void interleaved() {
    const auto call = [](std::uint32_t rank, int interleave, int swizzle, std::uint64_t offset, std::uint64_t stride,
                         std::uint32_t box) {
        changed([&](Arguments& a) {
            a.rank = rank;
            a.interleave = interleave;
            a.swizzle = swizzle;
            a.address += offset;
            a.strides[0] = stride;
            a.box[0] = box;
        });
    };
    call(2, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_NONE, 0, 256, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_NONE, 0, 256, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_128B, 0, 256, 256);
    call(3, CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_NONE, 0, 256, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_32B, 0, 256, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_32B, 16, 256, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_32B, CU_TENSOR_MAP_SWIZZLE_32B, 0, 272, 16);
    call(3, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_SWIZZLE_NONE, 0, 256, 3);
}

inline void swizzle_widths() {
    for (const int swizzle : {CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B}) {
        for (const std::uint32_t box : {4u, 8u, 12u, 16u, 32u, 36u})
            changed([&](Arguments& a) {
                a.swizzle = swizzle;
                a.box[0] = box;
            });
    }
}

inline void fills() {
    for (const int type :
         {CU_TENSOR_MAP_DATA_TYPE_UINT32, CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
          CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
          CU_TENSOR_MAP_DATA_TYPE_TFLOAT32}) {
        changed([&](Arguments& a) {
            a.type = type;
            a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
        });
    }
    each(&Arguments::fill, 2, -1);
}

inline void strides_against_dimensions() {
    each_at(&Arguments::strides, 0, 128, 16, 0);  // rows on top of each other
    changed([](Arguments& a) {
        a.rank = 3;
        a.strides[1] = 128;
    });
    changed([](Arguments& a) {
        a.rank = 3;
        a.strides[1] = 256;
    });
}

inline void large_box() {
    changed([](Arguments& a) {
        a.box[0] = 256;
        a.box[1] = 256;  // more than shared memory holds
        a.dimensions[0] = a.dimensions[1] = 256;
        a.strides[0] = 1024;
    });
    changed([](Arguments& a) {
        a.rank = 5;
        for (std::uint32_t& box : a.box)
            box = 256;
    });
    changed([](Arguments& a) { a.box[0] = 128; });  // more than the tensor has
}

inline void column_corners() {
    changed_columns([](Arguments&) {});
    changed_columns([](Arguments& a) { a.lower[0] = -129; });
    changed_columns([](Arguments& a) { a.upper[1] = 128; });
    changed_columns([](Arguments& a) { a.lower[0] = 127; });  // nothing is left of the box
    changed_columns([](Arguments& a) {
        a.rank = 5;
        a.lower[2] = -17;
    });
    changed_columns([](Arguments& a) { a.rank = 5; });
    changed_columns([](Arguments& a) { a.rank = 3; });
    changed_columns([](Arguments& a) { a.rank = 2; });
    changed_columns([](Arguments& a) { a.rank = 6; });
    changed_columns([](Arguments& a) {
        a.rank = 3;
        a.lower[0] = -32769;
    });
}

inline void column_sizes() {
    for (const std::uint32_t channels : {0u, 1u, 3u, 4u, 64u, 256u, 257u})
        changed_columns([&](Arguments& a) { a.channels = channels; });
    for (const std::uint32_t pixels : {0u, 1u, 1024u, 1025u})
        changed_columns([&](Arguments& a) { a.pixels = pixels; });
    changed_columns([](Arguments& a) { a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B; });
    changed_columns([](Arguments& a) { a.swizzle = CU_TENSOR_MAP_SWIZZLE_64B; });
    changed_columns([](Arguments& a) { a.steps[1] = 9; });
    changed_columns([](Arguments& a) { a.steps[1] = 2; });
}

inline void wide() {
    Arguments arguments = usual_columns();
    arguments.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
    say(encode_wide(arguments));
    arguments.wide_mode = 7;
    say(encode_wide(arguments));
}

const Case cases[] = {
    {"tensor_usual", [] { changed([](Arguments&) {}); }},
    {"tensor_no_context", no_context},
    {"tensor_null", null_arguments},
    {"tensor_map_alignment", misaligned_map},
    {"tensor_type", [] { each(&Arguments::type, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16); }},
    {"tensor_rank", [] { each(&Arguments::rank, 0, 1, 3, 4, 5, 6, -1); }},
    {"tensor_address_alignment",
     [] {
         for (const int offset : {1, 4, 8, 16, 48})
             changed([&](Arguments& a) { a.address += offset; });
     }},
    {"tensor_other_memory", other_memory},
    {"tensor_dimension",
     [] {
         each_at(&Arguments::dimensions, 1, std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 31,
                 std::uint64_t{1} << 32, (std::uint64_t{1} << 32) + 1, ~std::uint64_t{0});
     }},
    {"tensor_stride",
     [] {
         each_at(&Arguments::strides, 0, std::uint64_t{8}, std::uint64_t{264}, std::uint64_t{272},
                 (std::uint64_t{1} << 40) - 16, std::uint64_t{1} << 40, ~std::uint64_t{15});
     }},
    {"tensor_stride_overlap", strides_against_dimensions},
    {"tensor_box_inner", [] { each_at(&Arguments::box, 0, 0, 1, 3, 4, 12, 256, 257, 260); }},
    {"tensor_box_outer", [] { each_at(&Arguments::box, 1, 0, 1, 3, 256, 257, -1); }},
    {"tensor_box_large", large_box},
    {"tensor_step_inner", [] { each_at(&Arguments::steps, 0, 0, 2, 8, 9); }},
    {"tensor_step_outer", [] { each_at(&Arguments::steps, 1, 0, 2, 3, 8, 9, -1); }},
    {"tensor_interleave", [] { each(&Arguments::interleave, -1, 1, 2, 3); }},
    {"tensor_interleaved", interleaved},
    {"tensor_swizzle", [] { each(&Arguments::swizzle, -1, 1, 2, 3, 4, 5, 6, 7); }},
    {"tensor_swizzle_widths", swizzle_widths},
    {"tensor_promotion", [] { each(&Arguments::promotion, -1, 1, 2, 3, 4); }},
    {"tensor_fill", fills},
    {"tensor_replace", replace},
    {"tensor_replace_no_map", replace_no_map},
    {"tensor_column_corners", column_corners},
    {"tensor_column_sizes", column_sizes},
    {"tensor_wide", wide},
};

}  // namespace tensor_misuse
