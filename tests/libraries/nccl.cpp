// NCCL with one rank: what each collective leaves behind, in which order, what is captured, and what is refused.
// Natively it runs with NVIDIA's NCCL too (RINGFENCE_TEST_NATIVE=1); what only Ringfence refuses is left out there.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

#include "device.h"

extern "C" {
struct UniqueId {
    char bytes[128];
};
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int cudaGraphInstantiate(void** executable, void* graph, unsigned long long flags);
int cudaGraphLaunch(void* executable, void* stream);
int cudaGraphDestroy(void* graph);
int cudaGraphExecDestroy(void* executable);
int ncclGetVersion(int* version);
int ncclGetUniqueId(UniqueId* id);
const char* ncclGetErrorString(int status);
const char* ncclGetLastError(void* comm);
int ncclCommInitRank(void** comm, int ranks, UniqueId id, int rank);
int ncclCommInitRankConfig(void** comm, int ranks, UniqueId id, int rank, void* config);
int ncclCommInitRankScalable(void** comm, int ranks, int rank, int id_count, UniqueId* ids, void* config);
int ncclCommInitAll(void** comms, int count, const int* devices);
int ncclCommSplit(void* comm, int color, int key, void** split, void* config);
int ncclCommShrink(void* comm, int* excluded, int count, void** shrunk, void* config, int flags);
int ncclCommFinalize(void* comm);
int ncclCommDestroy(void* comm);
int ncclCommAbort(void* comm);
int ncclCommRevoke(void* comm, int flags);
int ncclCommCount(void* comm, int* count);
int ncclCommUserRank(void* comm, int* rank);
int ncclCommCuDevice(void* comm, int* device);
int ncclCommGetAsyncError(void* comm, int* error);
int ncclAllReduce(const void*, void*, std::size_t, int type, int op, void* comm, void* stream);
int ncclReduce(const void*, void*, std::size_t, int type, int op, int root, void* comm, void* stream);
int ncclReduceScatter(const void*, void*, std::size_t, int type, int op, void* comm, void* stream);
int ncclBroadcast(const void*, void*, std::size_t, int type, int root, void* comm, void* stream);
int ncclBcast(void*, std::size_t, int type, int root, void* comm, void* stream);
int ncclAllGather(const void*, void*, std::size_t, int type, void* comm, void* stream);
int ncclAlltoAll(const void*, void*, std::size_t, int type, void* comm, void* stream);
int ncclGather(const void*, void*, std::size_t, int type, int root, void* comm, void* stream);
int ncclScatter(const void*, void*, std::size_t, int type, int root, void* comm, void* stream);
int ncclSend(const void*, std::size_t, int type, int peer, void* comm, void* stream);
int ncclRecv(void*, std::size_t, int type, int peer, void* comm, void* stream);
int ncclGroupStart();
int ncclGroupEnd();
int ncclGroupSimulateEnd(void* simulation);
int ncclRedOpCreatePreMulSum(int* op, void* scalar, int type, int residence, void* comm);
int ncclRedOpDestroy(int op, void* comm);
int ncclMemAlloc(void** address, std::size_t size);
int ncclMemFree(void* address);
int ncclCommRegister(void* comm, void* buffer, std::size_t size, void** handle);
int ncclCommDeregister(void* comm, void* handle);
int ncclCommWindowRegister(void* comm, void* buffer, std::size_t size, void** window, int flags);
int ncclCommWindowDeregister(void* comm, void* window);
}

