// Kernels whose launches need the guard's other variant, which is compiled then: alone, in a graph that is updated to
// it, with variables that both variants use, and by two programs at once.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "program.h"

namespace {

// put(base, offset, value): counts, and stores value + count at base + offset. A base that is no address does not meet
// the conditions of the variant without fences.
constexpr const char* kernels = R"(
.version 8.0
.target sm_80
.address_size 64

.visible .global .align 4 .u32 count = 5;

.visible .entry put(.param .u64 base, .param .u64 offset, .param .u32 value)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [base];
    ld.param.u64 %rd2, [offset];
    ld.param.u32 %r1, [value];
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [count];
    add.u32 %r2, %r2, 1;
    st.global.u32 [count], %r2;
    add.u32 %r3, %r1, %r2;
    st.global.u32 [%rd3], %r3;
    ret;
}
)";
constexpr Address far = Address{1} << 44;

int value_at(Address data) {
    return fetch<int>(data, 1)[0];
}

void expect(const char* what, Address data, int expected) {
    const int value = value_at(data);
    EXPECT(value == expected, "%s: %d, expected %d", what, value, expected);
}

Handle graph_of(Handle stream, Handle put, Address base, Address offset, int value) {
    Handle graph = nullptr;
    CHECK(cuStreamBeginCapture(stream, 0));
    launch(put, 1, 1, 0, stream, base, offset, value);
    CHECK(cuStreamEndCapture(stream, &graph));
    return graph;
}

void graphs(Handle module, Address data) {
    const Handle put = find_function(module, "put");
    Handle stream = nullptr;
    CHECK(cuStreamCreate(&stream, 0));
    const Handle near_one = graph_of(stream, put, data, 0, 10);
    const Handle far_one = graph_of(stream, put, data - far, far, 20);
    Handle executable = nullptr;
    CHECK(cuGraphInstantiate(&executable, near_one, 0));
    CHECK(cuGraphLaunch(executable, stream));
    CHECK(cuStreamSynchronize(stream));
    expect("a graph that meets the conditions", data, 16);
    GraphUpdate update = {};
    CHECK(cuGraphExecUpdate(executable, far_one, &update));
    CHECK(cuGraphLaunch(executable, stream));
    CHECK(cuStreamSynchronize(stream));
    expect("updated to one that does not", data, 27);
    CHECK(cuGraphExecDestroy(executable));
}

int run() {
    (void)begin();
    const Address data = device_memory(4);
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, kernels));
    const Handle put = find_function(module, "put");
    launch(put, 1, 1, 0, nullptr, data, Address{0}, 100);
    launch(put, 1, 1, 0, nullptr, data - far, far, 200);
    expect("behind one that meets the conditions", data, 207);
    Address count = 0;
    std::size_t bytes = 0;
    CHECK(cuModuleGetGlobal(&count, &bytes, module, "count"));
    const int fifty = 50;
    CHECK(cuMemcpyHtoD(count, &fifty, sizeof fifty));
    launch(put, 1, 1, 0, nullptr, data - far, far, 0);
    expect("a variable that the host has written", data, 51);
    launch(put, 1, 1, 0, nullptr, data, Address{0}, 0);
    expect("and the other variant reads", data, 52);

    Handle second = nullptr;
    CHECK(cuModuleLoadData(&second, kernels));
    graphs(second, data);
    std::printf("ok\n");
    return 0;
}

}  // namespace

int main() {
    // Before anything of CUDA's.
    const pid_t other = fork();
    if (other == 0) return run();
    const int status = run();
    int its_status = -1;
    EXPECT(waitpid(other, &its_status, 0) == other && its_status == 0, "the other program ended with %d", its_status);
    return status;
}
