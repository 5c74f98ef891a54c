// The timeline's text for each kind of work.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "client/driver/state.h"
#include "client/driver/stream_trace.h"
#include "client/trace/line.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t longest_variant = 400;

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

std::string quoted(std::string_view text) {
    client::Line line;
    line.add_quoted(text, longest_variant);
    return std::string(line.text());
}

// For a guarded kernel: the variant that the launch gets, and the first condition that it does not meet. Empty for
// others. The question to the worker takes time, which is not counted as the launch's.
std::string variant_of(const KernelWork& work) {
    if (!session().is_guarded()) return "";
    const std::uint64_t begin = client::trace_clock();
    const wire::ExplainLaunch question{.function = work.function,
                                       .grid_x = work.grid.x,
                                       .grid_y = work.grid.y,
                                       .grid_z = work.grid.z,
                                       .block_x = work.block.x,
                                       .block_y = work.block.y,
                                       .block_z = work.block.z,
                                       .dynamic_shared = work.dynamic_shared,
                                       .flags = work.flags};
    wire::ExplainLaunch::Reply reply;
    std::vector<std::byte> text;
    // A launch that is wrong fails by itself.
    if (session().call(question, reply, work.parameters, &text) != 0) return "";
    std::string variant(reinterpret_cast<const char*>(text.data()), text.size());
    client::note_on_call("variant " + variant, client::trace_clock() - begin);
    return variant;
}

}  // namespace

void TracedWork::begin(const Stream& stream, const KernelWork& work) {
    if (!client::is_tracing()) return;
    const std::string variant = variant_of(work);
    StreamTrace* const trace = stream_trace();
    if (trace == nullptr) return;
    const Function* const function = tables().functions.find({work.function});
    std::string arguments = "\"grid\":" + text_of(work.grid) + ",\"block\":" + text_of(work.block) +
                            ",\"dynamic shared\":" + std::to_string(work.dynamic_shared);
    if (!variant.empty()) arguments += ",\"variant\":" + quoted(variant);
    piece_ = trace->begin(stream, {function == nullptr ? "kernel" : function->name, std::move(arguments)});
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