namespace {

enum Type { int8, uint8, int32, uint32, int64, uint64, float16, float32, float64, bfloat16, e4m3, e5m2 };
constexpr std::size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
enum Op { sum, product, maximum, minimum, average };
constexpr int invalid_argument = 4;
constexpr int invalid_usage = 5;
constexpr int cuda_error = 1;

struct Config {
    std::size_t size = sizeof(Config);
    unsigned magic = 0xcafebeef;
    unsigned version = 22809;
    int blocking = INT_MIN, cluster = INT_MIN, least = INT_MIN, most = INT_MIN;
    const char* net = nullptr;
    int share = INT_MIN, traffic = INT_MIN;
    const char* name = nullptr;
    int rest[6] = {INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN, INT_MIN};
};

std::mt19937 generator(3);

std::vector<unsigned char> random_bytes(std::size_t count) {
    std::vector<unsigned char> bytes(count);
    for (unsigned char& byte : bytes)
        byte = static_cast<unsigned char>(generator());
    return bytes;
}

void* make_comm() {
    UniqueId id = {};
    void* comm = nullptr;
    check_status(ncclGetUniqueId(&id), 0, "ncclGetUniqueId");
    check_status(ncclCommInitRank(&comm, 1, id, 0), 0, "ncclCommInitRank");
    return comm;
}

using Collective = int (*)(const void*, void*, std::size_t, int type, void* comm, void* stream);

struct Named {
    const char* name;
    Collective call;
};

template <int op>
int all_reduce(const void* from, void* to, std::size_t count, int type, void* comm, void* stream) {
    return ncclAllReduce(from, to, count, type, op, comm, stream);
}

constexpr Named collectives[] = {
    {"all-reduce sum", all_reduce<sum>},
    {"all-reduce product", all_reduce<product>},
    {"all-reduce maximum", all_reduce<maximum>},
    {"all-reduce minimum", all_reduce<minimum>},
    {"reduce", [](auto f, auto t, auto n, auto k, auto c, auto s) { return ncclReduce(f, t, n, k, sum, 0, c, s); }},
    {"reduce-scatter",
     [](auto f, auto t, auto n, auto k, auto c, auto s) { return ncclReduceScatter(f, t, n, k, sum, c, s); }},
    {"broadcast", [](auto f, auto t, auto n, auto k, auto c, auto s) { return ncclBroadcast(f, t, n, k, 0, c, s); }},
    {"all-gather", ncclAllGather},
    {"all-to-all", ncclAlltoAll},
    {"gather", [](auto f, auto t, auto n, auto k, auto c, auto s) { return ncclGather(f, t, n, k, 0, c, s); }},
    {"scatter", [](auto f, auto t, auto n, auto k, auto c, auto s) { return ncclScatter(f, t, n, k, 0, c, s); }},
    {"send and receive",
     [](auto f, auto t, auto n, auto k, auto c, auto s) {
         ncclGroupStart();
         const int sent = ncclSend(f, n, k, 0, c, s);
         const int received = ncclRecv(t, n, k, 0, c, s);
         const int ended = ncclGroupEnd();
         return sent != 0 ? sent : received != 0 ? received : ended;
     }},
};

// Every type, out of place and in place, with bytes before and after that stay as they are.
void check_collectives(void* comm, void* stream) {
    constexpr std::size_t margin = 64;
    for (const Named& collective : collectives) {
        for (int type = int8; type <= e5m2; ++type) {
            for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
                ++cases;
                const std::string what = std::string(collective.name) + " of type " + std::to_string(type);
                const std::size_t bytes = count * sizes[type];
                const std::vector<unsigned char> input = random_bytes(bytes), before = random_bytes(bytes + 2 * margin);
                const DeviceVector<unsigned char> from(input), to(before);
                check_status(collective.call(from.data(), to.data() + margin, count, type, comm, stream), 0, what);
                check_status(cudaStreamSynchronize(stream), 0, what);
                std::vector<unsigned char> expected = before;
                std::copy(input.begin(), input.end(), expected.begin() + margin);
                check(to.read() == expected, what + ": the result");
                check_status(collective.call(from.data(), from.data(), count, type, comm, stream), 0,
                             what + " in place");
                check_status(cudaStreamSynchronize(stream), 0, what);
                check(from.read() == input, what + " in place: the result");
            }
        }
    }
}

