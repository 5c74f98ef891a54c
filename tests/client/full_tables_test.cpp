// A program with as many objects of a kind as there can be: the next one is refused as CUDA does it, nothing of it
// stays behind, and when there is a place again it comes to be.
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/driver/state.h"
#include "worker_process.h"

namespace ringfence::driver {
namespace {

constexpr const char* one_kernel = R"(
.version 8.0
.target sm_70
.address_size 64
.visible .entry nothing() { ret; }
)";

// As long as this lives.
template <typename Table>
class Full {
public:
    explicit Full(Table& table) : table_(table), before_(table.size()) { table_.limit_to(before_); }
    ~Full() {
        EXPECT_EQ(table_.size(), before_) << "something that was refused has stayed";
        table_.limit_to(Table::largest);
    }
    Full(const Full&) = delete;
    Full& operator=(const Full&) = delete;

private:
    Table& table_;
    std::size_t before_;
};

class FullTables : public test::WithWorker {
protected:
    void SetUp() override {
        ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
        CUcontext context = nullptr;
        ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
        ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
    }

    // Is refused while the table is full, and not when it is not.
    template <typename Table, typename Call>
    static void expect_refusal(const std::string& what, Table& table, const Call& call) {
        {
            const Full<Table> full(table);
            EXPECT_EQ(call(), CUDA_ERROR_OUT_OF_MEMORY) << what;
        }
        EXPECT_EQ(call(), CUDA_SUCCESS) << what;
    }
};

TEST_F(FullTables, StreamsEventsPoolsAndTheLike) {
    CUstream stream = nullptr;
    expect_refusal("stream", tables().streams, [&] { return cuStreamCreate(&stream, 0); });
    EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
    CUevent event = nullptr;
    expect_refusal("event", tables().events, [&] { return cuEventCreate(&event, 0); });
    EXPECT_EQ(cuEventDestroy_v2(event), CUDA_SUCCESS);
    CUmemPoolProps properties = {};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemoryPool pool = nullptr;
    expect_refusal("pool", tables().pools, [&] { return cuMemPoolCreate(&pool, &properties); });
    EXPECT_EQ(cuMemPoolDestroy(pool), CUDA_SUCCESS);
    CUlinkState linker = nullptr;
    expect_refusal("linker", tables().linkers, [&] { return cuLinkCreate_v2(0, nullptr, nullptr, &linker); });
    EXPECT_EQ(cuLinkDestroy(linker), CUDA_SUCCESS);
    CUuserObject object = nullptr;
    const auto ignore = [](void*) {};
    expect_refusal("user object", tables().user_objects,
                   [&] { return cuUserObjectCreate(&object, nullptr, ignore, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC); });
    EXPECT_EQ(cuUserObjectRelease(object, 1), CUDA_SUCCESS);
    CUDA_ARRAY_DESCRIPTOR description = {};
    description.Width = 16;
    description.Format = CU_AD_FORMAT_FLOAT;
    description.NumChannels = 1;
    CUarray array = nullptr;
    expect_refusal("array", tables().arrays, [&] { return cuArrayCreate_v2(&array, &description); });
    EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
}

TEST_F(FullTables, Contexts) {
    CUcontext context = nullptr;
    expect_refusal("context", tables().contexts, [&] { return cuCtxCreate_v2(&context, 0, 0); });
    EXPECT_EQ(cuCtxDestroy_v2(context), CUDA_SUCCESS);
}

TEST_F(FullTables, ModulesLibrariesAndKernels) {
    CUmodule module = nullptr;
    expect_refusal("module", tables().modules, [&] { return cuModuleLoadData(&module, one_kernel); });
    CUfunction function = nullptr;
    expect_refusal("function", tables().functions, [&] { return cuModuleGetFunction(&function, module, "nothing"); });
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
    CUlibrary library = nullptr;
    const auto load = [&] { return cuLibraryLoadData(&library, one_kernel, nullptr, nullptr, 0, nullptr, nullptr, 0); };
    expect_refusal("library", tables().libraries, load);
    CUkernel kernel = nullptr;
    expect_refusal("kernel", tables().kernels, [&] { return cuLibraryGetKernel(&kernel, library, "nothing"); });
    EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
}

TEST_F(FullTables, GraphsAndTheirCopies) {
    CUgraph graph = nullptr;
    expect_refusal("graph", tables().graphs, [&] { return cuGraphCreate(&graph, 0); });
    CUgraphNode node = nullptr;
    expect_refusal("node", tables().nodes, [&] { return cuGraphAddEmptyNode(&node, graph, nullptr, 0); });
    CUgraph outer = nullptr;
    ASSERT_EQ(cuGraphCreate(&outer, 0), CUDA_SUCCESS);
    // Its copy of the graph has no place; nor has the node in that copy.
    {
        const Full nodes(tables().nodes);
        const Full graphs(tables().graphs);
        EXPECT_EQ(cuGraphAddChildGraphNode(&node, outer, nullptr, 0, graph), CUDA_ERROR_OUT_OF_MEMORY);
    }
    const auto add_child = [&] { return cuGraphAddChildGraphNode(&node, outer, nullptr, 0, graph); };
    expect_refusal("child", tables().graphs, add_child);
    CUgraph clone = nullptr;
    expect_refusal("clone", tables().graphs, [&] { return cuGraphClone(&clone, outer); });
    EXPECT_EQ(cuGraphDestroy(clone), CUDA_SUCCESS);
    expect_refusal("nodes of a clone", tables().nodes, [&] { return cuGraphClone(&clone, outer); });
    EXPECT_EQ(cuGraphDestroy(clone), CUDA_SUCCESS);
    CUgraphExec exec = nullptr;
    expect_refusal("executable", tables().graph_execs, [&] { return cuGraphInstantiateWithFlags(&exec, outer, 0); });
    EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_SUCCESS);
    {
        const Full execs(tables().graphs);
        const std::size_t before = tables().graph_execs.size();
        EXPECT_EQ(cuGraphInstantiateWithFlags(&exec, outer, 0), CUDA_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(tables().graph_execs.size(), before);
    }
    EXPECT_EQ(cuGraphDestroy(outer), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
}

// One of its two bodies has a place.
TEST_F(FullTables, BodiesOfConditions) {
    CUgraph graph = nullptr;
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
    CUcontext context = nullptr;
    ASSERT_EQ(cuCtxGetCurrent(&context), CUDA_SUCCESS);
    CUgraphNodeParams params = {};
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    params.conditional.size = 2;
    params.conditional.ctx = context;
    ASSERT_EQ(cuGraphConditionalHandleCreate(&params.conditional.handle, graph, context, 1, 0), CUDA_SUCCESS);
    CUgraphNode node = nullptr;
    const std::size_t graphs = tables().graphs.size();
    const std::size_t nodes = tables().nodes.size();
    tables().graphs.limit_to(graphs + 1);
    EXPECT_EQ(cuGraphAddNode_v2(&node, graph, nullptr, nullptr, 0, &params), CUDA_ERROR_OUT_OF_MEMORY);
    tables().graphs.limit_to(decltype(tables().graphs)::largest);
    EXPECT_EQ(tables().graphs.size(), graphs);
    EXPECT_EQ(tables().nodes.size(), nodes);
    EXPECT_EQ(cuGraphAddNode_v2(&node, graph, nullptr, nullptr, 0, &params), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
}

TEST_F(FullTables, Captures) {
    CUstream stream = nullptr;
    ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
    expect_refusal("capture", tables().graphs,
                   [&] { return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED); });
    CUgraph graph = nullptr;
    EXPECT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_SUCCESS);
    EXPECT_EQ(cuStreamDestroy_v2(stream), CUDA_SUCCESS);
}

TEST_F(FullTables, TheRuntimeSaysItInItsOwnWords) {
    cudaStream_t stream = nullptr;
    const Full full(tables().streams);
    EXPECT_EQ(runtime::cudaStreamCreate(&stream), cudaErrorMemoryAllocation);
}

// The stream of a thread of its own.
TEST_F(FullTables, AThreadsStream) {
    CUcontext context = nullptr;
    ASSERT_EQ(cuCtxGetCurrent(&context), CUDA_SUCCESS);
    std::thread([context] {
        EXPECT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
        const Full full(tables().streams);
        EXPECT_EQ(cuStreamSynchronize(reinterpret_cast<CUstream>(CU_STREAM_PER_THREAD)), CUDA_ERROR_OUT_OF_MEMORY);
    }).join();
}

}  // namespace
}  // namespace ringfence::driver
