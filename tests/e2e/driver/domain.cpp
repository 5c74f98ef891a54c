// A module that the guard refuses, for domains.py: `domain first` loads it before anything else, `domain late` when
// there is memory on the device already; `domain partly-first` and `domain partly-late` one that has another kernel,
// too.
#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

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

// A kernel that there is nothing to say against.
constexpr const char* another = R"(
.visible .entry put(.param .u64 out, .param .u32 value)
{
    .reg .b32 %n;
    .reg .b64 %out;
    ld.param.u64 %out, [out];
    cvta.to.global.u64 %out, %out;
    ld.param.u32 %n, [value];
    st.global.u32 [%out], %n;
    ret;
}
)";

// Another thread's calls go on while the process is moved from one worker to another.
class BusyThread {
public:
    explicit BusyThread(Handle context)
        : thread_([this, context] {
              CHECK(cuCtxSetCurrent(context));
              for (; !is_ending_; ++calls_)
                  CHECK(cuCtxSynchronize());
          }) {
        while (calls_ < 10)
            std::this_thread::yield();
    }
    ~BusyThread() {
        is_ending_ = true;
        thread_.join();
    }

private:
    std::atomic<int> calls_ = 0;
    std::atomic<bool> is_ending_ = false;
    std::thread thread_;
};

void run(Handle module) {
    const Address out = device_memory(4);
    launch(find_function(module, "run"), 1, 1, 0, nullptr, out, 6U);
    EXPECT(fetch<unsigned>(out, 1)[0] == 720, "6! is %u", fetch<unsigned>(out, 1)[0]);
}

Handle load(const std::string& text) {
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, text.c_str()));
    return module;
}

void run_first(const std::string& text) {
    const BusyThread busy(begin());
    run(load(text));
}

void expect_refusal() {
    Handle module = nullptr;
    EXPECT_STATUS(status_not_supported, cuModuleLoadData(&module, factorial));
    // Nothing is lost by the refusal.
    (void)device_memory(4);
}

// The one kernel runs; the other does not, however often it is asked for, and nothing else suffers.
void expect_refusal_of_one() {
    const Handle module = load(factorial + std::string(another));
    const Address out = device_memory(4);
    const Handle put = find_function(module, "put");
    for (const unsigned value : {3U, 4U}) {
        Handle refused = nullptr;
        EXPECT_STATUS(status_not_supported, cuModuleGetFunction(&refused, module, "run"));
        launch(put, 1, 1, 0, nullptr, out, value);
        EXPECT(fetch<unsigned>(out, 1)[0] == value, "%u, not %u", fetch<unsigned>(out, 1)[0], value);
    }
    unsigned count = 0;
    CHECK(cuModuleGetFunctionCount(&count, module));
    EXPECT(count == 1, "%u kernels", count);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view when = argc > 1 ? argv[1] : "";
    if (when == "first") {
        run_first(factorial);
    } else if (when == "partly-first") {
        run_first(factorial + std::string(another));
    } else {
        EXPECT(when == "late" || when == "partly-late", "say when");
        (void)begin();
        (void)device_memory(4);
        if (when == "late") expect_refusal();
        if (when == "partly-late") expect_refusal_of_one();
    }
    std::printf("ok\n");
    return 0;
}
