// Where edges leave and reach nodes, and the lines between.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx::layered {
namespace {

constexpr double track_gap = 9;  // between two horizontal lines in a channel
constexpr double channel_margin = 15;
constexpr double port_gap = 20;     // between two edges at one node
constexpr double port_margin = 14;  // from a node's corner
constexpr double loop_height = 8;

// A horizontal line in a channel. Where one end is a lane, the other two coordinates tell which.
struct Wire {
    std::uint32_t edge = 0;
    std::uint32_t step = 0;  // of its chain; or 0: leaves to a lane, 1: comes from a lane
    double upper = 0;        // x of the end that goes up; infinite if that end is a lane
    double lower = 0;        // x of the end that goes down; infinite if that end is a lane
    double left = 0;
    double right = 0;
    std::uint32_t track = 0;
};

class LineDrawer {
public:
    explicit LineDrawer(LayeredGraph& graph) : graph_(graph) {}

    void run() {
        place_ports();
        collect_wires();
        for (std::vector<Wire>& channel : channels_)
            assign_tracks(channel);
        place_layers();
        draw_all();
        fit_page();
    }

private:
    struct Port {
        double other = 0;  // where the edge goes to
        std::uint32_t edge = 0;
        double* x = nullptr;
    };

    static double infinite(Side side) {
        constexpr double far = std::numeric_limits<double>::infinity();
        return side == Side::Left ? -far : far;
    }

    void place_ports() {
        std::vector<std::vector<Port>> out(graph_.layout.nodes.size());
        std::vector<std::vector<Port>> in(graph_.layout.nodes.size());
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            Route& route = graph_.routes[e];
            const LayoutEdge& edge = graph_.layout.edges[e];
            if (route.side == Side::Loop) continue;
            const bool inside = route.side == Side::Inside;
            out[edge.from].push_back(
                {inside ? graph_.vertices[route.chain[1]].x : infinite(route.side), e, &route.start});
            in[edge.to].push_back(
                {inside ? graph_.vertices[route.chain[route.chain.size() - 2]].x : infinite(route.side), e,
                 &route.end});
        }
        for (VertexId v = 0; v < graph_.layout.nodes.size(); ++v) {
            spread(graph_.vertices[v], out[v]);
            spread(graph_.vertices[v], in[v]);
        }
        for (VertexId v = 0; v < graph_.layout.nodes.size(); ++v) {
            if (in[v].size() == 1) straighten(graph_.vertices[v], in[v][0], false);
            if (out[v].size() == 1) straighten(graph_.vertices[v], out[v][0], true);
        }
    }

    static void spread(const Vertex& vertex, std::vector<Port>& ports) {
        std::stable_sort(ports.begin(), ports.end(), [](const Port& a, const Port& b) { return a.other < b.other; });
        const double room = std::max(0.0, vertex.width - 2 * port_margin);
        const auto gaps = static_cast<double>(ports.size() - 1);
        const double gap = ports.size() > 1 ? std::min(port_gap, room / gaps) : 0;
        for (std::size_t i = 0; i < ports.size(); ++i)
            *ports[i].x = vertex.x + (static_cast<double>(i) - gaps / 2) * gap;
    }

    // A single edge may leave or arrive a little off the middle if that makes it straight.
    void straighten(const Vertex& vertex, const Port& port, bool leaves) const {
        const Route& route = graph_.routes[port.edge];
        if (route.side != Side::Inside) return;
        const double there = end_of_step(route, leaves ? 0 : route.chain.size() - 2, !leaves);
        const double room = std::min(60.0, vertex.width / 2 - port_margin);
        if (std::abs(there - vertex.x) <= room) *port.x = there;
    }

    // The x of one end of a step of a chain: the upper or the lower.
    double end_of_step(const Route& route, std::size_t step, bool upper) const {
        if (upper) return step == 0 ? route.start : graph_.vertices[route.chain[step]].x;
        return step + 2 == route.chain.size() ? route.end : graph_.vertices[route.chain[step + 1]].x;
    }

    // --- Channels ---

