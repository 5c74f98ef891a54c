// Stream capture: what is put on a stream becomes a graph.
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
    bool owns_graph = true;  // not if it captures into a graph that the program has
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

// Cheap: whether any stream of the process captures.
bool captures_under_way();

CUresult begin_capture(Stream& stream, CUstreamCaptureMode mode, Graph* graph, std::vector<Node*> tail);
CUresult end_capture(Stream& stream, Graph*& graph);
CaptureInfo capture_info(Stream& stream);
CUresult set_capture_tail(Stream& stream, const std::vector<Node*>& nodes, bool replaces);

// Makes the work a node if the stream captures.
CUresult capture_work(Stream& stream, const Work& work, bool& is_captured);
// The same for events, which connect streams instead of making nodes.
CUresult capture_record(Stream& stream, Event& event, bool& is_captured);
CUresult capture_wait(Stream& stream, Event& event, bool& is_captured);
void forget_captured_record(Event& event);

// For calls that a capturing stream cannot do (synchronizing, queries, callbacks): fails and invalidates the capture.
CUresult refuse_while_capturing(Stream& stream);
// An event that was recorded in a capture can be asked nothing; asking spoils the capture.
CUresult refuse_captured(Event& event);
// Calls that a capture may not see happen (allocation, synchronous copies), by the thread's mode.
CUresult check_capture_allows_unsafe();
// The whole context must not be waited for while something captures.
CUresult refuse_while_anything_captures();
// The same for the streams of one context.
CUresult refuse_while_context_captures(const Context& context);
// A stream goes away: its capture, if any, cannot be ended any more.
void abandon_capture(Stream& stream);

}  // namespace ringfence::driver
