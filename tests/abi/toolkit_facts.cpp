// The same macro that CUDA's own libraries use, to see old versions too.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include "define_facts.h"

std::span<const Fact> toolkit_facts() {
    return facts;
}

// The declarations of api/ must be those of the toolkit: otherwise this file does not compile.
extern "C" {
#include "declarations.inc"
}
