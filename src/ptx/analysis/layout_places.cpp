// Where vertices stand in their layers: near the middle of their neighbours.
#include <algorithm>
#include <limits>

#include "ptx/analysis/layout_graph.h"

namespace ringfence::ptx::layered {
namespace {

constexpr int placing_sweeps = 24;

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

class VertexPlacer {
public:
    explicit VertexPlacer(LayeredGraph& graph) : graph_(graph) {}

    void run() {
        place_all();
        straighten_passages();
    }

private:
    void place_all() {
        for (const std::vector<VertexId>& layer : graph_.layers) {
            double x = 0;
            for (std::size_t i = 1; i < layer.size(); ++i) {
                x += separation(graph_.vertices[layer[i - 1]], graph_.vertices[layer[i]]);
                graph_.vertices[layer[i]].x = x;
            }
            for (const VertexId v : layer)
                graph_.vertices[v].x -= x / 2;
        }
        for (int sweep = 0; sweep < placing_sweeps; ++sweep) {
            const bool last = sweep + 4 >= placing_sweeps;
            for (std::uint32_t i = 0; i < graph_.layer_count; ++i) {
                const bool downwards = sweep % 2 == 0;
                place_layer(downwards ? i : graph_.layer_count - 1 - i, downwards || last, !downwards || last);
            }
        }
    }

    void place_layer(std::uint32_t index, bool by_above, bool by_below) {
        const std::vector<VertexId>& layer = graph_.layers[index];
        Isotonic fit;
        std::vector<double> offset(layer.size(), 0);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (i > 0) offset[i] = offset[i - 1] + separation(graph_.vertices[layer[i - 1]], graph_.vertices[layer[i]]);
            const Wish wish = wish_of(graph_.vertices[layer[i]], by_above, by_below);
            fit.add(wish.x - offset[i], wish.weight);
        }
        fit.assign([&](std::size_t i, double x) { graph_.vertices[layer[i]].x = x + offset[i]; });
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
                const double weight = vertex.passage && graph_.vertices[other].passage   ? 8
                                      : vertex.passage || graph_.vertices[other].passage ? 2
                                                                                         : 1;
                sum += weight * graph_.vertices[other].x;
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
        for (std::uint32_t e = 0; e < graph_.routes.size(); ++e) {
            if (graph_.routes[e].chain.size() > 3) order.push_back(e);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return graph_.routes[a].chain.size() > graph_.routes[b].chain.size();
        });
        for (const std::uint32_t e : order)
            straighten_chain(graph_.routes[e].chain);
    }

    void straighten_chain(const std::vector<VertexId>& chain) {
        const std::size_t end = chain.size() - 1;
        for (std::size_t first = 1; first < end;) {
            auto [least, most] = room_of(graph_.vertices[chain[first]]);
            double sum = graph_.vertices[chain[first]].x;
            std::size_t next = first + 1;
            for (; next < end; ++next) {
                const Room room = room_of(graph_.vertices[chain[next]]);
                if (std::max(least, room.least) > std::min(most, room.most)) break;
                least = std::max(least, room.least);
                most = std::min(most, room.most);
                sum += graph_.vertices[chain[next]].x;
            }
            const double x = std::clamp(sum / static_cast<double>(next - first), least, most);
            for (; first < next; ++first)
                graph_.vertices[chain[first]].x = x;
        }
    }

    // Where a vertex may move without touching its neighbours.
    struct Room {
        double least = std::numeric_limits<double>::lowest();
        double most = std::numeric_limits<double>::max();
    };
    Room room_of(const Vertex& vertex) const {
        const std::vector<VertexId>& layer = graph_.layers[vertex.layer];
        Room room;
        if (vertex.place > 0) {
            const Vertex& left = graph_.vertices[layer[vertex.place - 1]];
            room.least = std::min(vertex.x, left.x + separation(left, vertex));
        }
        if (vertex.place + 1 < layer.size()) {
            const Vertex& right = graph_.vertices[layer[vertex.place + 1]];
            room.most = std::max(vertex.x, right.x - separation(vertex, right));
        }
        return room;
    }

    LayeredGraph& graph_;
};

}  // namespace

void place_vertices(LayeredGraph& graph) {
    VertexPlacer(graph).run();
}

}  // namespace ringfence::ptx::layered
