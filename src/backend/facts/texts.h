// The kernels with which facts are measured. Those for quick facts are in only two modules, since each starts the
// driver's compiler: one for every architecture, one for sm_90.
#pragma once

#include <string>
#include <string_view>

namespace ringfence::backend {

std::string_view quick_text();
std::string_view quick_text_90();

// The parts of the first module. Each is defined beside the facts that it measures.
std::string arithmetic_kernels();
extern const char* const address_kernels;
extern const char* const code_kernels;
extern const char* const copy_kernels;
extern const char* const launch_kernels;
extern const char* const parameter_kernels;
extern const char* const shared_kernels;
// The parts of the second module.
extern const char* const copy_kernels_90;
extern const char* const launch_kernels_90;
extern const char* const shared_kernels_90;

// The text for textures and surfaces, which is a separate module.
std::string_view texture_text();

// The first lines of separate modules.
extern const char* const head_80;
extern const char* const head_90;

}  // namespace ringfence::backend
