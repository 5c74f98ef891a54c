#include "ptx/analysis/layout.h"

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx {

void lay_out(GraphLayout& layout) {
    if (layout.nodes.empty()) return;
    layered::LayeredGraph graph(layout);
    layered::assign_layers(graph);
    layered::order_layers(graph);
    layered::place_vertices(graph);
    layered::assign_lanes(graph);
    layered::draw_edges(graph);
}

}  // namespace ringfence::ptx
