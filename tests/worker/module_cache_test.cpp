// Guarded modules that are kept on disk, and large ones.
#include "worker/module_cache.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "base/file.h"
#include "base/sanitizers.h"
#include "large_module.h"
#include "source_dir.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kept_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 first = 5;
.visible .global .align 8 .u64 pointer = generic(first);
.visible .const .align 4 .u32 constant = 7;
.file 1 "kept.cu"

.visible .entry follow(.param .u64 result, .param .u32 index)
{
    .reg .b64 %rd<5>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [result];
    ld.param.u32 %r3, [index];
    mul.wide.u32 %rd3, %r3, 4;
    add.s64 %rd4, %rd1, %rd3;
    .loc 1 17 0
    ld.global.u64 %rd2, [pointer];
    ld.global.u32 %r1, [%rd2];
    ld.const.u32 %r2, [constant];
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%rd4], %r1;
    ret;
}
)";

// The same kernel, as far as anybody can see, which adds nothing.
std::string other_ptx() {
    std::string text(kept_ptx);
    const std::string_view sum = "add.u32 %r1, %r1, %r2;";
    return text.erase(text.find(sum), sum.size());
}

std::string newer(std::string text) {
    return text.replace(text.find("8.0"), 3, "8.3");
}

const std::string partly_refused = newer(std::string(kept_ptx)) +
                                   ".visible .entry bad()\n{\n.reg .b64 %rd<2>;\n"
                                   "ld.mmio.relaxed.sys.global.u64 %rd1, [%rd1];\nret;\n}\n";

class CacheFolder {
public:
    CacheFolder() {
        path_ = ::mkdtemp(template_.data());
        std::filesystem::create_directory(path_ + "/cache");
        std::filesystem::permissions(path_ + "/cache", std::filesystem::perms::owner_all);
    }
    CacheFolder(const CacheFolder&) = delete;
    CacheFolder& operator=(const CacheFolder&) = delete;
    ~CacheFolder() { std::filesystem::remove_all(path_); }
    std::unique_ptr<ModuleCache> open() const {
        return std::make_unique<ModuleCache>(
            cache::DiskCache::open({.folder = path_ + "/cache", .secret_file = path_ + "/secret"}).take());
    }
    std::string file(const std::string& key) const { return path_ + "/cache/" + key; }

private:
    std::string template_ = testing::TempDir() + "module_cache.XXXXXX";
    std::string path_;
};

std::unique_ptr<backend::Device> small_device() {
    backend::SoftOptions soft;
    soft.memory_bytes = std::uint64_t{512} << 20;
    soft.workers = 2;
    return backend::open_soft(soft).take();
}

KeptModule kept_of(std::string_view ptx, guard::Mode mode = guard::Mode::Fence) {
    KeptModule module;
    module.lines = PtxLines(ptx);
    module.parts = guard::guard(std::string(ptx), {.mode = mode, .leaves_out = true}).take();
    module.uses = GuardedModule::Uses(module.parts.ptx);
    backend::LoadOptions options;
    options.image = &module.image;
    EXPECT_TRUE(small_device()->load(module.parts.ptx, options).ok());
    return module;
}

struct KeptModules : testing::Test {
    std::unique_ptr<Worker> make(std::unique_ptr<ModuleCache> cache, guard::Mode mode = guard::Mode::Fence) {
        WorkerOptions options;
        options.session = session_options_for("soft", true, mode);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.staging_bytes = 8 << 20;
        options.session.cache = std::move(cache);
        options.log = [](std::string_view) {};
        return Worker::create(small_device(), options).take();
    }
    static std::uint32_t result_of(TestClient& client, std::string_view ptx = kept_ptx) {
        const std::uint64_t module = client.load(ptx);
        const Address data = client.allocate(256);
        client.launch(client.function(module, "follow"), 0, 1, data, 3U);
        return client.get<std::uint32_t>(data + 12, 1).at(0);
    }

    static std::string refusal_of(TestClient& client) {
        const wire::FindFunction find{client.load(partly_refused), client.handle(HandleKind::Function)};
        EXPECT_EQ(client.call(find, text_bytes("bad")), cuda_status::not_supported);
        return channel::ClientChannel::last_failure_text();
    }

    CacheFolder folder;
    const std::string key = ModuleCache::key_of(*small_device(), kept_ptx, guard::Mode::Fence);
};

