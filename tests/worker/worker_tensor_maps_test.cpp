// Tensor maps: what a client may ask for, and what a hostile one may not.
#include "base/cuda_status.h"
#include "base/tensor_map.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

// With guarded kernels, and without.
struct TensorMapRequests : WorkerTest, testing::WithParamInterface<bool> {
    std::unique_ptr<Worker> make_shared_worker() {
        WorkerOptions options = worker_options();
        if (GetParam()) options.session = session_options_for("soft", true, guard::Mode::Fence);
        return make_worker(60'000, options);
    }

    std::unique_ptr<Worker> shared = make_shared_worker();
    TestClient client{*shared};
    Address memory = client.allocate(64 * 1024);

    TensorMapDescription plane() const {
        TensorMapDescription map;
        map.address = memory;
        map.dimensions = {128, 128};
        map.strides = {512};
        map.type = tensor_type::uint32;
        map.rank = 2;
        map.box = {32, 8};
        map.steps = {1, 1};
        return map;
    }

    std::int32_t encode(const TensorMapDescription& map, std::vector<std::byte>* bytes = nullptr) {
        wire::EncodeTensorMap::Reply reply;
        return client.call(wire::EncodeTensorMap{}, reply, std::as_bytes(std::span(&map, 1)), bytes);
    }
};

TEST_P(TensorMapRequests, GiveBytes) {
    std::vector<std::byte> bytes;
    ASSERT_EQ(encode(plane(), &bytes), 0);
    ASSERT_EQ(bytes.size(), sizeof(TensorMapBytes));
    std::vector<std::byte> moved;
    wire::MoveTensorMap::Reply reply;
    const std::int32_t status = client.call(wire::MoveTensorMap{.address = memory + 512}, reply, bytes, &moved);
    EXPECT_EQ(status, GetParam() ? cuda_status::not_supported : 0);
    if (GetParam()) return;
    std::vector<std::byte> elsewhere;
    TensorMapDescription map = plane();
    map.address += 512;
    EXPECT_EQ(encode(map, &elsewhere), 0);
    EXPECT_EQ(moved, elsewhere);
}

TEST_P(TensorMapRequests, MakeSense) {
    TensorMapDescription map = plane();
    map.rank = 9;
    EXPECT_EQ(encode(map), cuda_status::invalid_value);
    map = plane();
    map.kind = 77;
    EXPECT_EQ(encode(map), cuda_status::invalid_value);
    const std::vector<std::byte> few(64);
    EXPECT_EQ(client.call(wire::EncodeTensorMap{}, few), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::MoveTensorMap{}, few), cuda_status::invalid_value);
    const std::vector<std::byte> garbage(128, std::byte{0xff});
    EXPECT_EQ(client.call(wire::MoveTensorMap{.address = memory + 1}, garbage), cuda_status::invalid_value);
    EXPECT_EQ(client.synchronize(), 0) << "the session goes on";
}

// Where tenants are together, a map is of memory of the session's own; whoever is alone may name any address, as CUDA
// lets him.
TEST_P(TensorMapRequests, NameMemory) {
    const std::int32_t elsewhere = GetParam() ? cuda_status::invalid_value : 0;
    TensorMapDescription map = plane();
    map.address = 0;
    EXPECT_EQ(encode(map), elsewhere);
    map.address = memory + 16;  // the last row ends behind the allocation
    EXPECT_EQ(encode(map), elsewhere);
    map = plane();
    map.dimensions[1] = std::uint64_t{1} << 32;
    map.strides[0] = (std::uint64_t{1} << 40) - 16;
    EXPECT_EQ(encode(map), elsewhere);
    TestClient neighbour{*shared};
    map = plane();
    map.address = neighbour.allocate(64 * 1024);
    EXPECT_EQ(encode(map), elsewhere);
}

INSTANTIATE_TEST_SUITE_P(, TensorMapRequests, testing::Bool(),
                         [](const auto& one) { return one.param ? "Guarded" : "Unguarded"; });

}  // namespace
}  // namespace ringfence::worker
