// Where the parts of this installation lie: beside the program that runs, in a build folder as in a bundle.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::cli {

// bin/ringfenced
std::string daemon_program();
// bin/ringfence-worker
std::string worker_program();
// bin/ringfence-ptxas, and the name for GPUs from Blackwell on
std::string ptxas_program();
std::string blackwell_ptxas_program();
// The folder that bin/ and lib/ lie in.
std::string installation_folder();
// lib/ringfence, with libcuda.so.1 and libcudart.so.13 in it.
Result<std::string> shim_folder();

}  // namespace ringfence::cli