// The average of one is the one; natively it is multiplied by 1, so NaNs are left out.
void check_average(void* comm, void* stream) {
    ++cases;
    const std::vector<float> input = {1.5F, -0.0F, 3e38F, 1e-44F};
    const DeviceVector<float> from(input), to(std::vector<float>(4, 7));
    check_status(ncclAllReduce(from.data(), to.data(), 4, float32, average, comm, stream), 0, "average");
    check_status(cudaStreamSynchronize(stream), 0, "average");
    check(to.read() == input, "the average of one");
    check_status(ncclBcast(from.data(), 4, float32, 0, comm, stream), 0, "ncclBcast");
}

// Results as a plain loop has them: exact in double, then rounded once.
float from_half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits >> 15) != 0 ? -size : size;
}

float from_bfloat(std::uint16_t bits) {
    const std::uint32_t wide = std::uint32_t{bits} << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

template <typename T>
void check_scaling(void* comm, int type, const std::vector<T>& input, T scalar, const std::vector<T>& expected,
                   const char* what) {
    for (const bool is_on_device : {false, true}) {
        ++cases;
        const DeviceVector<T> from(input), to(std::vector<T>(input.size())), factor({scalar});
        int op = 0;
        T copy = scalar;
        check_status(ncclRedOpCreatePreMulSum(&op, is_on_device ? static_cast<void*>(factor.data()) : &copy, type,
                                              is_on_device ? 0 : 1, comm),
                     0, what);
        copy = {};
        check(op > average, "a number of its own");
        check_status(ncclAllReduce(from.data(), to.data(), input.size(), type, op, comm, nullptr), 0, what);
        check_status(ncclReduceScatter(from.data(), from.data(), input.size(), type, op, comm, nullptr), 0, what);
        check_status(ncclRedOpDestroy(op, comm), 0, "ncclRedOpDestroy");
        check_status(cudaDeviceSynchronize(), 0, what);
        check(to.read() == expected, std::string(what) + ": the product");
        check(from.read() == expected, std::string(what) + " in place: the product");
    }
}

template <typename T>
void check_number_scaling(void* comm, int type, T scalar, const char* what) {
    std::vector<T> input(70000), expected(input.size());
    for (std::size_t i = 0; i < input.size(); ++i) {
        input[i] = static_cast<T>(static_cast<std::int64_t>(generator()) - 1000000000);
        expected[i] = static_cast<T>(input[i] * scalar);
    }
    check_scaling(comm, type, input, scalar, expected, what);
}

void check_scalings(void* comm) {
    check_number_scaling<std::int8_t>(comm, int8, -3, "int8 times -3");
    check_number_scaling<std::uint8_t>(comm, uint8, 7, "uint8 times 7");
    check_number_scaling<std::uint32_t>(comm, int32, 0xfffffff7, "int32 times -9");
    check_number_scaling<std::uint32_t>(comm, uint32, 11, "uint32 times 11");
    check_number_scaling<std::uint64_t>(comm, int64, ~std::uint64_t{4}, "int64 times -5");
    check_number_scaling<std::uint64_t>(comm, uint64, 1000003, "uint64 times 1000003");
    check_number_scaling<float>(comm, float32, 0.3F, "float32 times 0.3");
    check_number_scaling<double>(comm, float64, 0.3, "float64 times 0.3");
    // 1.5, -2, 65504 (which overflows), the smallest, 0.1 and so on; times 1.5.
    check_scaling<std::uint16_t>(comm, float16, {0x3e00, 0xc000, 0x7bff, 0x0001, 0x2e66, 0x8000}, 0x3e00,
                                 {0x4080, 0xc200, 0x7c00, 0x0002, 0x30cc, 0x8000}, "float16 times 1.5");
    check_scaling<std::uint16_t>(comm, bfloat16, {0x3fc0, 0xc000, 0x7f7f, 0x3dcd, 0x8000}, 0x3fc0,
                                 {0x4010, 0xc040, 0x7f80, 0x3e1a, 0x8000}, "bfloat16 times 1.5");
    check(from_half(0x30cc) == 0.149902344F && from_bfloat(0x4010) == 2.25F, "what these bits mean");
    // 1, -1.5, 448 (which is the most and stays), times 1.5.
    check_scaling<std::uint8_t>(comm, e4m3, {0x38, 0xbc, 0x7e, 0x00}, 0x3c, {0x3c, 0xc1, 0x7e, 0x00}, "e4m3 times 1.5");
    check_scaling<std::uint8_t>(comm, e5m2, {0x3c, 0xbe, 0x7b, 0x00}, 0x3e, {0x3e, 0xc0, 0x7b, 0x00}, "e5m2 times 1.5");
}

// Transfers whose halves lie on two streams wait for what is on both, and both wait for them.
void check_two_streams(void* comm) {
    ++cases;
    void *first = nullptr, *second = nullptr;
    check(cudaStreamCreate(&first) == 0 && cudaStreamCreate(&second) == 0, "two streams");
    const std::vector<int> input = {1, 2, 3, 4};
    const DeviceVector<int> source(input), sent(std::vector<int>(4)), received(std::vector<int>(4)),
        after(std::vector<int>(4));
    check_status(cudaMemcpyAsync(sent.data(), source.data(), 16, 3, first), 0, "before the send");
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclSend(sent.data(), 4, int32, 0, comm, first), 0, "ncclSend");
    check_status(ncclRecv(received.data(), 4, int32, 0, comm, second), 0, "ncclRecv");
    check_status(ncclGroupEnd(), 0, "ncclGroupEnd");
    check_status(cudaMemcpyAsync(after.data(), received.data(), 16, 3, first), 0,
                 "after the receive, on the other stream");
    check_status(cudaStreamSynchronize(first), 0, "the first stream");
    check(after.read() == input, "in order over two streams");
    check(cudaStreamDestroy(first) == 0 && cudaStreamDestroy(second) == 0, "destroyed");
}

