// The order within layers: each is sorted by the middle of its neighbours, up and down, as long as it helps.
#include <algorithm>
#include <utility>

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx::layered {
namespace {

constexpr int ordering_sweeps = 16;

class LayerOrder {
public:
    explicit LayerOrder(LayeredGraph& graph) : graph_(graph) {}

    void run() {
        graph_.layers.resize(graph_.layer_count);
        fill_layers();
        std::vector<std::vector<VertexId>> best = graph_.layers;
        std::uint64_t fewest = crossings();
        for (int sweep = 0; sweep < ordering_sweeps && fewest != 0; ++sweep) {
            sort_layers(sweep % 2 == 0);
            const std::uint64_t now = crossings();
            if (now < fewest) {
                fewest = now;
                best = graph_.layers;
            }
        }
        graph_.layers = std::move(best);
        number_places();
    }

private:
    // The first order is that of a depth-first walk, which keeps what belongs together side by side.
    void fill_layers() {
        std::vector<bool> seen(graph_.vertices.size(), false);
        std::vector<VertexId> open;
        for (VertexId root = 0; root < graph_.layout.nodes.size(); ++root) {
            if (graph_.vertices[root].layer != 0) continue;
            open.push_back(root);
            while (!open.empty()) {
                const VertexId v = open.back();
                open.pop_back();
                if (seen[v]) continue;
                seen[v] = true;
                graph_.layers[graph_.vertices[v].layer].push_back(v);
                open.insert(open.end(), graph_.vertices[v].below.rbegin(), graph_.vertices[v].below.rend());
            }
        }
        // Nodes that only edges around the drawing lead to.
        for (VertexId v = 0; v < graph_.vertices.size(); ++v) {
            if (!seen[v]) graph_.layers[graph_.vertices[v].layer].push_back(v);
        }
        number_places();
    }

    void number_places() {
        for (const std::vector<VertexId>& layer : graph_.layers) {
            for (std::uint32_t i = 0; i < layer.size(); ++i)
                graph_.vertices[layer[i]].place = i;
        }
    }

    void sort_layers(bool downwards) {
        for (std::uint32_t i = 1; i < graph_.layer_count; ++i)
            sort_layer(downwards ? i : graph_.layer_count - 1 - i, downwards);
    }

    void sort_layer(std::uint32_t index, bool downwards) {
        std::vector<VertexId>& layer = graph_.layers[index];
        std::vector<std::pair<double, VertexId>> keyed;
        keyed.reserve(layer.size());
        for (const VertexId v : layer) {
            const std::vector<VertexId>& neighbours = downwards ? graph_.vertices[v].above : graph_.vertices[v].below;
            double sum = 0;
            for (const VertexId other : neighbours)
                sum += graph_.vertices[other].place;
            keyed.emplace_back(
                neighbours.empty() ? graph_.vertices[v].place : sum / static_cast<double>(neighbours.size()), v);
        }
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::uint32_t i = 0; i < layer.size(); ++i) {
            layer[i] = keyed[i].second;
            graph_.vertices[layer[i]].place = i;
        }
    }

    std::uint64_t crossings() const {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i + 1 < graph_.layer_count; ++i)
            sum += crossings_below(i);
        return sum;
    }

    // Counts pairs of edges in the wrong order with a binary indexed tree.
    std::uint64_t crossings_below(std::uint32_t index) const {
        std::vector<std::uint32_t> tree(graph_.layers[index + 1].size() + 1, 0);
        std::uint64_t sum = 0;
        std::uint32_t added = 0;
        std::vector<std::uint32_t> ends;
        for (const VertexId v : graph_.layers[index]) {
            ends.clear();
            for (const VertexId to : graph_.vertices[v].below)
                ends.push_back(graph_.vertices[to].place);
            for (const std::uint32_t end : ends) {
                std::uint32_t not_right = 0;
                for (std::uint32_t i = end + 1; i > 0; i &= i - 1)
                    not_right += tree[i];
                sum += added - not_right;
            }
            for (const std::uint32_t end : ends) {
                for (std::size_t i = end + 1; i < tree.size(); i += i & (~i + 1))
                    ++tree[i];
            }
            added += static_cast<std::uint32_t>(ends.size());
        }
        return sum;
    }

    LayeredGraph& graph_;
};

}  // namespace

void order_layers(LayeredGraph& graph) {
    LayerOrder(graph).run();
}

}  // namespace ringfence::ptx::layered
