// A rewritten module in two parts: what is compiled when it is loaded, and the variants that a launch may need later.
// Each part goes the whole module's way: it is parsed and checked by itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/guard.h"
#include "ptx/model.h"

namespace ringfence::guard {

// Says of each kernel whether its fenced variant is compiled late. Not where it gets at the tenant's constants: these
// are in the image, so two images have them twice, and the program writes only one. `module` is the rewritten one.
void choose_late(const ptx::Module& module, std::vector<GuardedKernel>& kernels);

struct Parts {
    std::string first;
    std::string late;  // empty: the first is all
};
// The module's text without some of its kernels; what is no kernel is in both, word for word.
std::string text_with_kernel(const ptx::Module& module, std::string_view kernel);  // with one of them
Parts split(const ptx::Module& module, const std::vector<GuardedKernel>& kernels);

}  // namespace ringfence::guard
