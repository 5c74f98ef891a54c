// Allocations while a stream captures: with a worker.
#include "client/driver/graph_memory.h"

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "client/driver/state.h"
#include "worker_process.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t bytes = 4096;

class GraphMemoryTest : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
        CUcontext context = nullptr;
        ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
        ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
        ASSERT_EQ(cuStreamCreate(&stream_, 0), CUDA_SUCCESS);
        ASSERT_EQ(cuMemAlloc_v2(&result_, bytes), CUDA_SUCCESS);
    }
    void TearDown() override {
        EXPECT_EQ(cuStreamSynchronize(stream_), CUDA_SUCCESS);
        EXPECT_EQ(cuMemFree_v2(result_), CUDA_SUCCESS);
        EXPECT_EQ(cuStreamDestroy_v2(stream_), CUDA_SUCCESS);
    }

    // Allocates, fills, copies to the result, and frees if it is told to.
    void capture(bool frees) {
        ASSERT_EQ(cuStreamBeginCapture_v2(stream_, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
        ASSERT_EQ(cuMemAllocAsync(&memory_, bytes, stream_), CUDA_SUCCESS);
        ASSERT_EQ(cuMemsetD8Async(memory_, 7, bytes, stream_), CUDA_SUCCESS);
        ASSERT_EQ(cuMemcpyDtoDAsync_v2(result_, memory_, bytes, stream_), CUDA_SUCCESS);
        if (frees) {
            ASSERT_EQ(cuMemFreeAsync(memory_, stream_), CUDA_SUCCESS);
        }
        ASSERT_EQ(cuStreamEndCapture(stream_, &graph_), CUDA_SUCCESS);
        std::size_t count = 0;
        ASSERT_EQ(cuGraphGetNodes(graph_, nullptr, &count), CUDA_SUCCESS);
        EXPECT_EQ(count, frees ? 4U : 3U);
    }
    unsigned char last_byte() {
        unsigned char value = 0;
        EXPECT_EQ(cuMemcpyDtoH_v2(&value, result_ + bytes - 1, 1), CUDA_SUCCESS);
        return value;
    }

    CUstream stream_ = nullptr;
    CUgraph graph_ = nullptr;
    CUdeviceptr memory_ = 0;
    CUdeviceptr result_ = 0;
};

TEST_F(GraphMemoryTest, IsThereAtEveryLaunchAndGoesWithTheGraph) {
    capture(true);
    CUgraphNode first = nullptr;
    std::size_t count = 1;
    ASSERT_EQ(cuGraphGetRootNodes(graph_, &first, &count), CUDA_SUCCESS);
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    ASSERT_EQ(cuGraphNodeGetType(first, &type), CUDA_SUCCESS);
    EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    CUgraphExec exec = nullptr;
    CUgraphExec other = nullptr;
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph_, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphInstantiateWithFlags(&other, graph_, 0), CUDA_ERROR_NOT_SUPPORTED) << "they would share memory";
    EXPECT_EQ(cuGraphClone(&graph_, graph_), CUDA_ERROR_NOT_SUPPORTED);
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(cuMemsetD8_v2(result_, 0, bytes), CUDA_SUCCESS);
        ASSERT_EQ(cuGraphLaunch(exec, stream_), CUDA_SUCCESS);
        ASSERT_EQ(cuStreamSynchronize(stream_), CUDA_SUCCESS);
        EXPECT_EQ(last_byte(), 7);
    }
    EXPECT_EQ(cuMemFree_v2(memory_), CUDA_ERROR_INVALID_VALUE) << "the graph has freed it";
    ASSERT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
    EXPECT_NE(find_graph_memory(memory_), nullptr) << "the executable graph has it still";
    ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    EXPECT_EQ(find_graph_memory(memory_), nullptr);
    EXPECT_FALSE(session().allocations().find(memory_));
}

TEST_F(GraphMemoryTest, WhatALaunchLeavesIsFreedByTheProgram) {
    capture(false);
    CUgraphExec exec = nullptr;
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph_, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree_v2(memory_), CUDA_ERROR_INVALID_VALUE) << "no launch has allocated it";
    ASSERT_EQ(cuGraphLaunch(exec, stream_), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphLaunch(exec, stream_), CUDA_ERROR_INVALID_VALUE) << "it is allocated still";
    ASSERT_EQ(cuMemFreeAsync(memory_, stream_), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphLaunch(exec, stream_), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamSynchronize(stream_), CUDA_SUCCESS);
    unsigned char value = 0;
    ASSERT_EQ(cuMemcpyDtoH_v2(&value, memory_, 1), CUDA_SUCCESS) << "it outlives the graph";
    EXPECT_EQ(value, 7);
    EXPECT_EQ(cuMemFree_v2(memory_), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree_v2(memory_), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphMemoryTest, ALaunchMayFreeWhatTheLastOneLeft) {
    capture(false);
    CUgraphExec exec = nullptr;
    ASSERT_EQ(cuGraphInstantiateWithFlags(&exec, graph_, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH),
              CUDA_SUCCESS);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(cuGraphLaunch(exec, stream_), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFreeAsync(memory_, stream_), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
    EXPECT_FALSE(session().allocations().find(memory_));
}

TEST_F(GraphMemoryTest, AResetTakesItAway) {
    capture(false);
    ASSERT_EQ(cuDevicePrimaryCtxReset_v2(0), CUDA_SUCCESS);
    // Others may get its address, and free it.
    CUdeviceptr other = 0;
    ASSERT_EQ(cuMemAlloc_v2(&other, bytes), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAlloc_v2(&result_, bytes), CUDA_SUCCESS);
    EXPECT_EQ(find_graph_memory(other), nullptr);
    EXPECT_EQ(find_graph_memory(result_), nullptr);
    ASSERT_EQ(cuGraphDestroy(graph_), CUDA_SUCCESS);
    EXPECT_EQ(cuMemFree_v2(other), CUDA_SUCCESS);
    ASSERT_EQ(cuStreamCreate(&stream_, 0), CUDA_SUCCESS);
}

TEST_F(GraphMemoryTest, OtherMemoryIsNotFreedWhileAStreamCaptures) {
    ASSERT_EQ(cuStreamBeginCapture_v2(stream_, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    EXPECT_NE(cuMemFreeAsync(result_, stream_), CUDA_SUCCESS);
    EXPECT_NE(cuStreamEndCapture(stream_, &graph_), CUDA_SUCCESS);
}

}  // namespace
}  // namespace ringfence::driver
