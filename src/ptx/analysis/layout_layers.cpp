// Layers of nodes, and passages of edges.
#include <algorithm>

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx::layered {
namespace {

constexpr std::uint32_t longest_span = 24;     // layers that an edge crosses inside the drawing
constexpr std::size_t most_passages = 30'000;  // all edges together

class LayerAssigner {
public:
    explicit LayerAssigner(LayeredGraph& graph) : graph_(graph) {}

    void run() {
        assign();
        choose_inside();
        add_passages();
    }

private:
    void assign() {
        graph_.vertices.resize(graph_.layout.nodes.size());
        std::vector<std::uint32_t> waiting(graph_.vertices.size(), 0);
        std::vector<std::vector<VertexId>> next(graph_.vertices.size());
        for (const LayoutEdge& edge : graph_.layout.edges) {
            if (edge.back || edge.from == edge.to) continue;
            next[edge.from].push_back(edge.to);
            ++waiting[edge.to];
        }
        std::vector<VertexId> open;
        for (VertexId v = 0; v < graph_.vertices.size(); ++v) {
            graph_.vertices[v].width = graph_.layout.nodes[v].width;
            graph_.vertices[v].height = graph_.layout.nodes[v].height;
            if (waiting[v] == 0) open.push_back(v);
        }
        for (std::size_t i = 0; i < open.size(); ++i) {
            for (const VertexId to : next[open[i]]) {
                graph_.vertices[to].layer = std::max(graph_.vertices[to].layer, graph_.vertices[open[i]].layer + 1);
                if (--waiting[to] == 0) open.push_back(to);
            }
        }
        for (const Vertex& vertex : graph_.vertices)
            graph_.layer_count = std::max(graph_.layer_count, vertex.layer + 1);
    }

    // Which edges go through the layers, and which around them.
    void choose_inside() {
        std::vector<std::uint32_t> by_span;
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            const LayoutEdge& edge = graph_.layout.edges[e];
            if (edge.from == edge.to) {
                graph_.routes[e].side = Side::Loop;
                graph_.vertices[edge.from].has_loop = true;
            } else if (edge.back || graph_.layer_of(edge.to) <= graph_.layer_of(edge.from) || span(e) > longest_span) {
                graph_.routes[e].side = Side::Right;
            } else {
                by_span.push_back(e);
            }
        }
        std::stable_sort(by_span.begin(), by_span.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return span(a) < span(b); });
        std::size_t passages = 0;
        for (const std::uint32_t e : by_span) {
            passages += span(e) - 1;
            if (passages > most_passages) graph_.routes[e].side = Side::Right;
        }
    }

    std::uint32_t span(std::uint32_t edge) const {
        return graph_.layer_of(graph_.layout.edges[edge].to) - graph_.layer_of(graph_.layout.edges[edge].from);
    }

    void add_passages() {
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            if (graph_.routes[e].side != Side::Inside) continue;
            const LayoutEdge& edge = graph_.layout.edges[e];
            std::vector<VertexId>& chain = graph_.routes[e].chain;
            chain.push_back(edge.from);
            for (std::uint32_t layer = graph_.layer_of(edge.from) + 1; layer < graph_.layer_of(edge.to); ++layer) {
                chain.push_back(static_cast<VertexId>(graph_.vertices.size()));
                Vertex passage;
                passage.layer = layer;
                passage.passage = true;
                graph_.vertices.push_back(passage);
            }
            chain.push_back(edge.to);
            for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
                graph_.vertices[chain[i]].below.push_back(chain[i + 1]);
                graph_.vertices[chain[i + 1]].above.push_back(chain[i]);
            }
        }
    }

    LayeredGraph& graph_;
};

}  // namespace

void assign_layers(LayeredGraph& graph) {
    LayerAssigner(graph).run();
}

}  // namespace ringfence::ptx::layered
