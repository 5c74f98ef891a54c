// The timeline's text for each kind of work.
#include "base/mutex.h"
#include "client/driver/state.h"
#include "client/driver/stream_trace.h"

namespace ringfence::driver {
namespace {

// Null while there is no timeline.
StreamTrace* stream_trace() {
    State& s = state();
    if (!client::is_tracing() || !client::has_timeline()) return nullptr;
    if (StreamTrace* trace = s.stream_trace.load()) return trace;
    const MutexLock lock(s.mutex);
    if (!s.stream_trace_owner) s.stream_trace_owner = std::make_unique<StreamTrace>();
    s.stream_trace.store(s.stream_trace_owner.get());
    return s.stream_trace_owner.get();
}

std::string text_of(const Dimensions& dimensions) {
    return '"' + std::to_string(dimensions.x) + " x " + std::to_string(dimensions.y) + " x " +
           std::to_string(dimensions.z) + '"';
}

const char* text_of(Side side) {
    return side == Side::Session ? "device" : "host";
}

}  // namespace

void TracedWork::begin(const Stream& stream, const KernelWork& work) {
    StreamTrace* const trace = stream_trace();
    if (trace == nullptr) return;
    const Function* const function = tables().functions.find({work.function});
    piece_ = trace->begin(stream, {function == nullptr ? "kernel" : function->name,
                                   "\"grid\":" + text_of(work.grid) + ",\"block\":" + text_of(work.block) +
                                       ",\"dynamic shared\":" + std::to_string(work.dynamic_shared)});
}

void TracedWork::begin(const Stream& stream, const FillWork& work) {
    StreamTrace* const trace = stream_trace();
    if (trace == nullptr) return;
    piece_ = trace->begin(stream, {"fill", "\"bytes\":" + std::to_string(work.count * work.width * work.height)});
}

void TracedWork::begin(const Stream& stream, const CopyWork& work, Side to, Side from) {
    StreamTrace* const trace = stream_trace();
    if (trace == nullptr) return;
    piece_ = trace->begin(stream, {std::string("copy ") + text_of(from) + " to " + text_of(to),
                                   "\"bytes\":" + std::to_string(work.size.bytes())});
}

void TracedWork::begin(const Stream& stream, const Graph& graph) {
    StreamTrace* const trace = stream_trace();
    if (trace == nullptr) return;
    piece_ = trace->begin(stream, {"graph", "\"nodes\":" + std::to_string(graph.nodes.size())});
}

void TracedWork::end() {
    state().stream_trace.load()->end(std::move(piece_));
}

void finish_stream_trace() {
    if (StreamTrace* trace = state().stream_trace.load()) trace->finish();
}

void restart_stream_trace() {
    if (StreamTrace* trace = state().stream_trace.load()) trace->forget_objects();
}

}  // namespace ringfence::driver
