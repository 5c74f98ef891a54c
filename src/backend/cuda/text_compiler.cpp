#include <cstdlib>

#include "backend/cuda/context.h"
#include "backend/cuda/cuda.h"
#include "backend/cuda/driver.h"
#include "backend/cuda/module.h"

namespace ringfence::backend {

Result<TextCompiler> open_cuda_compiler(unsigned ordinal) {
    // This process launches nothing. With all 32 queues the driver would take 0.5 s to create a context instead of 0.1
    // s, and slow down its calls in other processes meanwhile.
    ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1);
    RF_TRY(std::unique_ptr<cuda::Driver> driver, cuda::Driver::open(cuda::driver_candidates()));
    RF_TRY(std::shared_ptr<cuda::Context> context, cuda::Context::create(std::move(driver), ordinal));
    // The driver loads its compiler when it is first used.
    constexpr const char* text =
        ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry first()\n{\n\tret;\n}\n";
    RF_RETURN_IF_ERROR(cuda::compile(*context, text, "<first>"));
    return TextCompiler([context](const std::string& ptx, const std::string& file_name) {
        return cuda::compile(*context, ptx, file_name);
    });
}

}  // namespace ringfence::backend
