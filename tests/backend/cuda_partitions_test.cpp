// Streams, graphs and libraries that run on some of a card's multiprocessors. Over a driver that needs no card: it
// tells for each kernel in which part of the card it was launched.
#include <dlfcn.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/library_recorder.h"
#include "backend/parameters.h"

namespace ringfence::backend {
namespace {

using ::testing::HasSubstr;

// The first unit of 8 multiprocessors, and how many multiprocessors; 0 of them: all.
struct PlaceOnCard {
    std::uint32_t first_unit = 0;
    std::uint32_t multiprocessors = 0;

    friend bool operator==(const PlaceOnCard&, const PlaceOnCard&) = default;
};

struct CardParts : ::testing::Test {
    void SetUp() override {
        device = open_cuda_at(FAKE_DRIVER, 0, {.is_divisible = true}).take();
        memory = device->allocate(4096).take();
        module = device->load("kernel place 8").take();
        kernel = module->function("place").take();
        parameters = std::vector<std::byte>(8);
        const std::span<const std::byte> address = std::as_bytes(std::span(&memory, 1));
        std::copy(address.begin(), address.end(), parameters.begin());
    }
    std::shared_ptr<StreamGroup> group(const std::string& owner, std::uint32_t multiprocessors) {
        return device->create_stream_group({owner, multiprocessors}).take();
    }
    std::unique_ptr<Stream> stream(const std::shared_ptr<StreamGroup>& group) {
        return device->create_stream({.print = {}, .group = group}).take();
    }
    PlaceOnCard place_of(Stream& stream) {
        device->launch(stream, *kernel, {}, parameters).value();
        stream.synchronize().value();
        return *reinterpret_cast<const PlaceOnCard*>(memory);
    }
    PlaceOnCard place_of(Stream& stream, Graph& graph) {
        device->launch_graph(stream, graph).value();
        stream.synchronize().value();
        return *reinterpret_cast<const PlaceOnCard*>(memory);
    }
    static int green_contexts() {
        void* const driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
        const int count = *static_cast<int*>(::dlsym(driver, "fake_green_contexts"));
        ::dlclose(driver);
        return count;
    }

    std::unique_ptr<Device> device;
    Address memory = 0;
    std::unique_ptr<Module> module;
    const Function* kernel = nullptr;
    std::vector<std::byte> parameters;
};

TEST_F(CardParts, AGroupsStreamsAreInItsPartAndOthersHaveTheWholeCard) {
    const auto twenty = group("a", 20);
    EXPECT_EQ(twenty->multiprocessors(), 24U) << "units of 8";
    const auto in_part = stream(twenty);
    EXPECT_EQ(place_of(*in_part), (PlaceOnCard{0, 24}));
    const auto eight = group("b", 8);
    EXPECT_EQ(place_of(*stream(eight)), (PlaceOnCard{3, 8}));
    EXPECT_EQ(place_of(*stream(group("c", 0))), PlaceOnCard());
    EXPECT_EQ(place_of(*device->create_stream().take()), PlaceOnCard());
    EXPECT_EQ(group("d", 132)->multiprocessors(), 0U) << "that is all of it";
}

TEST_F(CardParts, GroupsOfOneOwnerShareAPart) {
    const auto one = group("a", 16);
    const auto other = group("a", 16);
    EXPECT_EQ(place_of(*stream(one)), place_of(*stream(other)));
    EXPECT_EQ(green_contexts(), 1);
}

TEST_F(CardParts, AChangeHoldsForGroupsThatComeLater) {
    const auto before = group("a", 16);
    const auto early = stream(before);
    const auto after = group("a", 32);
    EXPECT_EQ(place_of(*stream(after)).multiprocessors, 32U);
    EXPECT_EQ(place_of(*early).multiprocessors, 16U);
    EXPECT_EQ(place_of(*stream(before)).multiprocessors, 16U) << "a program's streams are all alike";
}

TEST_F(CardParts, GraphsRunWhereTheirGroupDoes) {
    const auto part = group("a", 8);
    const std::vector<GraphNode> nodes = {{LaunchNode{kernel, {}, parameters}, {}}};
    const auto graph = device->create_graph(nodes, part).take();
    const auto elsewhere = device->create_graph(nodes).take();
    const auto plain = device->create_stream().take();
    EXPECT_EQ(place_of(*plain, *graph), (PlaceOnCard{0, 8})) << "a node names its context";
    EXPECT_EQ(place_of(*plain, *elsewhere), PlaceOnCard());
    device->update_graph(*graph, nodes).value();
    EXPECT_EQ(place_of(*plain, *graph), (PlaceOnCard{0, 8}));
}

TEST_F(CardParts, LibrariesAreRecordedOnStreamsOfTheGroupsPart) {
    const auto start_of = [](void* stream) { return *static_cast<void**>(stream); };
    const auto part = group("a", 8);
    const auto in_part = device->record_library(part).take();
    const auto plain = device->record_library().take();
    EXPECT_NE(start_of(in_part->native()), nullptr);
    EXPECT_EQ(start_of(plain->native()), nullptr);
}

TEST_F(CardParts, AStreamThatOneTenantRecordedOnIsUsedAgainInThePartOnly) {
    void* recorded_on = nullptr;
    {
        const auto part = group("a", 8);
        const auto recorder = device->record_library(part).take();
        recorded_on = recorder->native();
        EXPECT_TRUE(recorder->end().ok());
    }
    EXPECT_NE(device->record_library().take()->native(), recorded_on);
    EXPECT_EQ(device->record_library(group("b", 8)).take()->native(), recorded_on) << "the same part is free again";
}

TEST_F(CardParts, PartsEndWithTheDevice) {
    auto part = group("a", 8);
    part.reset();
    EXPECT_EQ(green_contexts(), 1) << "it is kept for those that come later";
    module.reset();
    device.reset();
    EXPECT_EQ(green_contexts(), 0);
}

TEST(UndividedCard, RefusesABoundThatItCannotKeep) {
    const auto device = open_cuda_at(FAKE_DRIVER).take();
    const auto refused = device->create_stream_group({"a", 8});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, 801);
    EXPECT_THAT(refused.error().remedy, HasSubstr("multiprocessor_parts"));
    EXPECT_TRUE(device->create_stream_group().ok());
}

}  // namespace
}  // namespace ringfence::backend