TEST_F(KeptModules, ComeFromTheCacheTheSecondTime) {
    {
        const auto worker = make(folder.open());
        TestClient client(*worker);
        EXPECT_EQ(result_of(client), 12U);
        TestClient other(*worker);
        EXPECT_EQ(result_of(other), 12U);
    }
    ASSERT_TRUE(std::filesystem::exists(folder.file(key)));
    // Something else in its place shows where it comes from.
    folder.open()->keep(key, kept_of(other_ptx()));
    const auto worker = make(folder.open());
    TestClient client(*worker);
    EXPECT_EQ(result_of(client), 5U);
}

TEST_F(KeptModules, WhatIsDamagedIsMadeAnew) {
    const auto worker = make(folder.open());
    TestClient client(*worker);
    EXPECT_EQ(result_of(client), 12U);
    const std::string whole = read_file(folder.file(key), 1 << 20).take();
    for (const std::size_t size : {std::size_t{0}, std::size_t{10}, whole.size() - 1}) {
        ASSERT_TRUE(write_file_atomically(folder.file(key), whole.substr(0, size)).ok());
        EXPECT_EQ(result_of(client), 12U);
        EXPECT_EQ(read_file(folder.file(key), 1 << 20).take(), whole);
    }
    // An image that the device does not take, in a file that is whole.
    KeptModule bad = kept_of(kept_ptx);
    bad.image.assign(10, std::byte{'x'});
    folder.open()->keep(key, bad);
    EXPECT_EQ(result_of(client), 12U);
    EXPECT_EQ(read_file(folder.file(key), 1 << 20).take(), whole);
}

TEST_F(KeptModules, WhatTheGuardRefusesIsNotKept) {
    const auto worker = make(folder.open());
    TestClient client(*worker);
    const std::string refused = std::string(kept_ptx) + ".global .texref texture;\n";
    std::int32_t status = 0;
    EXPECT_EQ(client.load(refused, &status), 0U);
    EXPECT_NE(status, 0);
    EXPECT_FALSE(
        std::filesystem::exists(folder.file(ModuleCache::key_of(*small_device(), refused, guard::Mode::Fence))));
}

// What the guard refuses of it is kept with it, with the reason.
TEST_F(KeptModules, APartOfAModuleIsKept) {
    const std::string part_key = ModuleCache::key_of(*small_device(), partly_refused, guard::Mode::Fence);
    std::string first;
    for (const bool is_kept : {false, true, true}) {
        EXPECT_EQ(std::filesystem::exists(folder.file(part_key)), is_kept);
        const auto worker = make(folder.open());
        TestClient client(*worker);
        EXPECT_EQ(result_of(client, partly_refused), 12U);
        const std::string why = refusal_of(client);
        EXPECT_THAT(why, HasSubstr("the guard refuses the kernel 'bad': bad, PTX line 30: device registers (.mmio)"));
        EXPECT_TRUE(first.empty() || first == why) << why;
        first = why;
        // Who can still go elsewhere is told, from the cache too.
        std::memcpy(reinterpret_cast<void*>(client.staging()), partly_refused.data(), partly_refused.size());
        EXPECT_EQ(client.call(wire::JudgeImage{client.staging(), partly_refused.size()}), cuda_status::not_supported);
    }
    // A list that is damaged is none: all is made anew.
    const std::string whole = read_file(folder.file(part_key), 1 << 20).take();
    KeptModule bad = kept_of(partly_refused);
    bad.parts.refused.front().name = "follow";
    folder.open()->keep(part_key, bad);
    EXPECT_NE(read_file(folder.file(part_key), 1 << 20).take(), whole);
    const auto worker = make(folder.open());
    TestClient client(*worker);
    EXPECT_EQ(result_of(client, partly_refused), 12U);
    EXPECT_EQ(refusal_of(client), first);
    EXPECT_EQ(read_file(folder.file(part_key), 1 << 20).take(), whole);
}