// Several of one group go in pairs, in the order of the calls; groups may stand in groups.
void check_groups(void* comm) {
    ++cases;
    void* other = make_comm();
    const DeviceVector<int> a({1, 2}), b({3, 4}), c({5, 6}), x({0, 0}), y({0, 0}), z({0, 0}), r({0, 0});
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclRecv(x.data(), 2, int32, 0, comm, nullptr), 0, "first ncclRecv");
    check_status(ncclSend(c.data(), 2, int32, 0, other, nullptr), 0, "ncclSend of another");
    check_status(ncclSend(a.data(), 2, int32, 0, comm, nullptr), 0, "first ncclSend");
    check_status(ncclGroupStart(), 0, "ncclGroupStart inside");
    check_status(ncclSend(b.data(), 2, int32, 0, comm, nullptr), 0, "second ncclSend");
    check_status(ncclAllReduce(a.data(), r.data(), 2, int32, sum, comm, nullptr), 0, "a collective among them");
    check_status(ncclGroupEnd(), 0, "ncclGroupEnd inside");
    check_status(ncclRecv(z.data(), 2, int32, 0, other, nullptr), 0, "ncclRecv of another");
    check_status(ncclRecv(y.data(), 8, int8, 0, comm, nullptr), 0, "second ncclRecv, as bytes");
    check_status(ncclGroupEnd(), 0, "ncclGroupEnd");
    check_status(cudaDeviceSynchronize(), 0, "the group");
    check(x.read() == std::vector<int>({1, 2}) && y.read() == std::vector<int>({3, 4}), "in the order of the calls");
    check(z.read() == std::vector<int>({5, 6}) && r.read() == std::vector<int>({1, 2}), "each to its own");
    check_status(ncclCommDestroy(other), 0, "ncclCommDestroy");
}

