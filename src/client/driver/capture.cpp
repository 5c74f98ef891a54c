#include "client/driver/capture.h"

#include <algorithm>
#include <atomic>
#include <unordered_set>
#include <utility>

#include "base/mutex.h"
#include "client/driver/graph.h"

namespace ringfence::driver {
namespace {

struct Captures {
    Mutex mutex;
    std::atomic<int> count{0};
    std::vector<std::shared_ptr<Capture>> all RF_GUARDED_BY(mutex);
};

Captures& captures() {
    static Captures* const instance = new Captures();
    return *instance;
}

void add_to_tail(std::vector<Node*>& tail, const std::vector<Node*>& nodes) {
    for (Node* node : nodes) {
        if (std::find(tail.begin(), tail.end(), node) == tail.end()) tail.push_back(node);
    }
}

void forget(Event& event) {
    event.capture.reset();
    event.is_captured.store(false);
    event.tail.clear();
}

// Forgets the capture everywhere.
void finish(const std::shared_ptr<Capture>& capture) RF_REQUIRES(captures().mutex) {
    for (Stream* stream : capture->streams) {
        stream->capture.reset();
        stream->tail.clear();
    }
    capture->streams.clear();
    std::erase(captures().all, capture);
    captures().count.store(static_cast<int>(captures().all.size()), std::memory_order_release);
}

// Every stream that joined must have been joined again: its last nodes must be among what the first stream waits for.
bool is_joined(const Capture& capture) {
    std::unordered_set<const Node*> reached;
    std::vector<const Node*> todo(capture.origin->tail.begin(), capture.origin->tail.end());
    while (!todo.empty()) {
        const Node* node = todo.back();
        todo.pop_back();
        if (!reached.insert(node).second) continue;
        todo.insert(todo.end(), node->dependencies.begin(), node->dependencies.end());
    }
    return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const Stream* stream) {
        return std::all_of(stream->tail.begin(), stream->tail.end(),
                           [&](const Node* node) { return reached.contains(node); });
    });
}

bool is_over(const Capture& capture) RF_REQUIRES(captures().mutex) {
    return std::none_of(captures().all.begin(), captures().all.end(),
                        [&](const auto& one) { return one.get() == &capture; });
}

// The legacy stream waits for all blocking streams, so it must not be used while one of them captures.
CUresult check_legacy_stream(Stream& stream) RF_REQUIRES(captures().mutex) {
    if (!stream.is_legacy()) return CUDA_SUCCESS;
    for (const auto& capture : captures().all) {
        if (capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != std::this_thread::get_id()) continue;
        for (const Stream* member : capture->streams) {
            if ((member->flags & CU_STREAM_NON_BLOCKING) == 0) {
                capture->is_invalid = true;
                return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
            }
        }
    }
    return CUDA_SUCCESS;
}

}  // namespace

bool captures_under_way() {
    return captures().count.load(std::memory_order_acquire) != 0;
}

CUresult begin_capture(Stream& stream, CUstreamCaptureMode mode, Graph* graph, std::vector<Node*> tail) {
    if (stream.is_legacy()) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(captures().mutex);
    if (stream.capture != nullptr) return CUDA_ERROR_ILLEGAL_STATE;
    auto capture = std::make_shared<Capture>();
    capture->id = next_id();
    capture->mode = mode;
    capture->thread = std::this_thread::get_id();
    capture->origin = &stream;
    capture->owns_graph = graph == nullptr;
    capture->graph = graph != nullptr ? graph : create_graph();
    if (capture->graph == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    capture->streams = {&stream};
    stream.capture = capture;
    stream.tail = std::move(tail);
    captures().all.push_back(std::move(capture));
    captures().count.store(static_cast<int>(captures().all.size()), std::memory_order_release);
    return CUDA_SUCCESS;
}

CUresult end_capture(Stream& stream, Graph*& graph) {
    graph = nullptr;
    const MutexLock lock(captures().mutex);
    const std::shared_ptr<Capture> capture = stream.capture;
    if (capture == nullptr) return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->origin != &stream) {
        capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED && capture->thread != std::this_thread::get_id()) {
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    }
    CUresult status = CUDA_SUCCESS;
    if (capture->is_invalid) {
        status = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    } else if (!is_joined(*capture)) {
        status = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    }
    finish(capture);
    if (status == CUDA_SUCCESS) {
        graph = capture->graph;
    } else if (capture->owns_graph) {
        destroy_graph(capture->graph);
    }
    return status;
}

CaptureInfo capture_info(Stream& stream) {
    const MutexLock lock(captures().mutex);
    if (stream.capture == nullptr) return {};
    const auto status =
        stream.capture->is_invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return {status, stream.capture->id, stream.capture->graph, stream.tail, stream.capture->owns_graph};
}

