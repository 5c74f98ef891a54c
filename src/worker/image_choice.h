// Chooses the image to load from those that a program carries: machine code, PTX, or PTX linked from several files.
//
// A program whose device code was linked (nvcc -rdc=true) has machine code for the whole program, but PTX per file. If
// PTX is needed, the files' PTX is linked here (ptx/link.h). PTX for a newer architecture than the device's is chosen
// only if there is no other, and if it uses nothing that the device lacks.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "fatbin/fatbin.h"

namespace ringfence::worker {

// PtxOnly: the device runs nothing but PTX (the software GPU). PtxOnlyHere: kernels are guarded or sessions share the
// context. PreferMachineCode: either may run.
enum class ImageChoice : std::uint8_t { PtxOnly, PtxOnlyHere, PreferMachineCode };

struct ChosenImage {
    std::string name;             // for messages
    std::string text;             // PTX
    std::vector<std::byte> code;  // or machine code

    bool is_ptx() const { return code.empty(); }
};

// `bytes` must be memory that no client can write.
Result<ChosenImage> choose_image(const backend::Device& device, std::span<const std::byte> bytes, ImageChoice choice);

}  // namespace ringfence::worker