void check_group_misuse(void* comm) {
    ++cases;
    const DeviceVector<int> a({1, 2}), b({3, 4});
    check_status(ncclGroupEnd(), invalid_usage, "ncclGroupEnd without a start");
    check_status(ncclSend(a.data(), 2, int32, 0, comm, nullptr), invalid_usage, "a send without its receive");
    check_status(ncclRecv(a.data(), 2, int32, 0, comm, nullptr), invalid_usage, "a receive without its send");
    check(std::strstr(ncclGetLastError(nullptr), "matching send") != nullptr, "it says what is missing");
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclAllReduce(a.data(), b.data(), 2, 99, sum, comm, nullptr), invalid_argument, "a wrong type");
    check_status(ncclSend(a.data(), 2, int32, 0, comm, nullptr), 0, "the rest goes on");
    check_status(ncclGroupEnd(), invalid_argument, "the group fails as its call did");
    check_status(ncclGroupStart(), 0, "the next group is a new one");
    check_status(ncclGroupEnd(), 0, "and has no failure");
    if (is_native()) return;  // undefined there
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclSend(a.data(), 2, int32, 0, comm, nullptr), 0, "two");
    check_status(ncclRecv(b.data(), 1, int32, 0, comm, nullptr), 0, "one");
    check_status(ncclGroupEnd(), invalid_usage, "two are sent, one is received");
    struct {
        std::size_t size = 24;
        unsigned magic = 0x74685283, version = 22809;
        float seconds = -1;
    } simulation;
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclSend(a.data(), 2, int32, 0, comm, nullptr), 0, "a send that is not made");
    check_status(ncclGroupSimulateEnd(&simulation), 0, "ncclGroupSimulateEnd");
    check(simulation.seconds == 0, "it takes no time");
    check(b.read() == std::vector<int>({3, 4}), "nothing was copied");
}

// Collectives, a product and a transfer over two streams, recorded and run twice with other contents.
void check_capture(void* comm) {
    ++cases;
    void *stream = nullptr, *graph = nullptr, *executable = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "a stream");
    const DeviceVector<float> input({1, 2}), copied({0, 0}), doubled({0, 0}), received({0, 0});
    float two = 2;
    int op = 0;
    check_status(ncclRedOpCreatePreMulSum(&op, &two, float32, 1, comm), 0, "twice");
    check_status(cudaStreamBeginCapture(stream, 0), 0, "cudaStreamBeginCapture");
    check_status(ncclAllReduce(input.data(), copied.data(), 2, float32, sum, comm, stream), 0, "captured copy");
    check_status(ncclAllReduce(copied.data(), doubled.data(), 2, float32, op, comm, stream), 0, "captured product");
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclSend(doubled.data(), 2, float32, 0, comm, stream), 0, "captured send");
    check_status(ncclRecv(received.data(), 2, float32, 0, comm, stream), 0, "captured receive");
    check_status(ncclGroupEnd(), 0, "ncclGroupEnd");
    check_status(ncclRedOpDestroy(op, comm), 0, "the graph has its own");
    check_status(cudaStreamEndCapture(stream, &graph), 0, "cudaStreamEndCapture");
    check(copied.read() == std::vector<float>({0, 0}), "nothing ran yet");
    check_status(cudaGraphInstantiate(&executable, graph, 0), 0, "cudaGraphInstantiate");
    for (const float first : {1.0F, 5.0F}) {
        const std::vector<float> now = {first, 2};
        check_status(cudaMemcpy(input.data(), now.data(), 8, 1), 0, "new contents");
        check_status(cudaGraphLaunch(executable, stream), 0, "cudaGraphLaunch");
        check_status(cudaStreamSynchronize(stream), 0, "the graph");
        check(received.read() == std::vector<float>({2 * first, 4}), "what the graph did");
    }
    check(cudaGraphExecDestroy(executable) == 0 && cudaGraphDestroy(graph) == 0, "destroyed");
    check_status(cudaStreamDestroy(stream), 0, "cudaStreamDestroy");
}

