#include "ptxas/fatten.h"

#include <gtest/gtest.h>

#include "fatbin/fatbin.h"
#include "ptxas/ptx_head.h"

namespace ringfence::ptxas {
namespace {

constexpr std::string_view some_ptx =
    "// of Triton\n/* twice */ .version 8.7\n.target sm_90a, debug\n.address_size 64\n";

std::vector<fatbin::Image> images_in(const std::string& file) {
    return fatbin::parse(std::as_bytes(std::span(file))).take();
}

TEST(PtxHead, IsRead) {
    const PtxHead head = read_ptx_head(some_ptx).take();
    EXPECT_EQ(head.version.major, 8);
    EXPECT_EQ(head.version.minor, 7);
    EXPECT_EQ(head.target.sm, 90);
    EXPECT_EQ(head.target.flags, fatbin::flag_exact);
    EXPECT_EQ(read_architecture("sm_100f").value().flags, fatbin::flag_family);
    EXPECT_EQ(read_architecture("compute_80").value().sm, 80);
}

TEST(PtxHead, WhatIsNoneIsRefused) {
    for (const char* text :
         {"", "//", "/* no end", ".version", ".version x\n.target sm_90", ".version 8\n.target sm_90",
          ".version 8.7.1\n.target sm_90", ".version 8.7", ".version 8.7\n.target", ".target sm_90",
          ".version 8.7\n.target sm_", ".version 8.7\n.target sm_90x", ".version 99999.0\n.target sm_90"})
        EXPECT_FALSE(read_ptx_head(text).ok()) << text;
    EXPECT_FALSE(read_architecture("").ok());
    EXPECT_FALSE(read_architecture("90_").ok());
}

TEST(Fatten, BothAreThereAndTheOwnerChooses) {
    const std::string cubin = std::string(
                                  "\x7f"
                                  "ELF") +
                              "and so on";
    const std::string file = fatten({.ptx = some_ptx, .cubin = cubin, .gpu = "sm_90a"}).take();
    const auto images = images_in(file);
    ASSERT_EQ(images.size(), 2U);
    const fatbin::Image* const code = fatbin::choose(images, 90, fatbin::Kind::Elf);
    ASSERT_NE(code, nullptr);
    EXPECT_EQ(code->kind, fatbin::Kind::Elf);
    EXPECT_EQ(fatbin::text(*code).take(), cubin);
    const fatbin::Image* const ptx = fatbin::choose(images, 90, fatbin::Kind::Ptx, true);
    ASSERT_NE(ptx, nullptr);
    EXPECT_EQ(fatbin::text(*ptx).take(), some_ptx);
    // It is for this architecture and no other.
    EXPECT_EQ(fatbin::choose(images, 100, fatbin::Kind::Ptx), nullptr);
}

TEST(Fatten, PtxAloneWhereThereIsNoMachineCode) {
    const auto images = images_in(fatten({.ptx = some_ptx, .cubin = "", .gpu = "sm_90a"}).take());
    ASSERT_EQ(images.size(), 1U);
    EXPECT_EQ(images[0].kind, fatbin::Kind::Ptx);
    EXPECT_NE(fatbin::choose(images, 90, fatbin::Kind::Elf), nullptr);
}

TEST(Fatten, WhatIsNoPtxIsRefused) {
    EXPECT_FALSE(fatten({.ptx = "int main() {}", .cubin = "code", .gpu = "sm_90a"}).ok());
    EXPECT_FALSE(fatten({.ptx = some_ptx, .cubin = "code", .gpu = "gpu"}).ok());
}

}  // namespace
}  // namespace ringfence::ptxas