TEST_F(KeptModules, AKeyIsMadeOfTextAndMode) {
    const auto device = small_device();
    EXPECT_EQ(key, ModuleCache::key_of(*device, kept_ptx, guard::Mode::Fence));
    EXPECT_NE(key, ModuleCache::key_of(*device, kept_ptx, guard::Mode::Check));
    EXPECT_NE(key, ModuleCache::key_of(*device, other_ptx(), guard::Mode::Fence));
    const std::string assembled = ModuleCache::key_of(*device, kept_ptx, guard::Mode::Fence, "release 13.0, V13.0.88");
    EXPECT_NE(key, assembled);
    EXPECT_NE(assembled, ModuleCache::key_of(*device, kept_ptx, guard::Mode::Fence, "release 13.0, V13.0.89"));
}

TEST_F(KeptModules, NothingIsLostOnTheWay) {
    const KeptModule module = kept_of(kept_ptx);
    const std::string bytes = ModuleCache::packed(module);
    const auto back = ModuleCache::unpacked(bytes);
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(ModuleCache::packed(*back), bytes);
    ASSERT_EQ(back->parts.kernels.size(), 1U);
    EXPECT_EQ(back->parts.kernels[0].conditions.text(), module.parts.kernels[0].conditions.text());
    EXPECT_FALSE(back->parts.kernels[0].conditions.empty());
    EXPECT_EQ(back->parts.block.contents, module.parts.block.contents);
    EXPECT_EQ(back->parts.accesses.size(), module.parts.accesses.size());
    EXPECT_EQ(back->lines.describe(21), module.lines.describe(21));
    EXPECT_THAT(back->lines.describe(21), HasSubstr("kept.cu:17"));
    EXPECT_EQ(back->image, module.image);
    EXPECT_EQ(back->uses.fault_record, module.uses.fault_record);
}

// As if the digest in front had been forged too.
TEST_F(KeptModules, AnyBytesAreAModuleOrNone) {
    const std::string bytes = ModuleCache::packed(kept_of(partly_refused));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(ModuleCache::unpacked(std::string_view(bytes).substr(0, size)).has_value()) << size;
    const std::vector<std::byte> parameters(16);
    guard::LaunchFacts facts;
    facts.parameters = parameters;
    std::size_t read = 0;
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += bit < 16'384 ? 1 : 97) {
        std::string damaged = bytes;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1U << (bit % 8)));
        const auto module = ModuleCache::unpacked(damaged);
        if (!module) {
            ++refused;
            continue;
        }
        ++read;
        // Every byte means something: nothing that was read is lost or made up.
        EXPECT_TRUE(ModuleCache::packed(*module) == damaged) << bit;
        for (const guard::GuardedKernel& kernel : module->parts.kernels) {
            static_cast<void>(kernel.conditions.hold(facts));
            static_cast<void>(kernel.conditions.text());
        }
        static_cast<void>(module->lines.describe(21));
    }
    // Damaged lengths and kinds are refused; damaged numbers and texts cannot be.
    EXPECT_GT(refused, 1000U);
    EXPECT_GT(read, 1000U);
}

TEST_F(KeptModules, ALargeModuleIsLoaded) {
    constexpr std::size_t bytes = RINGFENCE_ASAN || RINGFENCE_TSAN ? 200'000 : 2'000'000;
    const std::string small = read_file(RINGFENCE_SOURCE_DIR "/bench/guard/kernels.ptx", 1 << 20).take();
    const std::string large = guard_bench::enlarged(small, bytes);
    ASSERT_GE(large.size(), bytes);
    for (const bool is_kept : {false, true}) {
        const auto worker = make(folder.open());
        TestClient client(*worker);
        EXPECT_EQ(std::filesystem::exists(folder.file(ModuleCache::key_of(*small_device(), large, guard::Mode::Fence))),
                  is_kept);
        const std::uint64_t module = client.load(large);
        wire::ListFunctions::Reply list;
        ASSERT_EQ(client.call(wire::ListFunctions{module}, list), 0);
        EXPECT_GT(list.count, bytes / 4000);
        const Address data = client.allocate(3 * 4096);
        client.put(data, std::vector<float>(1024, 2.0F));
        client.put(data + 4096, std::vector<float>(1024, 3.0F));
        client.launch(client.function(module, "add_c1"), 0, 256, 256U, data, data + 4096, data + 8192);
        EXPECT_EQ(client.synchronize(), 0);
        EXPECT_EQ(client.get<float>(data + 8192, 1).at(0), 5.0F);
    }
}

}  // namespace
}  // namespace ringfence::worker
