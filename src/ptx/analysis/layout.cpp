#include "ptx/analysis/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ringfence::ptx {
namespace {

constexpr double node_gap = 30;  // between two nodes of a layer
constexpr double wire_gap = 14;  // between two edges that pass a layer, or an edge and a node
constexpr double track_gap = 9;  // between two horizontal lines in a channel
constexpr double channel_margin = 15;
constexpr double lane_gap = 11;  // between two vertical lines at a side
constexpr double lane_margin = 26;
constexpr double port_gap = 20;     // between two edges at one node
constexpr double port_margin = 14;  // from a node's corner
constexpr double loop_width = 22;   // for an edge from a node to itself
constexpr double loop_height = 8;
constexpr std::uint32_t longest_span = 24;     // layers that an edge crosses inside the drawing
constexpr std::size_t most_passages = 30'000;  // all edges together
constexpr int ordering_sweeps = 16;
constexpr int placing_sweeps = 24;

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

// Weighted least squares under the condition that values do not fall (pool adjacent violators).
class Isotonic {
public:
    void add(double target, double weight) {
        pools_.push_back({target, weight, 1});
        while (pools_.size() > 1 && pools_[pools_.size() - 2].mean >= pools_.back().mean)
            merge();
    }
    template <typename Assign>
    void assign(Assign assign_one) const {
        std::size_t index = 0;
        for (const Pool& pool : pools_) {
            for (std::size_t i = 0; i < pool.count; ++i)
                assign_one(index++, pool.mean);
        }
    }

private:
    struct Pool {
        double mean;
        double weight;
        std::size_t count;
    };

    void merge() {
        const Pool last = pools_.back();
        pools_.pop_back();
        Pool& pool = pools_.back();
        pool.mean = (pool.mean * pool.weight + last.mean * last.weight) / (pool.weight + last.weight);
        pool.weight += last.weight;
        pool.count += last.count;
    }

    std::vector<Pool> pools_;
};

class Layouter {
public:
    explicit Layouter(GraphLayout& layout) : layout_(layout), routes_(layout.edges.size()) {}

    void run() {
        if (layout_.nodes.empty()) return;
        assign_layers();
        choose_inside();
        add_passages();
        order_layers();
        place_vertices();
        straighten_passages();
        choose_sides();
        assign_lanes();
        place_ports();
        collect_wires();
        for (std::vector<Wire>& channel : channels_)
            assign_tracks(channel);
        place_layers();
        draw_edges();
        fit_page();
    }

private:
    // --- Layers ---

    void assign_layers() {
        vertices_.resize(layout_.nodes.size());
        std::vector<std::uint32_t> waiting(vertices_.size(), 0);
        std::vector<std::vector<VertexId>> next(vertices_.size());
        for (const LayoutEdge& edge : layout_.edges) {
            if (edge.back || edge.from == edge.to) continue;
            next[edge.from].push_back(edge.to);
            ++waiting[edge.to];
        }
        std::vector<VertexId> open;
        for (VertexId v = 0; v < vertices_.size(); ++v) {
            vertices_[v].width = layout_.nodes[v].width;
            vertices_[v].height = layout_.nodes[v].height;
            if (waiting[v] == 0) open.push_back(v);
        }
        for (std::size_t i = 0; i < open.size(); ++i) {
            for (const VertexId to : next[open[i]]) {
                vertices_[to].layer = std::max(vertices_[to].layer, vertices_[open[i]].layer + 1);
                if (--waiting[to] == 0) open.push_back(to);
            }
        }
        for (const Vertex& vertex : vertices_)
            layer_count_ = std::max(layer_count_, vertex.layer + 1);
    }

    std::uint32_t layer_of(std::uint32_t node) const { return vertices_[node].layer; }

