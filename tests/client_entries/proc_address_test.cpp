// The table of cuGetProcAddress: which variant a name and a version mean.
#include "client/entries/proc_address.h"

#include <gtest/gtest.h>

#include "api/driver_entries.h"

namespace ringfence::client {
namespace {

constexpr int cuda13 = 13000;

template <typename Function>
void* address(Function* function) {
    return reinterpret_cast<void*>(function);
}

void* found(const char* name, int version, bool per_thread = false) {
    const FoundProc result = find_proc(name, version, per_thread);
    EXPECT_EQ(result.status, ProcStatus::Found) << name;
    return result.function;
}

TEST(ProcAddress, TakesTheNewestVariantThatTheVersionHad) {
    EXPECT_EQ(found("cuMemAlloc", 2000), address(rf_cuMemAlloc));
    EXPECT_EQ(found("cuMemAlloc", 3020), address(rf_cuMemAlloc_v2));
    EXPECT_EQ(found("cuMemAlloc", cuda13), address(rf_cuMemAlloc_v2));
    EXPECT_EQ(found("cuCtxCreate", 12000), address(rf_cuCtxCreate_v3));
    EXPECT_EQ(found("cuCtxCreate", cuda13), address(rf_cuCtxCreate_v4));
    EXPECT_EQ(found("cuGetProcAddress", 11030), address(rf_cuGetProcAddress));
    EXPECT_EQ(found("cuGetProcAddress", 12000), address(rf_cuGetProcAddress_v2));
}

TEST(ProcAddress, TakesThePerThreadVariantWhereThereIsOne) {
    EXPECT_EQ(found("cuMemcpy", cuda13, true), address(rf_cuMemcpy_ptds));
    EXPECT_EQ(found("cuMemcpyHtoDAsync", cuda13, true), address(rf_cuMemcpyHtoDAsync_v2_ptsz));
    EXPECT_EQ(found("cuMemcpyHtoDAsync", cuda13, false), address(rf_cuMemcpyHtoDAsync_v2));
    EXPECT_EQ(found("cuInit", cuda13, true), address(rf_cuInit));
}

TEST(ProcAddress, TellsAnOldVersionFromAnUnknownName) {
    EXPECT_EQ(find_proc("cuMemAllocAsync", 11000, false).status, ProcStatus::VersionTooOld);
    EXPECT_EQ(find_proc("cuMemAllocAsync", 11000, false).function, nullptr);
    EXPECT_EQ(find_proc("cuNoSuchFunction", cuda13, false).status, ProcStatus::UnknownName);
    EXPECT_EQ(find_proc("", cuda13, false).status, ProcStatus::UnknownName);
    EXPECT_EQ(find_proc("cuMemAlloc_v2", cuda13, false).status, ProcStatus::UnknownName);
}

TEST(ProcAddress, FindsOnlyWhatWorks) {
    EXPECT_EQ(find_proc("cuImportExternalSemaphore", cuda13, false).status, ProcStatus::UnknownName);
    EXPECT_EQ(find_proc("cuImportExternalMemory", cuda13, false).status, ProcStatus::Found);
    EXPECT_EQ(find_proc("cuGetExportTable", cuda13, false).status, ProcStatus::UnknownName);
    EXPECT_EQ(find_proc("cuGraphAddMemAllocNode", cuda13, false).status, ProcStatus::Found);
    EXPECT_EQ(find_proc("cuMemExportToShareableHandle", cuda13, false).status, ProcStatus::Found);
}

TEST(ProcAddress, TableIsSorted) {
    EXPECT_GT(proc_entry_count, 470U);
    for (std::size_t i = 0; i < proc_entry_count; ++i) {
        EXPECT_NE(proc_entries[i].since, 0) << proc_entries[i].name;
        EXPECT_NE(proc_entries[i].function, nullptr) << proc_entries[i].name;
        if (i == 0) continue;
        EXPECT_LE(std::string_view(proc_entries[i - 1].name), std::string_view(proc_entries[i].name));
    }
}

}  // namespace
}  // namespace ringfence::client
