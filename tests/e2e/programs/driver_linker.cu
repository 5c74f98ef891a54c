// cuLink*: two texts, of which one calls the other.
#include <cuda.h>

#include <cstring>

#include "check.h"

namespace {

const char caller[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".extern .func (.param .b32 r) add_seven(.param .b32 x);\n"
    ".global .align 4 .u32 own = 100;\n"
    ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [out];\ncvta.to.global.u64 %rd2, %rd1;\nld.global.u32 %r1, [own];\n"
    "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r1;\ncall (b), add_seven, (a);\nld.param.b32 %r2, [b];\n}\n"
    "st.global.u32 [%rd2], %r2;\nret;\n}\n";
const char callee[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".global .align 4 .u32 own = 7;\n"
    ".visible .func (.param .b32 r) add_seven(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
    "ld.param.b32 %r1, [x];\nld.global.u32 %r2, [own];\nadd.u32 %r3, %r1, %r2;\nst.param.b32 [r], %r3;\nret;\n}\n";

CUresult add(CUlinkState state, const char* text) {
    return cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(text), std::strlen(text) + 1, "part", 0, nullptr,
                         nullptr);
}

}  // namespace

int main() {
    CHECK(cudaFree(nullptr));
    CUlinkState state = nullptr;
    CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
    CHECK(add(state, caller));
    CHECK(add(state, callee));
    void* image = nullptr;
    std::size_t bytes = 0;
    CHECK(cuLinkComplete(state, &image, &bytes));
    CUmodule module = nullptr;
    CHECK(cuModuleLoadData(&module, image));
    CHECK(cuLinkDestroy(state));
    CUfunction kernel = nullptr;
    CHECK(cuModuleGetFunction(&kernel, module, "k"));
    CUdeviceptr out = 0;
    CHECK(cuMemAlloc(&out, 4));
    void* parameters[] = {&out};
    CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr));
    int value = 0;
    CHECK(cuMemcpyDtoH(&value, out, sizeof value));
    EXPECT(value == 107, "the sum is %d, not 107", value);
    CHECK(cuModuleUnload(module));
    return e2e::passed();
}
