// Texture fetches, surface loads and stores: the object that one names, and how it looks at it.
#pragma once

#include <cstdint>
#include <optional>

#include "ptx/model.h"

namespace ringfence::ptx {

// Rows of elements, planes of rows, and so on; the last four have layers or faces.
enum class ImageShape : std::uint8_t { Line, Plane, Volume, Lines, Planes, Cube, Cubes };

struct ImageAccess {
    std::uint32_t object = 0;  // the operand `[handle, {coordinates}]`
    ImageShape shape = ImageShape::Line;
    bool is_surface = false;
    bool has_integers = false;      // for coordinates
    std::uint32_t bytes = 0;        // of a surface: that it loads or stores
    std::uint32_t byte_number = 0;  // of a surface: which coordinate counts bytes

    const Operand& handle(const Instruction& instruction) const {
        return instruction.operands[object].elements().front();
    }
    const Operand& coordinates(const Instruction& instruction) const {
        return instruction.operands[object].elements().back();
    }
};

// Nothing for any other instruction, and for forms that compilers of CUDA do not write: samplers apart, several
// samples, depths to compare with, the question whether memory is there, surfaces by samples, reductions, queries.
std::optional<ImageAccess> image_access(const Instruction& instruction);

}  // namespace ringfence::ptx
