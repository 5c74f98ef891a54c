#include <gmock/gmock.h>

#include "ptx/analysis/dot.h"
#include "ptx/analysis/layout.h"
#include "ptx/analysis/svg.h"
#include "support.h"

namespace ringfence::ptx {
namespace {

using test::Kernel;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

std::string many_instructions(unsigned number) {
    std::string body;
    for (unsigned i = 0; i < number; ++i)
        body += "mov.u32 %r1, " + std::to_string(i) + ";\n";
    return body;
}

TEST(BlockText, ClipsLinesAndColumns) {
    const Kernel kernel(many_instructions(20) + "ret;");
    const ControlFlowGraph cfg(*kernel.function);
    const BlockText text = block_text(cfg, 0, {5, 8});
    ASSERT_EQ(text.lines.size(), 5U);
    EXPECT_EQ(text.number, "#0");
    EXPECT_EQ(text.name, "entry");
    EXPECT_EQ(text.lines[0], "mov.u32…");
    EXPECT_EQ(text.lines[4], "… 17 more");
    EXPECT_EQ(block_text(cfg, 0, DrawingOptions::everything()).lines.size(), 21U);
    EXPECT_EQ(block_text(cfg, 0, {21, 80}).lines.back(), "ret");
    EXPECT_EQ(block_text(cfg, 0, {0, 80}).lines[0], "… 21 more");
}

TEST(Dot, HasEveryBlockAndEdge) {
    const Kernel kernel("@%p1 bra A; mov.u32 %r1, 1; A: ret; mov.u32 %r1, 2;");
    const std::string dot = to_dot(ControlFlowGraph(*kernel.function));
    EXPECT_THAT(dot, HasSubstr("label=\".entry k\""));
    EXPECT_THAT(dot, HasSubstr("b0 [label=\"#0  entry\\l  @%p1 bra A\\l\"];"));
    EXPECT_THAT(dot, HasSubstr("b3 [label=\"#3\\l  mov.u32 %r1, 2\\l\", style=\"filled,dashed\""));
    EXPECT_THAT(dot, HasSubstr("b0 -> b2 ["));
    EXPECT_EQ(count(dot, " -> "), 5U);
}

TEST(Svg, ShowsBlocksAndEscapesText) {
    const Kernel kernel("setp.lt.s32 %p1|%p2, %r1, %r2; L: @%p1 bra L; @%p2 exit; ret;");
    const std::string svg = to_svg(ControlFlowGraph(*kernel.function));
    EXPECT_THAT(svg, HasSubstr(".entry k</text>"));
    EXPECT_THAT(svg, HasSubstr(">@%p1 bra L</text>"));
    EXPECT_THAT(svg, HasSubstr("class=\"edge back\""));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
    EXPECT_EQ(count(svg, "<svg"), 1U);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(Svg, DrawsLargeFunctionsAsSquares) {
    std::string body;
    for (int i = 0; i < 50; ++i)
        body += "L" + std::to_string(i) + ": @%p1 bra L" + std::to_string(i) + ";\n";
    const Kernel kernel(body);
    const ControlFlowGraph cfg(*kernel.function);
    SvgOptions options;
    options.max_blocks = 10;
    EXPECT_THAT(to_svg(cfg, options), HasSubstr("Each square is one block"));
    EXPECT_THAT(to_svg(cfg, options), Not(HasSubstr("bra L")));
    EXPECT_EQ(count(to_svg(cfg, options), "width=\"10\" height=\"10\""), cfg.size());
    options.max_squares = 20;
    EXPECT_THAT(to_svg(cfg, options), HasSubstr("3 consecutive blocks"));
    EXPECT_EQ(count(to_svg(cfg, options), "width=\"10\" height=\"10\""), 17U);
}

// True if a horizontal or vertical line crosses the inside of a node.
bool crosses(const Point& a, const Point& b, const LayoutNode& node) {
    const double left = std::min(a.x, b.x);
    const double right = std::max(a.x, b.x);
    const double top = std::min(a.y, b.y);
    const double bottom = std::max(a.y, b.y);
    return left < node.x + node.width - 0.01 && right > node.x + 0.01 && top < node.y + node.height - 0.01 &&
           bottom > node.y + 0.01;
}

void expect_sound(const GraphLayout& layout) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const LayoutNode& node = layout.nodes[i];
        ASSERT_TRUE(node.x >= 0 && node.y >= 0);
        ASSERT_TRUE(node.x + node.width <= layout.width + 0.01 && node.y + node.height <= layout.height + 0.01);
        for (std::size_t k = 0; k < i; ++k) {
            const LayoutNode& other = layout.nodes[k];
            ASSERT_FALSE(crosses({node.x, node.y}, {node.x + node.width, node.y + node.height}, other))
                << i << " lies on " << k;
        }
    }
    for (const LayoutEdge& edge : layout.edges) {
        ASSERT_GE(edge.points.size(), 2U);
        for (std::size_t i = 0; i + 1 < edge.points.size(); ++i) {
            const Point& a = edge.points[i];
            const Point& b = edge.points[i + 1];
            ASSERT_TRUE(std::abs(a.x - b.x) < 0.51 || a.y == b.y) << "neither horizontal nor vertical";
            for (const LayoutNode& node : layout.nodes)
                ASSERT_FALSE(crosses(a, b, node)) << edge.from << " -> " << edge.to;
        }
        ASSERT_NEAR(edge.points.front().y, layout.nodes[edge.from].y + layout.nodes[edge.from].height, 0.01);
        ASSERT_NEAR(edge.points.back().y, layout.nodes[edge.to].y, 0.01);
    }
}

TEST(Layout, EdgesTouchNoNodes) {
    std::mt19937 random(7);
    for (int round = 0; round < 150; ++round) {
        const Graph graph = test::random_graph(random, 40);
        const DepthFirst walk = depth_first(graph, 0);
        std::vector<std::uint32_t> left_at(graph.size(), 0);
        for (std::uint32_t i = 0; i < walk.postorder.size(); ++i)
            left_at[walk.postorder[i]] = i;
        GraphLayout layout;
        for (NodeId node = 0; node < graph.size(); ++node)
            layout.nodes.push_back(
                {static_cast<double>(40 + random() % 200), static_cast<double>(20 + random() % 100), 0, 0});
        for (const GraphEdge& edge : graph.edges()) {
            if (walk.reached(edge.from))
                layout.edges.push_back({edge.from, edge.to, left_at[edge.to] >= left_at[edge.from], {}});
        }
        lay_out(layout);
        expect_sound(layout);
        if (HasFatalFailure()) return;
    }
}

TEST(Layout, OfNothingIsEmpty) {
    GraphLayout layout;
    lay_out(layout);
    EXPECT_EQ(layout.width, 0);
}

TEST(Layout, LongEdgesGoAround) {
    GraphLayout layout;
    for (int i = 0; i < 60; ++i)
        layout.nodes.push_back({100, 30, 0, 0});
    for (std::uint32_t i = 0; i + 1 < 60; ++i) {
        layout.edges.push_back({i, i + 1, false, {}});
        layout.edges.push_back({i, 59, false, {}});
        layout.edges.push_back({i, i / 2, true, {}});
    }
    lay_out(layout);
    expect_sound(layout);
}

TEST(Layout, IsTheSameEveryTime) {
    std::mt19937 random(8);
    const Kernel kernel(test::random_body(random, 60));
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_EQ(to_svg(cfg), to_svg(cfg));
}

}  // namespace
}  // namespace ringfence::ptx
