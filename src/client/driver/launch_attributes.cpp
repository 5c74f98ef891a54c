#include "client/driver/launch_attributes.h"

#include <optional>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/launch.h"
#include "client/driver/node_params.h"

namespace ringfence::driver {
namespace {

bool is_window(const CUaccessPolicyWindow& window) {
    return window.hitRatio >= 0.0F && window.hitRatio <= 1.0F && window.hitProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window.hitProp <= CU_ACCESS_PROPERTY_PERSISTING && window.missProp >= CU_ACCESS_PROPERTY_NORMAL &&
           window.missProp <= CU_ACCESS_PROPERTY_STREAMING;
}

struct LaunchEvent {
    CUevent event = nullptr;
    int flags = 0;
};

// The event that an attribute names, if it is one of those that do.
std::optional<LaunchEvent> event_in(const CUlaunchAttribute& attribute) {
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT) {
        return LaunchEvent{attribute.value.programmaticEvent.event, attribute.value.programmaticEvent.flags};
    }
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT) {
        return LaunchEvent{attribute.value.launchCompletionEvent.event, attribute.value.launchCompletionEvent.flags};
    }
    return std::nullopt;
}

CUresult check_event(const LaunchEvent& named) {
    const Event* const event = tables().events.find(from_api(named.event));
    if (event == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const bool is_possible = !event->has_timing() && (event->flags & CU_EVENT_INTERPROCESS) == 0;
    if (!is_possible) return CUDA_ERROR_NOT_SUPPORTED;
    if (named.flags == 0) return CUDA_SUCCESS;
    // A node of its own is for graphs, and this is asked of launches alone.
    return named.flags == CU_EVENT_RECORD_EXTERNAL ? CUDA_ERROR_ILLEGAL_STATE : CUDA_ERROR_INVALID_VALUE;
}

// Checks an attribute of a launch or a kernel node.
CUresult check_kernel_attribute(CUlaunchAttributeID id, const CUlaunchAttributeValue& value) {
    switch (id) {
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION: {
            const channel::ClusterFlags cluster{value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
            if (cluster.x == 0 || cluster.y == 0 || cluster.z == 0) return CUDA_ERROR_INVALID_VALUE;
            return cluster.is_possible() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CLUSTER_SIZE;
        }
        case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
            return value.deviceUpdatableKernelNode.deviceUpdatable != 0 ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
        case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
            return is_window(value.accessPolicyWindow) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
        default: return CUDA_SUCCESS;
    }
}

std::uint32_t with_cluster(std::uint32_t flags, const CUlaunchAttributeValue& value) {
    return channel::ClusterFlags{value.clusterDim.x, value.clusterDim.y, value.clusterDim.z}.put_into(flags);
}

bool is_for_nodes(CUlaunchAttributeID id) {
    switch (id) {
        case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
        case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: return true;
        default: return false;
    }
}

bool is_for_streams(CUlaunchAttributeID id) {
    switch (id) {
        case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
        case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
        case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
        case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN: return true;
        default: return false;
    }
}

// The value of an attribute that was never set.
CUlaunchAttributeValue value_at_first(CUlaunchAttributeID id) {
    CUlaunchAttributeValue value = {};
    if (id == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY) value.syncPolicy = CU_SYNC_POLICY_AUTO;
    if (id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP) value.memSyncDomainMap = {0, 1};
    return value;
}

CUlaunchAttributeValue value_in(const LaunchAttributes& attributes, CUlaunchAttributeID id) {
    const auto found = attributes.find(id);
    return found == attributes.end() ? value_at_first(id) : found->second;
}

}  // namespace

CUresult read_attributes(const CUlaunchConfig& config, std::uint32_t& flags,
                         std::shared_ptr<const LaunchAttributes>& kept) {
    if (config.numAttrs == 0) return CUDA_SUCCESS;
    if (config.attrs == nullptr) return CUDA_ERROR_INVALID_VALUE;
    auto attributes = std::make_shared<LaunchAttributes>();
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const CUlaunchAttribute& attribute = config.attrs[i];
        RF_CU(check_kernel_attribute(attribute.id, attribute.value));
        if (const auto event = event_in(attribute)) RF_CU(check_event(*event));
        if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
            if (attribute.value.cooperative != 0) flags |= channel::cooperative_flag;
        } else if (is_for_nodes(attribute.id)) {
            if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) flags = with_cluster(flags, attribute.value);
            attributes->insert_or_assign(attribute.id, attribute.value);
        }
    }
    if (!attributes->empty()) kept = std::move(attributes);
    return CUDA_SUCCESS;
}

CUresult record_launch_events(const CUlaunchConfig& config) {
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        if (const auto named = event_in(config.attrs[i])) RF_CU(cuEventRecord(named->event, config.hStream));
    }
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue* value) {
    Node* node = nullptr;
    KernelWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (value == nullptr || !is_for_nodes(attr)) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_kernel_attribute(attr, *value));
    if (attr == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
        work->flags = value->cooperative != 0 ? work->flags | channel::cooperative_flag
                                              : work->flags & ~channel::cooperative_flag;
        return CUDA_SUCCESS;
    }
    if (attr == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) work->flags = with_cluster(work->flags, *value);
    // Copies of the node keep what they have.
    auto changed =
        work->attributes ? std::make_shared<LaunchAttributes>(*work->attributes) : std::make_shared<LaunchAttributes>();
    changed->insert_or_assign(attr, *value);
    work->attributes = std::move(changed);
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue* value_out) {
    Node* node = nullptr;
    KernelWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (value_out == nullptr || !is_for_nodes(attr)) return CUDA_ERROR_INVALID_VALUE;
    *value_out = work->attributes ? value_in(*work->attributes, attr) : value_at_first(attr);
    if (attr == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
        value_out->cooperative = (work->flags & channel::cooperative_flag) != 0 ? 1 : 0;
    }
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
    Node* node = nullptr;
    KernelWork* to = nullptr;
    KernelWork* from = nullptr;
    RF_CU(work_of(dst, node, to));
    RF_CU(work_of(src, node, from));
    to->attributes = from->attributes;
    to->flags = from->flags;
    return CUDA_SUCCESS;
}

CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* value) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (value == nullptr || !is_for_streams(attr)) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_kernel_attribute(attr, *value));
    const MutexLock lock(state().mutex);
    stream->attributes.insert_or_assign(attr, *value);
    return CUDA_SUCCESS;
}

CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value_out) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    if (value_out == nullptr || !is_for_streams(attr)) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(state().mutex);
    *value_out = value_in(stream->attributes, attr);
    if (attr == CU_LAUNCH_ATTRIBUTE_PRIORITY && !stream->attributes.contains(attr)) {
        value_out->priority = stream->priority;
    }
    return CUDA_SUCCESS;
}

CUresult cuStreamCopyAttributes(CUstream dst, CUstream src) {
    Stream* to = nullptr;
    Stream* from = nullptr;
    RF_CU(enter_stream(dst, to));
    RF_CU(find_stream(src, from));
    const MutexLock lock(state().mutex);
    to->attributes = from->attributes;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
