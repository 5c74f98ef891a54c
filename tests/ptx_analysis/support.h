// Shared by the tests of the analyses: PTX from a few lines, random graphs, random functions.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/graph.h"
#include "ptx/parser.h"

namespace ringfence::ptx::test {

inline const std::string& header() {
    static const std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n";
    return text;
}

// Parses a module; the header is added.
inline std::unique_ptr<Module> parse_module(const std::string& text) {
    auto source = std::make_shared<const std::string>(header() + text);
    DiagnosticSink sink;
    std::unique_ptr<Module> module = parse(source, sink);
    EXPECT_NE(module, nullptr) << render_all(sink.diagnostics(), "test.ptx", LineMap(*source));
    return module;
}

constexpr std::string_view registers =
    ".reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<50>; .reg .f32 %f<10>; .reg .b64 %rd<10>;\n";

// A module with one kernel `k`, registers declared.
struct Kernel {
    explicit Kernel(const std::string& body, const std::string& before = {})
        : module(parse_module(before + ".entry k(.param .u64 a, .param .u32 n)\n{\n" + std::string(registers) + body +
                              "\n}\n")),
          function(module->find_function("k")) {}

    std::unique_ptr<Module> module;
    const Function* function;
};

inline RegisterId reg(const Function& function, std::string_view prefix, std::uint32_t number) {
    for (const RegisterGroup& group : function.register_groups) {
        if (group.name == prefix) return group.first + number;
    }
    ADD_FAILURE() << "no register " << prefix;
    return no_register;
}

using EdgeList = std::vector<std::pair<NodeId, NodeId>>;

inline Graph make_graph(std::size_t nodes, const EdgeList& edges) {
    std::vector<GraphEdge> list;
    for (const auto& [from, to] : edges)
        list.push_back({from, to});
    return {nodes, list};
}

// A graph of 2 to `most_nodes` nodes with some more edges than nodes; loops and repeated edges occur.
inline Graph random_graph(std::mt19937& random, std::size_t most_nodes) {
    const std::size_t nodes = 2 + random() % (most_nodes - 1);
    EdgeList edges;
    const std::size_t count = random() % (2 * nodes) + nodes / 2;
    for (std::size_t i = 0; i < count; ++i)
        edges.emplace_back(random() % nodes, random() % nodes);
    return make_graph(nodes, edges);
}

// The nodes that `root` reaches when `removed` is taken out of the graph.
inline std::vector<bool> reach_without(const Graph& graph, NodeId root, NodeId removed) {
    std::vector<bool> seen(graph.size(), false);
    if (root == removed) return seen;
    std::vector<NodeId> open = {root};
    seen[root] = true;
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for (const NodeId to : graph.successors(node)) {
            if (to == removed || seen[to]) continue;
            seen[to] = true;
            open.push_back(to);
        }
    }
    return seen;
}

// The body of a function of `blocks` blocks: a few instructions on few registers each, then some way on.
inline std::string random_body(std::mt19937& random, unsigned blocks) {
    std::string body;
    const auto r = [&] { return "%r" + std::to_string(random() % 8); };
    const auto guard = [&] {
        return random() % 3 == 0
                   ? "@" + std::string(random() % 2 ? "!" : "") + "%p" + std::to_string(random() % 3) + " "
                   : std::string();
    };
    const auto label = [&] { return "L" + std::to_string(random() % blocks); };
    body += "T: .branchtargets " + label() + ", " + label() + ", " + label() + ";\n";
    for (unsigned block = 0; block < blocks; ++block) {
        body += "L" + std::to_string(block) + ":\n";
        for (unsigned i = random() % 4; i > 0; --i) {
            switch (random() % 4) {
                case 0: body += guard() + "add.s32 " + r() + ", " + r() + ", " + r() + ";\n"; break;
                case 1: body += guard() + "mov.u32 " + r() + ", 7;\n"; break;
                case 2: body += guard() + "st.global.u32 [%rd1], " + r() + ";\n"; break;
                default:
                    body += "setp.eq.s32 %p" + std::to_string(random() % 3) + ", " + r() + ", " + r() + ";\n";
                    break;
            }
        }
        switch (random() % 6) {
            case 0: body += "bra " + label() + ";\n"; break;
            case 1:
            case 2: body += "@%p" + std::to_string(random() % 3) + " bra " + label() + ";\n"; break;
            case 3: body += guard() + "ret;\n"; break;
            case 4: body += guard() + "brx.idx " + r() + ", T;\n"; break;
            default: break;
        }
    }
    return body;
}

}  // namespace ringfence::ptx::test
