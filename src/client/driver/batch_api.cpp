// cuStreamWaitValue, cuStreamWriteValue and cuStreamBatchMemOp, and the nodes of graphs that do the same.
#include "api/driver_functions.h"
#include "client/driver/batch.h"
#include "client/driver/graph_exec.h"
#include "client/driver/node_params.h"
#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

CUresult wait_value(CUstream handle, CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(handle, stream));
    WaitValueWork work;
    RF_CU(wait_value_work(address, value, flags, bytes, work));
    return put(*stream, work);
}

CUresult write_value(CUstream handle, CUdeviceptr address, std::uint64_t value, unsigned flags, std::uint32_t bytes) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(handle, stream));
    WriteValueWork work;
    RF_CU(write_value_work(address, value, flags, bytes, work));
    return put(*stream, work);
}

CUresult refuse_first_version(CUstream handle) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(handle, stream));
    return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
    return wait_value(stream, addr, value, flags, 4);
}
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
    return wait_value(stream, addr, value, flags, 8);
}
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
    return write_value(stream, addr, value, flags, 4);
}
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
    return write_value(stream, addr, value, flags, 8);
}

CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray,
                               unsigned int flags) {
    Stream* found = nullptr;
    RF_CU(enter_stream(stream, found));
    BatchWork work;
    RF_CU(batch_work(paramArray, count, flags, work));
    return put(*found, std::move(work));
}

// The first versions (CAN_USE_STREAM_MEM_OPS_V1) are off unless an administrator loads the driver with
// NVreg_EnableStreamMemOPs. Programs built with CUDA 12 or later call the second.
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr, cuuint32_t, unsigned int) {
    return refuse_first_version(stream);
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr, cuuint64_t, unsigned int) {
    return refuse_first_version(stream);
}
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr, cuuint32_t, unsigned int) {
    return refuse_first_version(stream);
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr, cuuint64_t, unsigned int) {
    return refuse_first_version(stream);
}
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int, CUstreamBatchMemOpParams*, unsigned int) {
    return refuse_first_version(stream);
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                  std::size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    RF_CU(check_context());
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    BatchWork work;
    RF_CU(batch_work(nodeParams->paramArray, nodeParams->count, nodeParams->flags, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, std::move(work));
}

CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out) {
    Node* node = nullptr;
    BatchWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *nodeParams_out = {as_api<CUcontext>(current_context() == nullptr ? Handle{} : current_context()->handle),
                       static_cast<unsigned>(work->asked.size()), work->asked.data(), 0};
    return CUDA_SUCCESS;
}

CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    BatchWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    BatchWork changed;
    RF_CU(batch_work(nodeParams->paramArray, nodeParams->count, nodeParams->flags, changed));
    *work = std::move(changed);
    return CUDA_SUCCESS;
}

CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) {
    GraphExec* exec = nullptr;
    Node* node = nullptr;
    RF_CU(find_exec_and_node(hGraphExec, hNode, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, exec, node));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    BatchWork work;
    RF_CU(batch_work(nodeParams->paramArray, nodeParams->count, nodeParams->flags, work));
    // The worker's graph keeps its shape.
    const auto* const before = std::get_if<BatchWork>(&node->work);
    if (before == nullptr || before->operations.size() != work.operations.size()) return CUDA_ERROR_INVALID_VALUE;
    set_work(*exec, *node, std::move(work));
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
