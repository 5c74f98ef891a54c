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

// What api/ declares must be what the toolkit declares: this file does not compile otherwise.
extern "C" {
#include "declarations.inc"
}
