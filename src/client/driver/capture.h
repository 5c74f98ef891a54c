// Stream capture: work that is submitted to a stream becomes a graph.
//
// A capture begins on one stream. Others join by waiting for an event that was recorded in it, and must be joined to
// the first stream again, the same way, before it ends.
#pragma once

#include <thread>
#include <vector>

#include "client/driver/state.h"

namespace ringfence::driver {

struct Capture {
    std::uint64_t id = 0;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    std::thread::id thread;
    Stream* origin = nullptr;
    Graph* graph = nullptr;
    bool owns_graph = true;  // false if it captures into the program's graph
    bool is_invalid = false;
    std::vector<Stream*> streams;
};

struct CaptureInfo {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    std::uint64_t id = 0;
    Graph* graph = nullptr;
    std::vector<Node*> tail;
    bool owns_graph = true;
};

// True if any stream of the process captures. Cheap.
bool captures_under_way();

CUresult begin_capture(Stream& stream, CUstreamCaptureMode mode, Graph* graph, std::vector<Node*> tail);
CUresult end_capture(Stream& stream, Graph*& graph);
CaptureInfo capture_info(Stream& stream);
CUresult set_capture_tail(Stream& stream, const std::vector<Node*>& nodes, bool replaces);

// If the stream captures, adds the work as a node and sets `is_captured`.
CUresult capture_work(Stream& stream, const Work& work, bool& is_captured);
// The same for events, which connect streams instead of making nodes.
CUresult capture_record(Stream& stream, Event& event, bool& is_captured);
CUresult capture_wait(Stream& stream, Event& event, bool& is_captured);
void forget_captured_record(Event& event);

// For calls that a capturing stream cannot do (synchronizing, queries, callbacks): fails and invalidates the capture.
CUresult refuse_while_capturing(Stream& stream);
// Fails if the event was recorded in a capture, and invalidates the capture: such an event cannot be queried.
CUresult refuse_captured(Event& event);
// Fails if a call is forbidden during captures (allocation, synchronous copies), depending on the thread's mode.
CUresult check_capture_allows_unsafe();
// Fails while any stream captures. For calls that wait for the whole context.
CUresult refuse_while_anything_captures();
// The same for the streams of one context.
CUresult refuse_while_context_captures(const Context& context);
// A stream is being destroyed: its capture, if any, is invalidated.
void abandon_capture(Stream& stream);

}  // namespace ringfence::driver
