// The table by which kernels find a session's textures and surfaces.
//
// To a program a texture or surface is a number, that of an entry. An entry has a column for each way in which an
// instruction may look at an object. There stands the device's own handle of it, if it can be looked at in that way,
// and that of an empty object of the right kind if not. So whatever number a kernel comes with, an instruction gets an
// object that it is made for.
#pragma once

#include <bit>
#include <cstdint>

#include "ptx/image_access.h"

namespace ringfence::guard {

constexpr std::uint64_t texture_entries = 4096;
constexpr unsigned texture_entry_shift = 9;
constexpr unsigned texture_columns = (1U << texture_entry_shift) / 8;
constexpr std::uint64_t texture_table_bytes = texture_entries << texture_entry_shift;
// Always empty: what is beyond the last number becomes the last.
constexpr std::uint64_t last_texture_entry = texture_entries - 1;

// Linear memory can be looked at by integers only, so these have a column of their own.
constexpr unsigned texture_column(ptx::ImageShape shape, bool has_integers) {
    constexpr unsigned elements_of_line = 7;
    return shape == ptx::ImageShape::Line && has_integers ? elements_of_line : static_cast<unsigned>(shape);
}

// A surface can be accessed by so many bytes if its rows are a multiple of them: then no access reaches beyond a row,
// where a card has memory that nobody has cleared. The shape is none of the cubes.
constexpr unsigned surface_column(ptx::ImageShape shape, std::uint32_t bytes) {
    constexpr unsigned first = 8;
    constexpr unsigned sizes = 5;
    return first + sizes * static_cast<unsigned>(shape) + static_cast<unsigned>(std::countr_zero(bytes));
}
static_assert(surface_column(ptx::ImageShape::Planes, 16) < texture_columns);

inline unsigned column_of(const ptx::ImageAccess& access) {
    return access.is_surface ? surface_column(access.shape, access.bytes)
                             : texture_column(access.shape, access.has_integers);
}

}  // namespace ringfence::guard
