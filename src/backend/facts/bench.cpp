#include "backend/facts/bench.h"

#include <cstring>
#include <utility>

namespace ringfence::backend {
namespace {

Error disagrees(std::string what) {
    return Error::bad_input(std::move(what));
}

}  // namespace

Result<void> expect(bool holds, std::string what) {
    if (holds) return {};
    return disagrees(std::move(what));
}

Result<void> expect_equal(std::string_view what, std::uint64_t is, std::uint64_t wanted) {
    if (is == wanted) return {};
    return disagrees(std::string(what) + " is " + std::to_string(is) + ", not " + std::to_string(wanted));
}

Result<void> expect_within(std::string_view what, std::uint64_t is, std::uint64_t low, std::uint64_t high) {
    if (is >= low && is <= high) return {};
    return disagrees(std::string(what) + " is " + std::to_string(is) + ", not from " + std::to_string(low) + " to " +
                     std::to_string(high));
}

Result<std::unique_ptr<FactBench>> FactBench::create(Device& device) {
    std::unique_ptr<FactBench> bench(new FactBench(device));
    if (auto textures = device.create_texture_space(); textures.ok()) bench->textures_ = textures.take();
    StreamOptions options;
    options.textures = bench->textures_;
    RF_TRY(bench->stream_, device.create_stream(options));
    RF_TRY(bench->memory_, device.allocate(memory_bytes));
    return bench;
}

FactBench::~FactBench() {
    if (memory_ != 0) static_cast<void>(device_.release(memory_));
}

Result<Module*> FactBench::module(std::string_view text) {
    const auto known = modules_.find(text);
    if (known != modules_.end()) return known->second.get();
    RF_TRY(std::unique_ptr<Module> module, device_.load(std::string(text), {.file_name = "facts.ptx"}));
    return modules_.emplace(std::string(text), std::move(module)).first->second.get();
}

Result<const Function*> FactBench::kernel(std::string_view text, std::string_view name) {
    RF_TRY(Module * module, this->module(text));
    return module->function(name);
}

Result<void> FactBench::launch(const Run& run, const Function& function) {
    std::vector<std::byte> parameters(sizeof memory_);
    std::memcpy(parameters.data(), &memory_, sizeof memory_);
    parameters.insert(parameters.end(), run.parameters.begin(), run.parameters.end());
    parameters.resize(function.info().parameter_bytes);
    Launch how = run.launch;
    how.cooperative = run.way == LaunchWay::Cooperative;
    if (run.way == LaunchWay::Plain || run.way == LaunchWay::Cooperative)
        return device_.launch(*stream_, function, how, parameters);
    std::vector<GraphNode> nodes(1);
    LaunchNode node = {&function, how, parameters};
    // A graph that is to be updated is first made with another grid.
    if (run.way == LaunchWay::UpdatedGraph) node.launch.grid = {1, 1, 1};
    nodes[0].work = node;
    RF_TRY(const std::unique_ptr<Graph> graph, device_.create_graph(nodes));
    if (run.way == LaunchWay::UpdatedGraph) {
        std::get<LaunchNode>(nodes[0].work).launch = how;
        RF_RETURN_IF_ERROR(device_.update_graph(*graph, nodes));
    }
    RF_RETURN_IF_ERROR(device_.launch_graph(*stream_, *graph));
    return stream_->synchronize();
}

Result<Words> FactBench::run(const Run& run, std::size_t count) {
    RF_TRY(const Function* function, kernel(run.text, run.kernel));
    const auto before = std::as_bytes(std::span(run.before));
    RF_RETURN_IF_ERROR(device_.fill(*stream_, memory_, 0, 4, memory_bytes / 4));
    RF_RETURN_IF_ERROR(device_.copy_to_device(*stream_, memory_, before));
    RF_RETURN_IF_ERROR(launch(run, *function));
    Words words(count);
    RF_RETURN_IF_ERROR(device_.copy_to_host(*stream_, std::as_writable_bytes(std::span(words)), memory_));
    RF_RETURN_IF_ERROR(stream_->synchronize());
    return words;
}

Result<void> FactBench::expect_fault(const Run& run) {
    RF_TRY(const Function* function, kernel(run.text, run.kernel));
    RF_RETURN_IF_ERROR(launch(run, *function));
    if (stream_->synchronize().ok()) return disagrees("'" + std::string(run.kernel) + "' is no fault");
    return {};
}

}  // namespace ringfence::backend
