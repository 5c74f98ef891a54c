// The graph that lay_out() works on, and its steps. Each step fills in what the next one needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "ptx/analysis/layout.h"

namespace ringfence::ptx::layered {

constexpr double node_gap = 30;    // between two nodes of a layer
constexpr double wire_gap = 14;    // between two edges that pass a layer, or an edge and a node
constexpr double loop_width = 22;  // for an edge from a node to itself

using VertexId = std::uint32_t;

// A node, or the place where an edge passes through a layer.
struct Vertex {
    double width = 0;
    double height = 0;
    double x = 0;  // its middle
    std::uint32_t layer = 0;
    std::uint32_t place = 0;  // in its layer
    bool passage = false;
    bool has_loop = false;
    std::vector<VertexId> above;
    std::vector<VertexId> below;
};

enum class Side : std::uint8_t { Inside, Left, Right, Loop };

struct Route {
    Side side = Side::Inside;
    std::vector<VertexId> chain;  // inside: from node to node through the passages
    double start = 0;             // x where it leaves the node
    double end = 0;               // x where it arrives
    double lane = 0;              // x of its lane
};

// How far layers reach to both sides.
struct Extent {
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();

    void include(const Extent& other) {
        left = std::min(left, other.left);
        right = std::max(right, other.right);
    }
};

// The least distance between the middles of two neighbours.
inline double separation(const Vertex& left, const Vertex& right) {
    const double loop = left.has_loop ? loop_width : 0;
    const double gap = left.passage || right.passage ? wire_gap : node_gap;
    return left.width / 2 + right.width / 2 + gap + loop;
}

inline double left_of(const Vertex& vertex) {
    return vertex.x - vertex.width / 2;
}

inline double right_of(const Vertex& vertex) {
    return vertex.x + vertex.width / 2 + (vertex.has_loop ? loop_width : 0);
}

struct LayeredGraph {
    explicit LayeredGraph(GraphLayout& its) : layout(its), routes(its.edges.size()) {}

    std::uint32_t layer_of(std::uint32_t node) const { return vertices[node].layer; }

    // The channels an edge at the side touches: below its start and above its end.
    std::pair<std::uint32_t, std::uint32_t> channels_of(std::uint32_t edge) const {
        return {layer_of(layout.edges[edge].from) + 1, layer_of(layout.edges[edge].to)};
    }

    GraphLayout& layout;
    std::vector<Vertex> vertices;  // the nodes, then the passages
    std::vector<Route> routes;     // by edge
    std::uint32_t layer_count = 0;
    std::vector<std::vector<VertexId>> layers;
    std::vector<Extent> extents;  // by layer
};

// Gives every node a layer, and edges through several layers a passage in each.
void assign_layers(LayeredGraph& graph);

// Orders each layer so that few edges cross.
void order_layers(LayeredGraph& graph);

// Gives every vertex its x.
void place_vertices(LayeredGraph& graph);

// Leads the other edges around the layers: their side and lane.
void assign_lanes(LayeredGraph& graph);

// Gives every layer its y, draws the edges, and fits the page around them.
void draw_edges(LayeredGraph& graph);

}  // namespace ringfence::ptx::layered
