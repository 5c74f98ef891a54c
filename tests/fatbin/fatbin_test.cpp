#include "fatbin/fatbin.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "base/file.h"
#include "fatbin/join.h"
#include "fatbin/writer.h"
#include "source_dir.h"
#include "writer.h"

namespace ringfence::fatbin {
namespace {

constexpr std::string_view some_ptx = ".version 9.0\n.target sm_90\n.address_size 64\n";

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string sample(const std::string& name) {
    return read_file(std::string(RINGFENCE_SOURCE_DIR) + "/tests/fatbin/samples/" + name, 1 << 20).take();
}

std::string text_of(const Image& image) {
    return {reinterpret_cast<const char*>(image.view.data()), image.view.size()};
}

std::string refusal(const std::vector<Entry>& entries) {
    const auto made = container(entries);
    const auto images = parse(made);
    if (images.ok()) return "";
    EXPECT_EQ(images.error().status, invalid_image);
    return images.error().message;
}

// PTX and machine code of the two kernels of samples/kernels.cu.
void expect_kernels(std::string_view fatbin, std::uint32_t sm) {
    const auto images = parse(bytes(fatbin));
    ASSERT_TRUE(images.ok()) << images.error().text();
    const Image* const ptx = choose(images.value(), sm, Kind::Ptx, true);
    const Image* const elf = choose(images.value(), sm, Kind::Elf, true);
    ASSERT_NE(ptx, nullptr);
    ASSERT_NE(elf, nullptr);
    const std::string text_of_ptx = text(*ptx).take();
    EXPECT_NE(text_of_ptx.find(".entry add("), std::string::npos);
    EXPECT_NE(text_of_ptx.find(".entry sub("), std::string::npos);
    EXPECT_EQ(text_of_ptx.back(), '\n');
    const std::vector<std::byte> code = contents(*elf).take();
    EXPECT_EQ(elf_bytes(code).take(), code.size());
}

TEST(Fatbin, SamplesOfNvcc) {
    for (const char* name : {"zstd.fatbin", "lz4.fatbin", "two-architectures.fatbin"}) {
        SCOPED_TRACE(name);
        const std::string file = sample(name);
        EXPECT_EQ(container_bytes(bytes(file)).take(), file.size());
        expect_kernels(file, 90);
    }
}

TEST(Fatbin, WhatNvccMakesHere) {
    if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no nvcc";
    const std::string source = std::string(RINGFENCE_SOURCE_DIR) + "/tests/fatbin/samples/kernels.cu";
    const std::string out = testing::TempDir() + "made.fatbin";
    for (const char* option : {"", "-Xfatbin -compress-mode=none", "-Xfatbin -compress-mode=speed",
                               "-Xfatbin -compress-mode=size", "-Xfatbin -compress-all"}) {
        SCOPED_TRACE(option);
        const std::string command = "nvcc -fatbin -gencode arch=compute_90,code=[sm_90,compute_90] " +
                                    std::string(option) + " " + source + " -o " + out;
        ASSERT_EQ(std::system(command.c_str()), 0);
        expect_kernels(read_file(out, 1 << 20).take(), 90);
    }
    std::filesystem::remove(out);
}

TEST(Fatbin, EveryCompressionComesBack) {
    const std::string large(200'000, 'x');
    const auto made =
        container({entry(entry_ptx, 80, std::string(some_ptx) + std::string(5, '\0')),
                   compressed(entry_ptx, 90, some_ptx, flag_lz4), compressed(entry_elf, 90, large, flag_zstd)});
    const auto images = parse(made).take();
    ASSERT_EQ(images.size(), 3U);
    EXPECT_EQ(text(images[0]).take(), some_ptx);
    EXPECT_EQ(text(images[1]).take(), some_ptx);
    EXPECT_EQ(images[1].sm, 90U);
    EXPECT_EQ(images[2].kind, Kind::Elf);
    EXPECT_EQ(text(images[2]).take(), large);
}

TEST(Fatbin, UnknownEntriesAreLeftOut) {
    const auto made = container({entry(77, 90, "?"), entry(entry_ptx, 90, std::string(some_ptx))});
    EXPECT_EQ(parse(made).take().size(), 1U);
    EXPECT_TRUE(parse(container({})).take().empty());
}

TEST(Fatbin, NamesAreTakenWhereTheyFit) {
    Entry named = entry(entry_elf, 90, "payload.cu");
    named.header.name_offset = sizeof(EntryHeader);
    named.header.name_bytes = 10;
    Entry wrong = named;
    wrong.header.name_bytes = 0xffff'ffff;
    const auto made = container({named, wrong});
    const auto images = parse(made).take();
    EXPECT_EQ(images[0].name, "payload.cu");
    EXPECT_EQ(images[1].name, "");
}

TEST(Fatbin, TextAndCubinsAreImagesToo) {
    const auto ptx = parse(bytes(some_ptx)).take();
    ASSERT_EQ(ptx.size(), 1U);
    EXPECT_EQ(ptx[0].kind, Kind::Ptx);
    EXPECT_EQ(text(ptx[0]).take(), some_ptx);
    EXPECT_EQ(parse(bytes("\x7f"
                          "ELF and so on"))
                  .take()[0]
                  .kind,
              Kind::Elf);
    for (const std::string_view other : {std::string_view(""), std::string_view("\0", 1), std::string_view("\1\2\3")}) {
        ASSERT_FALSE(parse(bytes(other)).ok());
        EXPECT_EQ(parse(bytes(other)).error().status, invalid_image);
    }
}

TEST(Fatbin, ContainersThatLieAreRefused) {
    const auto good = container({entry(entry_ptx, 90, std::string(some_ptx))});
    EXPECT_TRUE(parse(good).ok());
    for (std::size_t size = 4; size < good.size(); ++size) {
        const auto images = parse(std::span(good).first(size));
        ASSERT_FALSE(images.ok()) << size;
        EXPECT_EQ(images.error().status, invalid_image);
    }
    auto other_version = good;
    other_version[4] = std::byte{9};
    EXPECT_FALSE(parse(other_version).ok());
    EXPECT_NE(refusal(std::vector<Entry>(most_images + 1, entry(77, 0, ""))), "");
}

TEST(Fatbin, EntriesThatLieAreRefused) {
    const auto change = [](auto&& how) {
        Entry made = compressed(entry_ptx, 90, some_ptx, flag_zstd);
        how(made.header);
        return refusal({made});
    };
    const std::string entry_0 = "entry 0 of the fatbin: ";
    EXPECT_EQ(change([](auto& header) { header.header_bytes = 63; }), entry_0 + "it goes beyond the fatbin's end");
    EXPECT_EQ(change([](auto& header) { header.header_bytes = 0xffff'ffff; }),
              entry_0 + "it goes beyond the fatbin's end");
    EXPECT_EQ(change([](auto& header) { header.payload_bytes = ~std::uint64_t{0}; }),
              entry_0 + "it goes beyond the fatbin's end");
    EXPECT_EQ(change([](auto& header) { header.compressed_bytes = 0xffff'ffff; }), entry_0 + "it goes beyond its end");
    EXPECT_EQ(change([](auto& header) { header.flags |= flag_lz4; }), entry_0 + "it is compressed in two ways at once");
    EXPECT_NE(change([](auto& header) { header.expanded_bytes = largest_image + 1; }).find("more than the limit"),
              std::string::npos);
}

TEST(Fatbin, CompressedBytesThatLieAreRefused) {
    for (const std::uint64_t flag : {flag_lz4, flag_zstd}) {
        for (const std::uint64_t size : {std::uint64_t{0}, some_ptx.size() - 1, some_ptx.size() + 1, largest_image}) {
            Entry made = compressed(entry_ptx, 90, some_ptx, flag);
            made.header.expanded_bytes = size;
            const auto packed = container({made});
            const auto images = parse(packed).take();
            EXPECT_FALSE(contents(images[0]).ok()) << size;
            EXPECT_FALSE(text(images[0]).ok()) << size;
        }
        Entry none = compressed(entry_ptx, 90, some_ptx, flag);
        none.header.compressed_bytes = 0;
        const auto packed = container({none});
        EXPECT_FALSE(contents(parse(packed).take()[0]).ok());
    }
}

TEST(Fatbin, TheBestImageIsChosen) {
    const auto made =
        container({entry(entry_elf, 80, "a"), entry(entry_elf, 86, "b"), entry(entry_elf, 90, "c", flag_exact),
                   entry(entry_ptx, 70, "d"), entry(entry_ptx, 90, "e"), entry(entry_ptx, 100, "f", flag_exact),
                   entry(entry_elf, 100, "g", flag_family)});
    const auto images = parse(made).take();
    const auto chosen = [&](std::uint32_t sm, Kind kind, bool only) {
        const Image* const image = choose(images, sm, kind, only);
        return image == nullptr ? "-" : text(*image).take();
    };
    EXPECT_EQ(chosen(80, Kind::Elf, true), "a");
    EXPECT_EQ(chosen(87, Kind::Elf, true), "b");
    EXPECT_EQ(chosen(90, Kind::Elf, true), "c");
    EXPECT_EQ(chosen(75, Kind::Elf, true), "-");
    EXPECT_EQ(chosen(75, Kind::Elf, false), "d");
    EXPECT_EQ(chosen(80, Kind::Ptx, true), "d");
    EXPECT_EQ(chosen(90, Kind::Ptx, true), "e");
    EXPECT_EQ(chosen(100, Kind::Ptx, true), "f");
    EXPECT_EQ(chosen(103, Kind::Ptx, true), "e");
    EXPECT_EQ(chosen(103, Kind::Elf, true), "g");
    EXPECT_EQ(chosen(60, Kind::Ptx, false), "-");
}

// Byte by byte, so that NVIDIA's driver takes ours as it takes theirs.
TEST(Fatbin, WrittenAsTheToolkitDoes) {
    const std::string theirs = sample("uncompressed.fatbin");
    const auto images = parse(bytes(theirs)).take();
    ASSERT_EQ(images.size(), 2U);
    const std::string code = text_of(images[0]);
    const std::string ptx = text(images[1]).take();
    const NewImage ours[] = {{Kind::Elf, 90, flag_exact, elf_version(code), code},
                             {Kind::Ptx, 90, flag_exact, {9, 0}, ptx}};
    EXPECT_EQ(make_fatbin(ours), theirs);
}

TEST(Extent, OfWhateverAPointerPointsAt) {
    const std::string fatbin = sample("two-architectures.fatbin");
    const Wrapper wrapper = {wrapper_magic, 1, fatbin.data(), nullptr};
    EXPECT_EQ(image_at(&wrapper).take().size(), fatbin.size());
    EXPECT_EQ(image_at(fatbin.data()).take().size(), fatbin.size());
    EXPECT_EQ(image_at(some_ptx.data()).take().size(), some_ptx.size());
    EXPECT_EQ(image_at("").take().size(), 0U);
    const auto images = parse(bytes(fatbin)).take();
    const std::vector<std::byte> cubin = contents(images[0]).take();
    EXPECT_EQ(image_at(cubin.data()).take().size(), cubin.size());
    const Wrapper broken = {wrapper_magic, 1, some_ptx.data(), nullptr};
    EXPECT_FALSE(image_at(&broken).ok());
}

TEST(Fatbin, ImagesThatMustBeLinkedKnowTheirPart) {
    const auto linked = container({entry(entry_elf, 90, "machine code")});
    const auto first =
        container({entry(entry_elf, 90, "its machine code"), entry(entry_ptx, 80, std::string(some_ptx))});
    const std::vector<std::span<const std::byte>> parts = {first, bytes(some_ptx)};
    const auto joined = join(linked, parts);
    EXPECT_EQ(container_bytes(joined).take(), joined.size());
    const auto images = parse(joined);
    ASSERT_TRUE(images.ok()) << images.error().text();
    ASSERT_EQ(images.value().size(), 4U);
    const std::array<std::uint32_t, 4> expected = {0, 1, 1, 2};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(images.value()[i].part, expected[i]) << i;
    EXPECT_EQ(choose(images.value(), 90, Kind::Ptx, true), nullptr) << "parts are not the whole";
    EXPECT_EQ(text(images.value()[3]).take(), some_ptx);
}

TEST(Fatbin, PartsHaveNoParts) {
    const std::vector<std::span<const std::byte>> parts = {bytes(some_ptx)};
    const auto inner = join({}, parts);
    const std::vector<std::span<const std::byte>> nested = {inner};
    EXPECT_FALSE(parse(join({}, nested)).ok());
    const auto broken = container({entry(entry_part, 0, "\x01\x02")});
    EXPECT_FALSE(parse(broken).ok());
}

// As deep as an image of a few megabytes can say: a reader that went there would run out of stack.
TEST(Fatbin, PartsWithinPartsAreNotFollowed) {
    constexpr std::size_t depth = 100'000;
    constexpr std::size_t level = sizeof(ContainerHeader) + sizeof(EntryHeader);
    std::vector<std::byte> nested(depth * level);
    for (std::size_t i = 0; i < depth; ++i) {
        const std::size_t left = nested.size() - i * level;
        const ContainerHeader header = {container_magic, 1, sizeof(ContainerHeader), left - sizeof(ContainerHeader)};
        Entry inner = entry(entry_part, 0, "");
        inner.header.payload_bytes = left - level;
        std::memcpy(nested.data() + i * level, &header, sizeof header);
        std::memcpy(nested.data() + i * level + sizeof header, &inner.header, sizeof inner.header);
    }
    EXPECT_FALSE(parse(nested).ok());
}

TEST(Fatbin, PtxForANewerGpuIsTheLastResort) {
    const auto made =
        container({entry(entry_ptx, 120, std::string(some_ptx)), entry(entry_ptx, 100, std::string(some_ptx)),
                   entry(entry_ptx, 95, std::string(some_ptx), flag_exact)});
    const std::vector<Image> images = parse(made).take();
    EXPECT_EQ(choose(images, 90, Kind::Ptx, true), nullptr);
    ASSERT_NE(choose_newer_ptx(images, 90), nullptr);
    EXPECT_EQ(choose_newer_ptx(images, 90)->sm, 100U);
    EXPECT_EQ(choose_newer_ptx(images, 120), nullptr);
}

}  // namespace
}  // namespace ringfence::fatbin
