// Links modules: one text of several, as a device linker does it with machine code.
//
// Programs that are built of relocatable device code (nvcc -rdc=true) carry one module for each file, and these call
// each other's functions and use each other's variables. The result has the definitions of all of them:
//
// - what is `.extern` in one module is what another one defines as `.visible`, `.weak` or `.common`. Of weak
// definitions
//   of a name one stays, of common ones the largest; two others of one name are an error, and so is none;
// - names without a linkage are a module's own. They get others where modules have the same;
// - `.extern .shared a[]`, the memory that a launch adds, needs no definition: all of these lie at the same place;
// - functions that the device itself has (vprintf, malloc, free, __assertfail) stay `.extern`.
//
// Debug sections are left out, source lines stay. The texts may be anything. The result is as trustworthy as the input:
// its users parse and check it like any other text.
#pragma once

#include <span>
#include <string>

#include "base/result.h"

namespace ringfence::ptx {

struct LinkInput {
    std::string text;
    std::string name;  // for messages
};

struct LinkOptions {
    // The newest architecture that the result may be for, as 90 for sm_90; 0: any. Modules for newer ones are taken as
    // if they were for this one: if they use a feature that it lacks, parsing the result gives an error.
    unsigned newest_target = 0;
};

// Errors have the status of PTX that does not compile.
[[nodiscard]] Result<std::string> link(std::span<const LinkInput> inputs, const LinkOptions& options = {});

}  // namespace ringfence::ptx
