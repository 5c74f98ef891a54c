// Edges that go around the layers.
#include <algorithm>

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx::layered {
namespace {

constexpr double lane_gap = 11;  // between two vertical lines at a side
constexpr double lane_margin = 26;

class LaneAssigner {
public:
    explicit LaneAssigner(LayeredGraph& graph) : graph_(graph) {}

    void run() {
        choose_sides();
        give_lanes();
    }

private:
    void measure_layers() {
        graph_.extents.resize(graph_.layer_count);
        for (const Vertex& vertex : graph_.vertices)
            graph_.extents[vertex.layer].include({left_of(vertex), right_of(vertex)});
    }

    // The layers that an edge at the side passes, and the one it starts in.
    Extent extent_of(std::uint32_t e) const {
        const auto [start, end] = graph_.channels_of(e);
        Extent all = graph_.extents[start - 1];
        for (std::uint32_t layer = std::min(start, end); layer < std::max(start, end); ++layer)
            all.include(graph_.extents[layer]);
        return all;
    }

    // The nearer side. Where both are as near, back edges go to the right and others to the left.
    void choose_sides() {
        measure_layers();
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            if (graph_.routes[e].side != Side::Right) continue;
            const LayoutEdge& edge = graph_.layout.edges[e];
            const Extent extent = extent_of(e);
            const double off_centre =
                graph_.vertices[edge.from].x + graph_.vertices[edge.to].x - extent.left - extent.right;
            const bool left = edge.back ? off_centre < -1 : off_centre < 1;
            graph_.routes[e].side = left ? Side::Left : Side::Right;
        }
    }

    // Short ones inside, so that the edges of inner loops lie within those of outer loops.
    void give_lanes() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            if (graph_.routes[e].side == Side::Left || graph_.routes[e].side == Side::Right) order.push_back(e);
        }
        const auto length = [&](std::uint32_t e) {
            const auto [a, b] = graph_.channels_of(e);
            return a > b ? a - b : b - a;
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return length(a) < length(b); });
        std::vector<Extent> lanes(graph_.layer_count + 1);  // by channel: the lanes so far
        for (const std::uint32_t e : order) {
            const auto [start, end] = graph_.channels_of(e);
            const Extent nodes = extent_of(e);
            Extent taken = {nodes.left - lane_margin + lane_gap, nodes.right + lane_margin - lane_gap};
            for (std::uint32_t channel = std::min(start, end); channel <= std::max(start, end); ++channel)
                taken.include(lanes[channel]);
            const double lane = graph_.routes[e].side == Side::Left ? taken.left - lane_gap : taken.right + lane_gap;
            for (std::uint32_t channel = std::min(start, end); channel <= std::max(start, end); ++channel)
                lanes[channel].include(graph_.routes[e].side == Side::Left ? Extent{lane, lanes[channel].right}
                                                                           : Extent{lanes[channel].left, lane});
            graph_.routes[e].lane = lane;
        }
    }

    LayeredGraph& graph_;
};

}  // namespace

void assign_lanes(LayeredGraph& graph) {
    LaneAssigner(graph).run();
}

}  // namespace ringfence::ptx::layered
