// A module that the guard refuses, for domains.py: `domain first` loads it before anything else, `domain late` when
// there is memory on the device already.
#include <cstdio>
#include <string_view>

#include "program.h"

namespace {

// A function that calls itself: the stack that it needs is known to nobody.
constexpr const char* factorial = R"(
.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 result) factorial(.param .b32 of)
{
    .reg .pred %p;
    .reg .b32 %n, %m, %r;
    ld.param.u32 %n, [of];
    setp.gt.u32 %p, %n, 1;
    @%p bra again;
    st.param.b32 [result], 1;
    ret;
again:
    sub.u32 %m, %n, 1;
    .param .b32 argument;
    .param .b32 value;
    st.param.b32 [argument], %m;
    call.uni (value), factorial, (argument);
    ld.param.b32 %r, [value];
    mul.lo.u32 %r, %r, %n;
    st.param.b32 [result], %r;
    ret;
}
.visible .entry run(.param .u64 out, .param .u32 of)
{
    .reg .b32 %n, %r;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    cvta.to.global.u64 %out, %out;
    ld.param.u32 %n, [of];
    .param .b32 argument;
    .param .b32 value;
    st.param.b32 [argument], %n;
    call.uni (value), factorial, (argument);
    ld.param.b32 %r, [value];
    st.global.u32 [%out], %r;
    ret;
}
)";

void load_and_run() {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, factorial));
    const Address out = device_memory(4);
    launch(find_function(module, "run"), 1, 1, 0, nullptr, out, 6U);
    EXPECT(fetch<unsigned>(out, 1)[0] == 720, "6! is %u", fetch<unsigned>(out, 1)[0]);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view when = argc > 1 ? argv[1] : "";
    EXPECT(when == "first" || when == "late", "say first or late");
    begin();
    if (when == "first") {
        load_and_run();
    } else {
        (void)device_memory(4);
        Handle module = nullptr;
        EXPECT_STATUS(status_not_supported, cuModuleLoadData(&module, factorial));
        // Nothing is lost by the refusal.
        (void)device_memory(4);
    }
    std::printf("ok\n");
    return 0;
}
