// Which of the images that a program carries is loaded: machine code, PTX, or PTX that was linked of several.
//
// A program whose device code was linked (nvcc -rdc=true) has machine code as a whole, and PTX by file. Where only PTX
// will do, the files' PTX is linked here (ptx/link.h). PTX for a newer architecture than the device's is taken where
// there is no other, and only if it uses nothing that the device does not have.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "fatbin/fatbin.h"

namespace ringfence::worker {

// Says if machine code may run, or only PTX: because the device has no other (the software GPU), or because this is a
// shared domain, where only PTX can be guarded.
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