void check_queries(void* comm) {
    ++cases;
    int value = -1;
    check(ncclGetVersion(&value) == 0 && value >= 22800 && value < 30000, "version");
    check_status(ncclGetVersion(nullptr), invalid_argument, "version to nowhere");
    check(ncclCommCount(comm, &value) == 0 && value == 1, "one rank");
    check(ncclCommUserRank(comm, &value) == 0 && value == 0, "rank 0");
    check(ncclCommCuDevice(comm, &value) == 0 && value == 0, "device 0");
    check(ncclCommGetAsyncError(comm, &value) == 0 && value == 0, "no asynchronous error");
    check_status(ncclCommCount(nullptr, &value), invalid_argument, "ranks of none");
    check_status(ncclCommCount(comm, nullptr), invalid_argument, "ranks to nowhere");
    check(std::strcmp(ncclGetErrorString(0), "no error") == 0, "text of success");
    check(std::strstr(ncclGetErrorString(5), "invalid usage") != nullptr, "text of invalid usage");
    check(std::strcmp(ncclGetErrorString(99), "unknown result code") == 0, "text of no status");
    UniqueId one = {}, two = {};
    check(ncclGetUniqueId(&one) == 0 && ncclGetUniqueId(&two) == 0, "two ids");
    check(std::memcmp(&one, &two, sizeof one) != 0, "ids differ");
    check_status(ncclGetUniqueId(nullptr), invalid_argument, "an id to nowhere");
}

void check_init() {
    ++cases;
    UniqueId id = {};
    void* comm = nullptr;
    check_status(ncclGetUniqueId(&id), 0, "ncclGetUniqueId");
    Config config;
    config.blocking = 0;
    int state = ncclCommInitRankConfig(&comm, 1, id, 0, &config);
    check(state == 0 || state == 7, "ncclCommInitRankConfig, not blocking");
    do {
        check_status(ncclCommGetAsyncError(comm, &state), 0, "ncclCommGetAsyncError");
    } while (state == 7);
    check_status(state, 0, "made in the background");
    check_status(ncclCommAbort(comm), 0, "ncclCommAbort");
    config.blocking = 5;
    check_status(ncclCommInitRankConfig(&comm, 1, id, 0, &config), invalid_argument, "blocking = 5");
    config.blocking = 1;
    config.magic = 1;
    check_status(ncclCommInitRankConfig(&comm, 1, id, 0, &config), invalid_argument, "a config that is none");
    check_status(ncclCommInitRank(nullptr, 1, id, 0), invalid_argument, "to nowhere");
    check_status(ncclCommInitRank(&comm, 0, id, 0), invalid_argument, "no ranks");
    check_status(ncclCommInitRank(&comm, 1, id, 1), invalid_argument, "rank 1 of 1");
    check_status(ncclCommInitRank(&comm, 1, id, -1), invalid_argument, "rank -1");
    check_status(ncclCommInitRankScalable(&comm, 1, 0, 1, &id, nullptr), 0, "ncclCommInitRankScalable");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    check_status(ncclCommInitAll(&comm, 1, nullptr), 0, "ncclCommInitAll");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    const int device = 0;
    check_status(ncclCommInitAll(&comm, 1, &device), 0, "ncclCommInitAll of device 0");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    check_status(ncclCommDestroy(nullptr), 0, "nothing to destroy");
    check_status(ncclCommAbort(nullptr), 0, "nothing to abort");
}

void check_more_ranks() {
    if (is_native()) return;
    ++cases;
    UniqueId id = {};
    void* comms[2] = {&id, &id};
    check_status(ncclCommInitRank(comms, 2, id, 0), invalid_usage, "two ranks");
    check(comms[0] == nullptr, "no communicator");
    check(std::strstr(ncclGetLastError(nullptr), "Ringfence serves one rank") != nullptr, "the reason is told");
    check_status(ncclCommInitAll(comms, 2, nullptr), invalid_usage, "two devices");
    check_status(ncclGroupStart(), 0, "ncclGroupStart");
    check_status(ncclCommInitRank(comms, 8, id, 7), invalid_usage, "eight ranks in a group");
    check_status(ncclGroupEnd(), invalid_usage, "the group fails");
}

