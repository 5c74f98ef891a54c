#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "abi/driver_types.h"
#include "abi/runtime_types.h"
#include "client/trace/print_call.h"
#include "client/trace/sink.h"
#include "client/trace/traced.h"

namespace ringfence::client {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

CUresult allocate(CUdeviceptr* address, std::size_t) {
    *address = 0x7000;
    return CUDA_SUCCESS;
}

CUresult refuse(CUdeviceptr* address, std::size_t) {
    *address = 0xdead;
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult find(CUfunction* function, CUmodule, const char*) {
    *function = reinterpret_cast<CUfunction>(0x42);
    return CUDA_SUCCESS;
}

// To find out took longer than the call.
CUresult find_and_note(CUfunction* function, CUmodule, const char*) {
    note_on_call("it is fenced", ~std::uint64_t{0});
    return find(function, nullptr, nullptr);
}

cudaError_t launch(const void*, dim3, dim3, void**, std::size_t, cudaStream_t) {
    return cudaErrorInvalidConfiguration;
}

CUresult elapsed(float* milliseconds, CUevent, CUevent) {
    *milliseconds = 1.5F;
    return CUDA_SUCCESS;
}

// As a program's line on standard error, without the time.
template <Api api, typename Result, typename... Parameters>
std::string line_of(Result (*call)(Parameters...), std::type_identity_t<Parameters>... arguments) {
    const TracedValue values[] = {describe(arguments)..., {}};
    const Result result = call(arguments...);
    const TracedCall traced_call{api, values, sizeof...(arguments), describe(result), 0, 0};
    Line line;
    print_arguments(line, traced_call);
    line.add(" = ");
    print_result(line, traced_call);
    print_outputs(line, traced_call);
    return std::string(line.text());
}

std::string contents(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Trace, PrintsArgumentsAndOutputs) {
    CUdeviceptr address = 0;
    const std::string line = line_of<Api::cuMemAlloc_v2>(allocate, &address, 1024);
    EXPECT_THAT(line, StartsWith("cuMemAlloc_v2(dptr=0x"));
    EXPECT_THAT(line, HasSubstr(", bytesize=1024) = CUDA_SUCCESS [dptr -> 0x7000]"));
}

TEST(Trace, DoesNotReadOutputsOfACallThatFailed) {
    CUdeviceptr address = 0;
    EXPECT_THAT(line_of<Api::cuMemAlloc_v2>(refuse, &address, 1), ::testing::EndsWith("= CUDA_ERROR_OUT_OF_MEMORY"));
}

TEST(Trace, QuotesTextAndReplacesWhatWouldBreakALine) {
    CUfunction function = nullptr;
    EXPECT_THAT(line_of<Api::cuModuleGetFunction>(find, &function, nullptr, "add\n\"x"),
                HasSubstr("hmod=0, name=\"add??x\") = CUDA_SUCCESS [hfunc -> 0x42]"));
    const std::string name(1000, 'a');
    EXPECT_LT(line_of<Api::cuModuleGetFunction>(find, &function, nullptr, name.c_str()).size(), 200U);
}

TEST(Trace, PrintsDimensionsAndFloats) {
    EXPECT_THAT(line_of<Api::cudaLaunchKernel>(launch, nullptr, dim3{2, 3, 4}, dim3{32}, nullptr, 16, nullptr),
                HasSubstr("gridDim=(2, 3, 4), blockDim=(32, 1, 1), args=0, sharedMem=16, stream=0) = "
                          "cudaErrorInvalidConfiguration"));
    float milliseconds = 0;
    EXPECT_THAT(line_of<Api::cuEventElapsedTime>(elapsed, &milliseconds, nullptr, nullptr),
                HasSubstr("[pMilliseconds -> 1.500]"));
}

// Plain char has a sign on x86 and none on Arm, unless compilers are told.
TEST(Trace, SmallNumbersKeepTheirSign) {
    for (const TracedValue& value : {describe(static_cast<char>(-1)), describe(static_cast<signed char>(-1))}) {
        EXPECT_EQ(value.kind, TracedValue::Kind::Signed);
        EXPECT_EQ(value.bits, ~std::uint64_t{0});
    }
    EXPECT_EQ(describe(static_cast<unsigned char>(-1)).bits, 255U);
}

TEST(Trace, LineIsCutOffNotOverrun) {
    Line line;
    for (int i = 0; i < 10000; ++i)
        line.add("abcdefg");
    line.end();
    EXPECT_EQ(line.text().size(), 2048U);
    EXPECT_THAT(line.text(), ::testing::EndsWith("\n"));
}

// The settings are read once in a process, so all that writes files is one test.
TEST(Trace, WritesWholeLinesAndAValidTimeline) {
    const std::string folder = ::testing::TempDir() + "ringfence-trace-" + std::to_string(::getpid());
    std::filesystem::create_directory(folder);
    const std::string lines = folder + "/lines";
    const std::string timeline = folder + "/timeline";
    ::setenv("RINGFENCE_TRACE", lines.c_str(), 1);
    ::setenv("RINGFENCE_TRACE_FILE", timeline.c_str(), 1);
    trace_state.store(TraceState::Unknown);

    CUfunction noted_function = nullptr;
    constexpr int threads = 4;
    constexpr int calls = 200;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([] {
            for (int j = 0; j < calls; ++j) {
                CUdeviceptr address = 0;
                EXPECT_EQ(traced<Api::cuMemAlloc_v2>(allocate, &address, 64), CUDA_SUCCESS);
            }
        });
    for (std::thread& worker : workers)
        worker.join();
    EXPECT_EQ(unsupported<CUresult>(Api::cuTexRefCreate), CUDA_ERROR_NOT_SUPPORTED);
    EXPECT_EQ(traced<Api::cuModuleGetFunction>(find_and_note, &noted_function, nullptr, "add"), CUDA_SUCCESS);
    EXPECT_EQ(traced<Api::cuModuleGetFunction>(find, &noted_function, nullptr, "add"), CUDA_SUCCESS);

    std::ifstream text(lines);
    std::string line;
    int count = 0;
    while (std::getline(text, line)) {
        ++count;
        EXPECT_THAT(line, ::testing::AnyOf(StartsWith("cuMemAlloc_v2("), StartsWith("cuTexRefCreate("),
                                           StartsWith("cuModuleGetFunction(")));
        EXPECT_THAT(line, ::testing::EndsWith(" µs"));
        if (count <= threads * calls + 1) continue;
        const bool is_noted = count == threads * calls + 2;
        EXPECT_EQ(line.find("[hfunc -> 0x42] [it is fenced] 0.0 µs") != std::string::npos, is_noted) << line;
    }
    EXPECT_EQ(count, threads * calls + 3);

    const std::string events = contents(timeline);
    EXPECT_THAT(events, StartsWith("[\n{\"name\":\"cuMemAlloc_v2\",\"cat\":\"cuda\",\"ph\":\"X\",\"ts\":"));
    EXPECT_THAT(events,
                HasSubstr("\"args\":{\"result\":\"CUDA_ERROR_NOT_SUPPORTED\",\"call\":\"cuTexRefCreate()\"}},\n"));
    EXPECT_THAT(events, HasSubstr("[hfunc -> 0x42] [it is fenced]\"}},\n"));
    EXPECT_EQ(std::count(events.begin(), events.end(), '\n'), threads * calls + 4);
    std::filesystem::remove_all(folder);
}

TEST(Trace, AListIsWholeWhenTheLastWriterHasEnded) {
    const std::string path = ::testing::TempDir() + "ringfence-list-" + std::to_string(::getpid());
    const Sink first = Sink::open_list(path.c_str());
    first.write("1,\n");
    const Sink second = Sink::open_list(path.c_str());  // as another process does
    second.write("2,\n");
    first.end_list();
    EXPECT_EQ(contents(path), "[\n1,\n2,\n") << "the other one still writes";
    first.close();
    second.end_list();
    EXPECT_EQ(contents(path), "[\n1,\n2\n]\n");
    second.close();
    const Sink third = Sink::open_list(path.c_str());
    third.write("3,\n");
    third.end_list();
    EXPECT_EQ(contents(path), "[\n1,\n2,\n3\n]\n");
    third.close();
    std::filesystem::remove(path);
    const Sink empty = Sink::open_list(path.c_str());
    empty.end_list();
    EXPECT_EQ(contents(path), "[\n]\n");
    empty.close();
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace ringfence::client