CUresult set_capture_tail(Stream& stream, const std::vector<Node*>& nodes, bool replaces) {
    const MutexLock lock(captures().mutex);
    if (stream.capture == nullptr) return CUDA_ERROR_ILLEGAL_STATE;
    for (const Node* node : nodes) {
        if (node->graph != stream.capture->graph) return CUDA_ERROR_INVALID_VALUE;
    }
    if (replaces) stream.tail.clear();
    add_to_tail(stream.tail, nodes);
    return CUDA_SUCCESS;
}

CUresult capture_work(Stream& stream, const Work& work, bool& is_captured) {
    const MutexLock lock(captures().mutex);
    if (stream.capture == nullptr) return check_legacy_stream(stream);
    if (stream.capture->is_invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    Node* const node = add_node(*stream.capture->graph, work, stream.tail);
    if (node == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    stream.tail = {node};
    is_captured = true;
    return CUDA_SUCCESS;
}

CUresult capture_record(Stream& stream, Event& event, bool& is_captured) {
    const MutexLock lock(captures().mutex);
    forget(event);
    if (stream.capture == nullptr) return check_legacy_stream(stream);
    if (stream.capture->is_invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    event.capture = stream.capture;
    event.is_captured.store(true);
    event.tail = stream.tail;
    is_captured = true;
    return CUDA_SUCCESS;
}

CUresult capture_wait(Stream& stream, Event& event, bool& is_captured) {
    const MutexLock lock(captures().mutex);
    if (stream.capture == nullptr && event.capture == nullptr) return check_legacy_stream(stream);
    if (event.capture == nullptr) {
        // An event from outside: the graph cannot depend on work that is no part of it.
        stream.capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (is_over(*event.capture)) {
        return event.capture->is_invalid ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_CAPTURED_EVENT;
    }
    if (stream.capture != nullptr && stream.capture != event.capture) {
        stream.capture->is_invalid = true;
        event.capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (event.capture->is_invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (stream.is_legacy()) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    if (stream.capture == nullptr) {
        stream.capture = event.capture;
        stream.tail.clear();
        event.capture->streams.push_back(&stream);
    }
    add_to_tail(stream.tail, event.tail);
    is_captured = true;
    return CUDA_SUCCESS;
}

void forget_captured_record(Event& event) {
    const MutexLock lock(captures().mutex);
    forget(event);
}

CUresult refuse_while_capturing(Stream& stream) {
    const MutexLock lock(captures().mutex);
    if (stream.capture == nullptr) return check_legacy_stream(stream);
    stream.capture->is_invalid = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult refuse_captured(Event& event) {
    const MutexLock lock(captures().mutex);
    if (event.capture == nullptr) return CUDA_SUCCESS;
    if (event.capture->is_invalid) return CUDA_ERROR_INVALID_VALUE;
    event.capture->is_invalid = !is_over(*event.capture);
    return CUDA_ERROR_CAPTURED_EVENT;
}

CUresult check_capture_allows_unsafe() {
    const CUstreamCaptureMode mode = thread_state().capture_mode;
    if (!captures_under_way() || mode == CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_SUCCESS;
    const MutexLock lock(captures().mutex);
    for (const auto& capture : captures().all) {
        const bool is_own = capture->thread == std::this_thread::get_id();
        const bool concerns_us =
            is_own ? capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED
                   : mode == CU_STREAM_CAPTURE_MODE_GLOBAL && capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
        if (!concerns_us) continue;
        capture->is_invalid = true;
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return CUDA_SUCCESS;
}

CUresult refuse_while_anything_captures() {
    if (!captures_under_way()) return CUDA_SUCCESS;
    const MutexLock lock(captures().mutex);
    if (captures().all.empty()) return CUDA_SUCCESS;
    for (const auto& capture : captures().all)
        capture->is_invalid = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult refuse_while_context_captures(const Context& context) {
    if (!captures_under_way()) return CUDA_SUCCESS;
    const MutexLock lock(captures().mutex);
    CUresult status = CUDA_SUCCESS;
    for (const auto& capture : captures().all) {
        const bool is_ours = std::any_of(capture->streams.begin(), capture->streams.end(),
                                         [&](const Stream* one) { return one->context == context.handle.bits; });
        if (!is_ours) continue;
        capture->is_invalid = true;
        status = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return status;
}

void abandon_capture(Stream& stream) {
    if (!captures_under_way()) return;
    const MutexLock lock(captures().mutex);
    const std::shared_ptr<Capture> capture = stream.capture;
    if (capture == nullptr) return;
    if (capture->origin != &stream) {
        capture->is_invalid = true;
        std::erase(capture->streams, &stream);
        stream.capture.reset();
        return;
    }
    finish(capture);
    if (capture->owns_graph) destroy_graph(capture->graph);
}

}  // namespace ringfence::driver