void check_split(void* comm) {
    ++cases;
    void *split = nullptr, *none = comm;
    int value = -1;
    check_status(ncclCommSplit(comm, 3, 0, &split, nullptr), 0, "ncclCommSplit");
    check(split != nullptr && split != comm, "another communicator");
    check(ncclCommCount(split, &value) == 0 && value == 1, "of one rank");
    check_status(ncclCommSplit(comm, -1, 0, &none, nullptr), 0, "split without a color");
    check(none == nullptr, "none");
    const DeviceVector<int> a({1}), b({0});
    check_status(ncclAllGather(a.data(), b.data(), 1, int32, split, nullptr), 0, "it works");
    check(b.read() == std::vector<int>({1}), "its result");
    check_status(ncclCommFinalize(split), 0, "ncclCommFinalize");
    check_status(ncclCommDestroy(split), 0, "ncclCommDestroy");
    if (is_native()) return;
    int excluded = 0;
    check_status(ncclCommShrink(comm, &excluded, 1, &split, nullptr, 0), invalid_argument, "nobody would be left");
    check_status(ncclCommDestroy(split), 0, "null");
}

// Natively these are undefined or crash.
void check_stale() {
    if (is_native()) return;
    ++cases;
    const DeviceVector<int> a({1}), b({0});
    void* comm = make_comm();
    check_status(ncclCommFinalize(comm), 0, "ncclCommFinalize");
    check_status(ncclCommFinalize(comm), invalid_argument, "twice");
    check_status(ncclAllGather(a.data(), b.data(), 1, int32, comm, nullptr), invalid_usage, "after ncclCommFinalize");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    check_status(ncclCommDestroy(comm), invalid_argument, "destroyed twice");
    check_status(ncclAllGather(a.data(), b.data(), 1, int32, comm, nullptr), invalid_argument, "after ncclCommDestroy");
    comm = make_comm();
    check_status(ncclCommRevoke(comm, 1), invalid_argument, "flags of ncclCommRevoke");
    check_status(ncclCommRevoke(comm, 0), 0, "ncclCommRevoke");
    check_status(ncclAllGather(a.data(), b.data(), 1, int32, comm, nullptr), invalid_usage, "after ncclCommRevoke");
    check_status(ncclCommFinalize(comm), invalid_usage, "finalized after it was revoked");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    int nothing = 0;
    check_status(ncclAllGather(a.data(), b.data(), 1, int32, &nothing, nullptr), invalid_argument, "any pointer");
}