    // Which edges go through the layers, and which around them.
    void choose_inside() {
        std::vector<std::uint32_t> by_span;
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            const LayoutEdge& edge = layout_.edges[e];
            if (edge.from == edge.to) {
                routes_[e].side = Side::Loop;
                vertices_[edge.from].has_loop = true;
            } else if (edge.back || layer_of(edge.to) <= layer_of(edge.from) || span(e) > longest_span) {
                routes_[e].side = Side::Right;
            } else {
                by_span.push_back(e);
            }
        }
        std::stable_sort(by_span.begin(), by_span.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return span(a) < span(b); });
        std::size_t passages = 0;
        for (const std::uint32_t e : by_span) {
            passages += span(e) - 1;
            if (passages > most_passages) routes_[e].side = Side::Right;
        }
    }

    std::uint32_t span(std::uint32_t edge) const {
        return layer_of(layout_.edges[edge].to) - layer_of(layout_.edges[edge].from);
    }

    void add_passages() {
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            if (routes_[e].side != Side::Inside) continue;
            const LayoutEdge& edge = layout_.edges[e];
            std::vector<VertexId>& chain = routes_[e].chain;
            chain.push_back(edge.from);
            for (std::uint32_t layer = layer_of(edge.from) + 1; layer < layer_of(edge.to); ++layer) {
                chain.push_back(static_cast<VertexId>(vertices_.size()));
                Vertex passage;
                passage.layer = layer;
                passage.passage = true;
                vertices_.push_back(passage);
            }
            chain.push_back(edge.to);
            for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
                vertices_[chain[i]].below.push_back(chain[i + 1]);
                vertices_[chain[i + 1]].above.push_back(chain[i]);
            }
        }
    }

    // --- Order within the layers ---

    void order_layers() {
        layers_.resize(layer_count_);
        fill_layers();
        std::vector<std::vector<VertexId>> best = layers_;
        std::uint64_t fewest = crossings();
        for (int sweep = 0; sweep < ordering_sweeps && fewest != 0; ++sweep) {
            sort_layers(sweep % 2 == 0);
            const std::uint64_t now = crossings();
            if (now < fewest) {
                fewest = now;
                best = layers_;
            }
        }
        layers_ = std::move(best);
        number_places();
    }

    // The first order is that of a depth-first walk, which keeps what belongs together side by side.
    void fill_layers() {
        std::vector<bool> seen(vertices_.size(), false);
        std::vector<VertexId> open;
        for (VertexId root = 0; root < layout_.nodes.size(); ++root) {
            if (vertices_[root].layer != 0) continue;
            open.push_back(root);
            while (!open.empty()) {
                const VertexId v = open.back();
                open.pop_back();
                if (seen[v]) continue;
                seen[v] = true;
                layers_[vertices_[v].layer].push_back(v);
                open.insert(open.end(), vertices_[v].below.rbegin(), vertices_[v].below.rend());
            }
        }
        // Nodes that only edges around the drawing lead to.
        for (VertexId v = 0; v < vertices_.size(); ++v) {
            if (!seen[v]) layers_[vertices_[v].layer].push_back(v);
        }
        number_places();
    }

    void number_places() {
        for (const std::vector<VertexId>& layer : layers_) {
            for (std::uint32_t i = 0; i < layer.size(); ++i)
                vertices_[layer[i]].place = i;
        }
    }

    void sort_layers(bool downwards) {
        for (std::uint32_t i = 1; i < layer_count_; ++i)
            sort_layer(downwards ? i : layer_count_ - 1 - i, downwards);
    }

    void sort_layer(std::uint32_t index, bool downwards) {
        std::vector<VertexId>& layer = layers_[index];
        std::vector<std::pair<double, VertexId>> keyed;
        keyed.reserve(layer.size());
        for (const VertexId v : layer) {
            const std::vector<VertexId>& neighbours = downwards ? vertices_[v].above : vertices_[v].below;
            double sum = 0;
            for (const VertexId other : neighbours)
                sum += vertices_[other].place;
            keyed.emplace_back(neighbours.empty() ? vertices_[v].place : sum / static_cast<double>(neighbours.size()),
                               v);
        }
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::uint32_t i = 0; i < layer.size(); ++i) {
            layer[i] = keyed[i].second;
            vertices_[layer[i]].place = i;
        }
    }

    std::uint64_t crossings() const {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i + 1 < layer_count_; ++i)
            sum += crossings_below(i);
        return sum;
    }

    // Counts pairs of edges in the wrong order with a binary indexed tree.
    std::uint64_t crossings_below(std::uint32_t index) const {
        std::vector<std::uint32_t> tree(layers_[index + 1].size() + 1, 0);
        std::uint64_t sum = 0;
        std::uint32_t added = 0;
        std::vector<std::uint32_t> ends;
        for (const VertexId v : layers_[index]) {
            ends.clear();
            for (const VertexId to : vertices_[v].below)
                ends.push_back(vertices_[to].place);
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

    // --- Coordinates ---

    double separation(const Vertex& left, const Vertex& right) const {
        const double loop = left.has_loop ? loop_width : 0;
        const double gap = left.passage || right.passage ? wire_gap : node_gap;
        return left.width / 2 + right.width / 2 + gap + loop;
    }

    void place_vertices() {
        for (const std::vector<VertexId>& layer : layers_) {
            double x = 0;
            for (std::size_t i = 1; i < layer.size(); ++i) {
                x += separation(vertices_[layer[i - 1]], vertices_[layer[i]]);
                vertices_[layer[i]].x = x;
            }
            for (const VertexId v : layer)
                vertices_[v].x -= x / 2;
        }
        for (int sweep = 0; sweep < placing_sweeps; ++sweep) {
            const bool last = sweep + 4 >= placing_sweeps;
            for (std::uint32_t i = 0; i < layer_count_; ++i) {
                const bool downwards = sweep % 2 == 0;
                place_layer(downwards ? i : layer_count_ - 1 - i, downwards || last, !downwards || last);
            }
        }
    }

    void place_layer(std::uint32_t index, bool by_above, bool by_below) {
        const std::vector<VertexId>& layer = layers_[index];
        Isotonic fit;
        std::vector<double> offset(layer.size(), 0);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (i > 0) offset[i] = offset[i - 1] + separation(vertices_[layer[i - 1]], vertices_[layer[i]]);
            const Wish wish = wish_of(vertices_[layer[i]], by_above, by_below);
            fit.add(wish.x - offset[i], wish.weight);
        }
        fit.assign([&](std::size_t i, double x) { vertices_[layer[i]].x = x + offset[i]; });
    }

    // Where the neighbours would have a vertex, and how much that matters: long edges should be straight.
    struct Wish {
        double x = 0;
        double weight = 0;
    };
    Wish wish_of(const Vertex& vertex, bool by_above, bool by_below) const {
        double sum = 0;
        double weights = 0;
        const auto pull = [&](const std::vector<VertexId>& neighbours) {
            for (const VertexId other : neighbours) {
                const double weight = vertex.passage && vertices_[other].passage   ? 8
                                      : vertex.passage || vertices_[other].passage ? 2
                                                                                   : 1;
                sum += weight * vertices_[other].x;
                weights += weight;
            }
        };
        if (by_above) pull(vertex.above);
        if (by_below) pull(vertex.below);
        return weights == 0 ? Wish{vertex.x, 0.05} : Wish{sum / weights, weights};
    }

    // Long edges run straight down as far as their neighbours leave them room.
    void straighten_passages() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            if (routes_[e].chain.size() > 3) order.push_back(e);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return routes_[a].chain.size() > routes_[b].chain.size();
        });
        for (const std::uint32_t e : order)
            straighten_chain(routes_[e].chain);
    }

    void straighten_chain(const std::vector<VertexId>& chain) {
        const std::size_t end = chain.size() - 1;
        for (std::size_t first = 1; first < end;) {
            auto [least, most] = room_of(vertices_[chain[first]]);
            double sum = vertices_[chain[first]].x;
            std::size_t next = first + 1;
            for (; next < end; ++next) {
                const Room room = room_of(vertices_[chain[next]]);
                if (std::max(least, room.least) > std::min(most, room.most)) break;
                least = std::max(least, room.least);
                most = std::min(most, room.most);
                sum += vertices_[chain[next]].x;
            }
            const double x = std::clamp(sum / static_cast<double>(next - first), least, most);
            for (; first < next; ++first)
                vertices_[chain[first]].x = x;
        }
    }

    // Where a vertex may move without touching its neighbours.
    struct Room {
        double least = std::numeric_limits<double>::lowest();
        double most = std::numeric_limits<double>::max();
    };
    Room room_of(const Vertex& vertex) const {
        const std::vector<VertexId>& layer = layers_[vertex.layer];
        Room room;
        if (vertex.place > 0) {
            const Vertex& left = vertices_[layer[vertex.place - 1]];
            room.least = std::min(vertex.x, left.x + separation(left, vertex));
        }
        if (vertex.place + 1 < layer.size()) {
            const Vertex& right = vertices_[layer[vertex.place + 1]];
            room.most = std::max(vertex.x, right.x - separation(vertex, right));
        }
        return room;
    }

    double left_of(const Vertex& vertex) const { return vertex.x - vertex.width / 2; }
    double right_of(const Vertex& vertex) const {
        return vertex.x + vertex.width / 2 + (vertex.has_loop ? loop_width : 0);
    }

    // --- Edges at the sides ---

    // How far the layers reach to both sides.
    struct Extent {
        double left = std::numeric_limits<double>::max();
        double right = std::numeric_limits<double>::lowest();

        void include(const Extent& other) {
            left = std::min(left, other.left);
            right = std::max(right, other.right);
        }
    };

    void measure_layers() {
        extents_.resize(layer_count_);
        for (const Vertex& vertex : vertices_)
            extents_[vertex.layer].include({left_of(vertex), right_of(vertex)});
    }

    // The channels an edge at the side touches: below its start and above its end.
    std::pair<std::uint32_t, std::uint32_t> channels_of(std::uint32_t e) const {
        return {layer_of(layout_.edges[e].from) + 1, layer_of(layout_.edges[e].to)};
    }

    // The layers that an edge at the side passes, and the one it starts in.
    Extent extent_of(std::uint32_t e) const {
        const auto [start, end] = channels_of(e);
        Extent all = extents_[start - 1];
        for (std::uint32_t layer = std::min(start, end); layer < std::max(start, end); ++layer)
            all.include(extents_[layer]);
        return all;
    }

    // The nearer side. Where both are as near, back edges go to the right and others to the left.
    void choose_sides() {
        measure_layers();
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            if (routes_[e].side != Side::Right) continue;
            const LayoutEdge& edge = layout_.edges[e];
            const Extent extent = extent_of(e);
            const double off_centre = vertices_[edge.from].x + vertices_[edge.to].x - extent.left - extent.right;
            const bool left = edge.back ? off_centre < -1 : off_centre < 1;
            routes_[e].side = left ? Side::Left : Side::Right;
        }
    }

    // Short ones inside, so that the edges of inner loops lie within those of outer loops.
    void assign_lanes() {
        std::vector<std::uint32_t> order;
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            if (routes_[e].side == Side::Left || routes_[e].side == Side::Right) order.push_back(e);
        }
        const auto length = [&](std::uint32_t e) {
            const auto [a, b] = channels_of(e);
            return a > b ? a - b : b - a;
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return length(a) < length(b); });
        std::vector<Extent> lanes(layer_count_ + 1);  // by channel: the lanes so far
        for (const std::uint32_t e : order) {
            const auto [start, end] = channels_of(e);
            const Extent nodes = extent_of(e);
            Extent taken = {nodes.left - lane_margin + lane_gap, nodes.right + lane_margin - lane_gap};
            for (std::uint32_t channel = std::min(start, end); channel <= std::max(start, end); ++channel)
                taken.include(lanes[channel]);
            const double lane = routes_[e].side == Side::Left ? taken.left - lane_gap : taken.right + lane_gap;
            for (std::uint32_t channel = std::min(start, end); channel <= std::max(start, end); ++channel)
                lanes[channel].include(routes_[e].side == Side::Left ? Extent{lane, lanes[channel].right}
                                                                     : Extent{lanes[channel].left, lane});
            routes_[e].lane = lane;
        }
    }

    // --- Ports ---

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
        std::vector<std::vector<Port>> out(layout_.nodes.size());
        std::vector<std::vector<Port>> in(layout_.nodes.size());
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            Route& route = routes_[e];
            const LayoutEdge& edge = layout_.edges[e];
            if (route.side == Side::Loop) continue;
            const bool inside = route.side == Side::Inside;
            out[edge.from].push_back({inside ? vertices_[route.chain[1]].x : infinite(route.side), e, &route.start});
            in[edge.to].push_back(
                {inside ? vertices_[route.chain[route.chain.size() - 2]].x : infinite(route.side), e, &route.end});
        }
        for (VertexId v = 0; v < layout_.nodes.size(); ++v) {
            spread(vertices_[v], out[v]);
            spread(vertices_[v], in[v]);
        }
        for (VertexId v = 0; v < layout_.nodes.size(); ++v) {
            if (in[v].size() == 1) straighten(vertices_[v], in[v][0], false);
            if (out[v].size() == 1) straighten(vertices_[v], out[v][0], true);
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
        const Route& route = routes_[port.edge];
        if (route.side != Side::Inside) return;
        const double there = end_of_step(route, leaves ? 0 : route.chain.size() - 2, !leaves);
        const double room = std::min(60.0, vertex.width / 2 - port_margin);
        if (std::abs(there - vertex.x) <= room) *port.x = there;
    }

    // The x of one end of a step of a chain: the upper or the lower.
    double end_of_step(const Route& route, std::size_t step, bool upper) const {
        if (upper) return step == 0 ? route.start : vertices_[route.chain[step]].x;
        return step + 2 == route.chain.size() ? route.end : vertices_[route.chain[step + 1]].x;
    }

    // --- Channels ---

    // Channel i lies above layer i, the last one below all layers.
    void collect_wires() {
        channels_.resize(layer_count_ + 1);
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            const Route& route = routes_[e];
            if (route.side == Side::Loop) continue;
            if (route.side != Side::Inside) {
                const auto [below, above] = channels_of(e);
                add_wire(below, {e, 0, route.start, infinite(route.side), 0, 0, 0}, route.start, route.lane);
                add_wire(above, {e, 1, infinite(route.side), route.end, 0, 0, 0}, route.lane, route.end);
                continue;
            }
            for (std::uint32_t step = 0; step + 1 < route.chain.size(); ++step) {
                const double upper = end_of_step(route, step, true);
                const double lower = end_of_step(route, step, false);
                if (std::abs(upper - lower) < 0.5) continue;
                add_wire(vertices_[route.chain[step]].layer + 1, {e, step, upper, lower, 0, 0, 0}, upper, lower);
            }
        }
    }

    void add_wire(std::uint32_t channel, Wire wire, double a, double b) {
        wire.left = std::min(a, b);
        wire.right = std::max(a, b);
        channels_[channel].push_back(wire);
    }

    // Of lines that go to the right, those further right come first, from the top; of the others those further left.
    // Then neighbouring lines do not cross.
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
        const bool outermost = channel == 0 || channel == layer_count_;
        if (outermost && channels_[channel].empty()) return loop_height * 2;
        const std::uint32_t tracks = track_count(channel);
        return 2 * channel_margin + (tracks > 1 ? (tracks - 1) * track_gap : 0) + (tracks == 0 ? 2 : 0);
    }

    void place_layers() {
        double y = 0;
        for (std::uint32_t i = 0; i < layer_count_; ++i) {
            channel_y_.push_back(y);
            y += channel_height(i);
            layer_y_.push_back(y);
            double tallest = 0;
            for (const VertexId v : layers_[i])
                tallest = std::max(tallest, vertices_[v].height);
            y += tallest;
        }
        channel_y_.push_back(y);
        layout_.height = y + channel_height(layer_count_);
        for (VertexId v = 0; v < layout_.nodes.size(); ++v) {
            layout_.nodes[v].x = left_of(vertices_[v]);
            layout_.nodes[v].y = layer_y_[vertices_[v].layer];
        }
    }

    double wire_y(std::uint32_t channel, const Wire& wire) const {
        return channel_y_[channel] + channel_margin + wire.track * track_gap;
    }

    // --- Lines ---

    void draw_edges() {
        // The wires of an edge are met channel by channel; `bends` collects them by step.
        std::vector<std::vector<std::pair<std::uint32_t, double>>> bends(routes_.size());
        for (std::uint32_t channel = 0; channel < channels_.size(); ++channel) {
            for (const Wire& wire : channels_[channel])
                bends[wire.edge].emplace_back(wire.step, wire_y(channel, wire));
        }
        for (std::uint32_t e = 0; e < routes_.size(); ++e) {
            std::sort(bends[e].begin(), bends[e].end());
            draw_edge(e, bends[e]);
        }
    }

    void draw_edge(std::uint32_t e, const std::vector<std::pair<std::uint32_t, double>>& bends) {
        LayoutEdge& edge = layout_.edges[e];
        const Route& route = routes_[e];
        const LayoutNode& from = layout_.nodes[edge.from];
        const LayoutNode& to = layout_.nodes[edge.to];
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
        for (const Extent& extent : extents_) {
            left = std::min(left, extent.left);
            right = std::max(right, extent.right);
        }
        for (const LayoutEdge& edge : layout_.edges) {
            for (const Point& point : edge.points) {
                left = std::min(left, point.x);
                right = std::max(right, point.x);
            }
        }
        for (LayoutNode& node : layout_.nodes)
            node.x -= left;
        for (LayoutEdge& edge : layout_.edges) {
            for (Point& point : edge.points)
                point.x -= left;
        }
        layout_.width = right - left;
    }

    GraphLayout& layout_;
    std::vector<Vertex> vertices_;  // the nodes, then the passages
    std::vector<Route> routes_;     // by edge
    std::uint32_t layer_count_ = 0;
    std::vector<std::vector<VertexId>> layers_;
    std::vector<std::vector<Wire>> channels_;
    std::vector<double> channel_y_;
    std::vector<double> layer_y_;
    std::vector<Extent> extents_;  // by layer
};

}  // namespace

void lay_out(GraphLayout& layout) {
    Layouter(layout).run();
}

}  // namespace ringfence::ptx