    // Channel i lies above layer i, the last one below all layers.
    void collect_wires() {
        channels_.resize(graph_.layer_count + 1);
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            const Route& route = graph_.routes[e];
            if (route.side == Side::Loop) continue;
            if (route.side != Side::Inside) {
                const auto [below, above] = graph_.channels_of(e);
                add_wire(below, {e, 0, route.start, infinite(route.side), 0, 0, 0}, route.start, route.lane);
                add_wire(above, {e, 1, infinite(route.side), route.end, 0, 0, 0}, route.lane, route.end);
                continue;
            }
            for (std::uint32_t step = 0; step + 1 < route.chain.size(); ++step) {
                const double upper = end_of_step(route, step, true);
                const double lower = end_of_step(route, step, false);
                if (std::abs(upper - lower) < 0.5) continue;
                add_wire(graph_.vertices[route.chain[step]].layer + 1, {e, step, upper, lower, 0, 0, 0}, upper, lower);
            }
        }
    }

    void add_wire(std::uint32_t channel, Wire wire, double a, double b) {
        wire.left = std::min(a, b);
        wire.right = std::max(a, b);
        channels_[channel].push_back(wire);
    }

    // Lines that go to the right come first, from the top, the rightmost first; then those that go to the left, the
    // leftmost first. So neighbouring lines do not cross.
    static void assign_tracks(std::vector<Wire>& channel) {
        const auto goes_right = [](const Wire& wire) { return wire.lower > wire.upper; };
        std::stable_sort(channel.begin(), channel.end(), [&](const Wire& a, const Wire& b) {
            if (goes_right(a) != goes_right(b)) return goes_right(a);
            return goes_right(a) ? a.upper > b.upper : a.upper < b.upper;
        });
        for (std::size_t i = 0; i < channel.size(); ++i) {
            Wire& wire = channel[i];
            std::vector<bool> taken(i + 1, false);
            std::uint32_t least = 0;
            for (std::size_t k = 0; k < i; ++k) {
                const Wire& other = channel[k];
                if (other.right < wire.left - 4 || other.left > wire.right + 4) continue;
                taken[std::min<std::size_t>(other.track, i)] = true;
                const bool in_order = goes_right(other) == goes_right(wire) || std::abs(other.upper - wire.lower) < 4;
                if (in_order) least = std::max(least, other.track + 1);
            }
            while (least < taken.size() && taken[least])
                ++least;
            wire.track = least;
        }
    }

    std::uint32_t track_count(std::uint32_t channel) const {
        std::uint32_t count = 0;
        for (const Wire& wire : channels_[channel])
            count = std::max(count, wire.track + 1);
        return count;
    }

    double channel_height(std::uint32_t channel) const {
        const bool outermost = channel == 0 || channel == graph_.layer_count;
        if (outermost && channels_[channel].empty()) return loop_height * 2;
        const std::uint32_t tracks = track_count(channel);
        return 2 * channel_margin + (tracks > 1 ? (tracks - 1) * track_gap : 0) + (tracks == 0 ? 2 : 0);
    }

    void place_layers() {
        double y = 0;
        for (std::uint32_t i = 0; i < graph_.layer_count; ++i) {
            channel_y_.push_back(y);
            y += channel_height(i);
            layer_y_.push_back(y);
            double tallest = 0;
            for (const VertexId v : graph_.layers[i])
                tallest = std::max(tallest, graph_.vertices[v].height);
            y += tallest;
        }
        channel_y_.push_back(y);
        graph_.layout.height = y + channel_height(graph_.layer_count);
        for (VertexId v = 0; v < graph_.layout.nodes.size(); ++v) {
            graph_.layout.nodes[v].x = left_of(graph_.vertices[v]);
            graph_.layout.nodes[v].y = layer_y_[graph_.vertices[v].layer];
        }
    }

    double wire_y(std::uint32_t channel, const Wire& wire) const {
        return channel_y_[channel] + channel_margin + wire.track * track_gap;
    }

    // --- Lines ---

    void draw_all() {
        // The wires of an edge are met channel by channel; `bends` collects them by step.
        std::vector<std::vector<std::pair<std::uint32_t, double>>> bends(graph_.routes.size());
        for (std::uint32_t channel = 0; channel < channels_.size(); ++channel) {
            for (const Wire& wire : channels_[channel])
                bends[wire.edge].emplace_back(wire.step, wire_y(channel, wire));
        }
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            std::sort(bends[e].begin(), bends[e].end());
            draw_edge(e, bends[e]);
        }
    }

    void draw_edge(std::uint32_t e, const std::vector<std::pair<std::uint32_t, double>>& bends) {
        LayoutEdge& edge = graph_.layout.edges[e];
        const Route& route = graph_.routes[e];
        const LayoutNode& from = graph_.layout.nodes[edge.from];
        const LayoutNode& to = graph_.layout.nodes[edge.to];
        if (route.side == Side::Loop) {
            draw_loop(edge, from);
            return;
        }
        edge.points.push_back({route.start, from.y + from.height});
        if (route.side == Side::Inside) {
            for (const auto& [step, y] : bends) {
                edge.points.push_back({end_of_step(route, step, true), y});
                edge.points.push_back({end_of_step(route, step, false), y});
            }
        } else {
            edge.points.push_back({route.start, bends[0].second});
            edge.points.push_back({route.lane, bends[0].second});
            edge.points.push_back({route.lane, bends[1].second});
            edge.points.push_back({route.end, bends[1].second});
        }
        edge.points.push_back({route.end, to.y});
    }

    static void draw_loop(LayoutEdge& edge, const LayoutNode& node) {
        const double inner = node.x + node.width - port_margin;
        const double outer = node.x + node.width + loop_width / 2;
        const double bottom = node.y + node.height;
        edge.points = {{inner, bottom},
                       {inner, bottom + loop_height},
                       {outer, bottom + loop_height},
                       {outer, node.y - loop_height},
                       {inner, node.y - loop_height},
                       {inner, node.y}};
    }

    void fit_page() {
        double left = std::numeric_limits<double>::max();
        double right = std::numeric_limits<double>::lowest();
        for (const Extent& extent : graph_.extents) {
            left = std::min(left, extent.left);
            right = std::max(right, extent.right);
        }
        for (const LayoutEdge& edge : graph_.layout.edges) {
            for (const Point& point : edge.points) {
                left = std::min(left, point.x);
                right = std::max(right, point.x);
            }
        }
        for (LayoutNode& node : graph_.layout.nodes)
            node.x -= left;
        for (LayoutEdge& edge : graph_.layout.edges) {
            for (Point& point : edge.points)
                point.x -= left;
        }
        graph_.layout.width = right - left;
    }

    LayeredGraph& graph_;
    std::vector<std::vector<Wire>> channels_;
    std::vector<double> channel_y_;
    std::vector<double> layer_y_;
};

}  // namespace

void draw_edges(LayeredGraph& graph) {
    LineDrawer(graph).run();
}

}  // namespace ringfence::ptx::layered