void check_arguments(void* comm) {
    ++cases;
    const DeviceVector<int> a({1}), b({0});
    check_status(ncclAllReduce(a.data(), b.data(), 1, int32, sum, nullptr, nullptr), invalid_argument,
                 "no communicator");
    check_status(ncclAllReduce(a.data(), b.data(), 1, 12, sum, comm, nullptr), invalid_argument, "type 12");
    check_status(ncclAllReduce(a.data(), b.data(), 1, -1, sum, comm, nullptr), invalid_argument, "type -1");
    check_status(ncclAllReduce(a.data(), b.data(), 1, int32, 77777, comm, nullptr), invalid_argument,
                 "operation 77777");
    check_status(ncclAllReduce(a.data(), b.data(), 1, int32, -1, comm, nullptr), invalid_argument, "operation -1");
    check_status(ncclBroadcast(a.data(), b.data(), 1, int32, 1, comm, nullptr), invalid_argument, "root 1");
    check_status(ncclReduce(a.data(), b.data(), 1, int32, sum, -1, comm, nullptr), invalid_argument, "root -1");
    check_status(ncclSend(a.data(), 1, int32, 1, comm, nullptr), invalid_argument, "peer 1");
    check_status(ncclAllReduce(a.data(), nullptr, 1, int32, sum, comm, nullptr), cuda_error, "to nowhere");
    check_status(ncclAllReduce(nullptr, b.data(), 1, int32, sum, comm, nullptr), cuda_error, "from nowhere");
    cudaGetLastError();
    check_status(ncclRedOpDestroy(sum, comm), invalid_argument, "a sum cannot be destroyed");
    check_status(ncclRedOpDestroy(77777, comm), invalid_argument, "an operation that is none");
    float factor = 2;
    int op = 0;
    check_status(ncclRedOpCreatePreMulSum(&op, &factor, float32, 1, comm), 0, "ncclRedOpCreatePreMulSum");
    check_status(ncclAllReduce(a.data(), b.data(), 1, int32, op, comm, nullptr), invalid_argument, "of another type");
    check_status(ncclRedOpDestroy(op, comm), 0, "ncclRedOpDestroy");
    check_status(ncclAllReduce(a.data(), b.data(), 1, float32, op, comm, nullptr), invalid_argument, "a destroyed one");
    if (is_native()) return;
    check_status(ncclAllReduce(a.data(), b.data(), SIZE_MAX / 2, int32, sum, comm, nullptr), invalid_argument,
                 "more than there is");
    check_status(ncclRedOpCreatePreMulSum(&op, nullptr, float32, 1, comm), invalid_argument, "no scalar");
}

void check_memory(void* comm) {
    ++cases;
    void *memory = nullptr, *handle = nullptr, *window = nullptr;
    check_status(ncclMemAlloc(&memory, 1 << 20), 0, "ncclMemAlloc");
    check_status(cudaMemset(memory, 1, 1 << 20), 0, "it is memory");
    check_status(ncclCommRegister(comm, memory, 1 << 20, &handle), 0, "ncclCommRegister");
    check_status(ncclCommDeregister(comm, handle), 0, "ncclCommDeregister");
    check_status(ncclCommWindowRegister(comm, memory, 1 << 20, &window, 0), 0, "ncclCommWindowRegister");
    check_status(ncclCommWindowDeregister(comm, window), 0, "ncclCommWindowDeregister");
    check_status(ncclMemFree(memory), 0, "ncclMemFree");
    check_status(ncclMemFree(nullptr), 0, "ncclMemFree of nothing");
    check_status(ncclMemAlloc(nullptr, 1), cuda_error, "memory to nowhere");
    cudaGetLastError();
    if (is_native()) return;
    check_status(ncclCommDeregister(comm, handle), invalid_usage, "deregistered twice");
    check_status(ncclCommRegister(comm, nullptr, 1, &handle), invalid_argument, "nothing to register");
    check_status(ncclCommWindowRegister(comm, nullptr, 1, &window, 0), invalid_argument, "a window to nothing");
    check_status(ncclMemAlloc(&memory, std::size_t{1} << 60), cuda_error, "too much memory");
    cudaGetLastError();
}

}  // namespace

int main() {
    void *comm = make_comm(), *stream = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "cudaStreamCreate");
    check_queries(comm);
    check_collectives(comm, nullptr);
    check_collectives(comm, stream);
    check_average(comm, stream);
    check_scalings(comm);
    check_two_streams(comm);
    check_groups(comm);
    check_group_misuse(comm);
    check_capture(comm);
    check_init();
    check_more_ranks();
    check_split(comm);
    check_stale();
    check_arguments(comm);
    check_memory(comm);
    check_status(ncclCommFinalize(comm), 0, "ncclCommFinalize");
    check_status(ncclCommDestroy(comm), 0, "ncclCommDestroy");
    check_status(cudaStreamDestroy(stream), 0, "cudaStreamDestroy");
    return finish("NCCL");
}
