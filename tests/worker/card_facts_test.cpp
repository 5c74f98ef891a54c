// A card that does not do what the guard rests on.
#include "worker/card_facts.h"

#include <stdlib.h>

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/facts/facts.h"
#include "backend/soft/soft.h"
#include "forwarding_device.h"

namespace ringfence::worker {
namespace {

using testing::HasSubstr;

std::unique_ptr<backend::Device> soft_device() {
    backend::SoftOptions options;
    options.memory_bytes = std::uint64_t{256} << 20;
    return backend::open_soft(options).take();
}

// Says that a warp has 64 threads.
class WideWarps : public ForwardingDevice {
public:
    WideWarps() : ForwardingDevice(soft_device()), properties_(ForwardingDevice::properties()) {
        properties_.warp_size = 64;
    }
    const backend::Properties& properties() const override { return properties_; }

private:
    backend::Properties properties_;
};

// One bit of whatever comes back is wrong.
class Liar : public ForwardingDevice {
public:
    Liar() : ForwardingDevice(soft_device()) {}
    Result<void> copy_to_host(backend::Stream& stream, std::span<std::byte> to, backend::Address from) override {
        RF_RETURN_IF_ERROR(ForwardingDevice::copy_to_host(stream, to, from));
        RF_RETURN_IF_ERROR(stream.synchronize());
        if (!to.empty()) to[0] ^= std::byte{1};
        return {};
    }
};

const backend::Fact& fact(std::string_view id) {
    for (const backend::Fact& one : backend::all_facts())
        if (one.id == id) return one;
    std::abort();
}

TEST(CardFacts, ALieIsNoticedAndNamed) {
    WideWarps wide;
    const Result<void> limits = backend::measure_fact(wide, fact("limits-of-launches"));
    ASSERT_FALSE(limits.ok());
    EXPECT_THAT(limits.error().message, HasSubstr("'limits-of-launches'"));
    EXPECT_THAT(limits.error().message, HasSubstr("64, not 32"));
    Liar liar;
    EXPECT_FALSE(backend::measure_fact(liar, fact("registers-plain")).ok());
    EXPECT_FALSE(backend::measure_fact(liar, fact("extent-of-stores")).ok());
}

TEST(CardFacts, ACardThatDisagreesIsRefusedWithTheFact) {
    Liar liar;
    const Result<void> checked = check_card(liar, nullptr);
    ASSERT_FALSE(checked.ok());
    EXPECT_THAT(checked.error().message, HasSubstr("cannot be shared: fact 'registers-plain'"));
    EXPECT_THAT(checked.error().remedy, HasSubstr("--isolation private"));
}

class KeptVerdict : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "rf-facts-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        cache::DiskCacheOptions options;
        options.folder = folder_ + "/cache";
        kept_ = cache::DiskCache::open(options).take();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Result<void> check(bool holds) {
        return check_card(*device_, kept_.get(), [&](backend::Device&) -> Result<void> {
            ++measured_;
            if (holds) return {};
            return Error::bad_input("fact 'shifts' does not hold");
        });
    }

    std::string folder_;
    std::unique_ptr<backend::Device> device_ = soft_device();
    std::unique_ptr<cache::DiskCache> kept_;
    int measured_ = 0;
};

TEST_F(KeptVerdict, WhatHoldsIsMeasuredOnce) {
    EXPECT_TRUE(check(true).ok());
    EXPECT_TRUE(check(true).ok());
    EXPECT_EQ(measured_, 1);
}

TEST_F(KeptVerdict, WhatDoesNotIsMeasuredAgain) {
    EXPECT_FALSE(check(false).ok());
    EXPECT_FALSE(check(false).ok());
    EXPECT_TRUE(check(true).ok());
    EXPECT_EQ(measured_, 3);
}

}  // namespace
}  // namespace ringfence::worker
