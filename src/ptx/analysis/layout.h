// Places the nodes of a flow graph on a page and routes the edges between them.
//
// The layout is layered: every edge but the back edges leads to a lower layer (the longest way from the top decides),
// layers are ordered so that few edges cross, and nodes stand near the middle of their neighbours. Edges are drawn as
// horizontal and vertical lines that touch no node: between two layers there is a channel with as many tracks as the
// lines in it need. Back edges, and edges over very many layers, run through lanes at the sides.
//
// Meant for up to some thousand nodes. Knows nothing of PTX. The same input gives the same drawing.
#pragma once

#include <cstdint>
#include <vector>

namespace ringfence::ptx {

struct Point {
    double x = 0;
    double y = 0;
};

struct LayoutNode {
    double width = 0;
    double height = 0;
    double x = 0;  // result: the left upper corner
    double y = 0;
};

struct LayoutEdge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool back = false;          // without these, and without loops at a node, the edges form no cycle
    std::vector<Point> points;  // result: from the lower side of one node to the upper side of the other
};

struct GraphLayout {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
    double width = 0;  // result: everything lies in [0, width] x [0, height]
    double height = 0;
};

// Fills in the results.
void lay_out(GraphLayout& layout);

}  // namespace ringfence::ptx
