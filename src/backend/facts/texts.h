// The kernels that facts are measured with. All quick ones are two modules, since each costs the driver's compiler a
// start: one for every architecture, one for sm_90.
#pragma once

#include <string>
#include <string_view>

namespace ringfence::backend {

std::string_view quick_text();
std::string_view quick_text_90();

// The parts of the first, each beside the facts that it is for.
std::string arithmetic_kernels();
extern const char* const address_kernels;
extern const char* const code_kernels;
extern const char* const copy_kernels;
extern const char* const launch_kernels;
extern const char* const parameter_kernels;
extern const char* const shared_kernels;
// And of the second.
extern const char* const copy_kernels_90;
extern const char* const launch_kernels_90;
extern const char* const shared_kernels_90;

// The text for textures and surfaces, a module of its own.
std::string_view texture_text();

// Heads of modules of their own.
extern const char* const head_80;
extern const char* const head_90;

}  // namespace ringfence::backend
