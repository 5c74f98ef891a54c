#include "ptx/analysis/svg.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "ptx/analysis/dominators.h"
#include "ptx/analysis/layout.h"
#include "ptx/analysis/loops.h"

namespace ringfence::ptx {
namespace {

constexpr double page_margin = 28;
constexpr double title_height = 66;
constexpr double legend_height = 46;
constexpr double legend_width = 700;
constexpr double header_height = 20;
constexpr double line_height = 14;
constexpr double character_width = 6.65;  // of the 11-pixel monospaced font
constexpr double text_margin = 9;
constexpr double corner = 5;         // radius where an edge turns
constexpr double leave_height = 13;  // the dot under a block that leaves
constexpr std::size_t longest_title = 110;

constexpr std::string_view page_color = "#fbfbf8";
constexpr std::string_view ink = "#24292f";
constexpr std::string_view faint_ink = "#5f6873";
constexpr std::string_view back_color = "#c2500a";

// The colours of a block, by loop depth: behind its text, behind its header, around it, and without text.
struct Tint {
    std::string_view body;
    std::string_view header;
    std::string_view border;
    std::string_view square;
};
constexpr std::array<Tint, 5> tints = {{{"#ffffff", "#eceef1", "#b6bdc6", "#ffffff"},
                                        {"#f3f8ff", "#d9e8fd", "#98b8e0", "#d9e8fd"},
                                        {"#e4effe", "#bfd8fa", "#7aa3da", "#bfd8fa"},
                                        {"#d1e3fc", "#a3c6f5", "#5d8ccf", "#a3c6f5"},
                                        {"#bcd5f9", "#86b1ee", "#4374bd", "#86b1ee"}}};
constexpr Tint unreachable_tint = {"#f4f3f1", "#d9d5cd", "#b3aea5", "#d9d5cd"};

const Tint& tint_of(std::uint32_t depth) {
    return tints[std::min<std::size_t>(depth, tints.size() - 1)];
}

struct EdgeStyle {
    std::string_view name;
    std::string_view color;
};
EdgeStyle style_of(EdgeKind kind) {
    switch (kind) {
        case EdgeKind::Fallthrough: return {"fall", "#5b6572"};
        case EdgeKind::Taken: return {"taken", "#1a7f4b"};
        case EdgeKind::Table: return {"table", "#8250c8"};
        case EdgeKind::Leave: return {"leave", "#5b6572"};
    }
    return {"fall", "#5b6572"};
}

std::string xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

// How many characters a text shows.
std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The drawing in the making.
class Page {
public:
    void text(double x, double y, std::string_view style, std::string_view what) {
        body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style, xml(what));
    }
    void add(std::string_view element) { body_ += element; }

    std::string finish(double width, double height, std::string_view title) const {
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<title>{2}</title>\n{3}"
            "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n{5}</svg>\n",
            std::ceil(width), std::ceil(height), xml(title), style_sheet(), page_color, body_);
    }

private:
    static std::string arrow(std::string_view name, std::string_view color) {
        return fmt::format(
            "<marker id=\"arrow-{}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
            "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0,0.6 L8,4 L0,7.4 z\" fill=\"{}\"/></marker>\n",
            name, color);
    }

    static std::string style_sheet() {
        std::string sheet = fmt::format(
            "<style>\n"
            "text {{ font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 11px; fill: {0}; "
            "white-space: pre; }}\n"
            ".title {{ font-size: 16px; font-weight: bold; }}\n"
            ".facts, .legend {{ font-family: 'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif; fill: {1}; }}\n"
            ".facts {{ font-size: 12px; }}\n"
            ".number {{ fill: {1}; }}\n"
            ".label {{ font-weight: bold; }}\n"
            ".more {{ fill: {1}; font-style: italic; }}\n"
            ".edge {{ fill: none; stroke-width: 1.3; }}\n",
            ink, faint_ink);
        std::string arrows;
        for (const EdgeKind kind : {EdgeKind::Fallthrough, EdgeKind::Taken, EdgeKind::Table}) {
            const EdgeStyle style = style_of(kind);
            sheet += fmt::format(".{0} {{ stroke: {1}; marker-end: url(#arrow-{0}); }}\n", style.name, style.color);
            arrows += arrow(style.name, style.color);
        }
        sheet += fmt::format(".back {{ stroke: {}; marker-end: url(#arrow-back); }}\n</style>\n", back_color);
        arrows += arrow("back", back_color);
        return sheet + "<defs>\n" + arrows + "</defs>\n";
    }

    std::string body_;
};

// A line through the points, with rounded corners.
std::string path_of(const std::vector<Point>& points) {
    std::string path = fmt::format("M{:.1f},{:.1f}", points[0].x, points[0].y);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const Point& before = points[i - 1];
        const Point& here = points[i];
        const Point& after = points[i + 1];
        const auto towards = [&](const Point& other) {
            const double length = std::hypot(other.x - here.x, other.y - here.y);
            const double part = length == 0 ? 0 : std::min(corner, length / 2) / length;
            return Point{here.x + (other.x - here.x) * part, here.y + (other.y - here.y) * part};
        };
        const Point in = towards(before);
        const Point out = towards(after);
        path += fmt::format(" L{:.1f},{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f}", in.x, in.y, here.x, here.y, out.x, out.y);
    }
    return path + fmt::format(" L{:.1f},{:.1f}", points.back().x, points.back().y);
}

std::string count_of(std::size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string facts(const ControlFlowGraph& cfg, const LoopForest& loops) {
    std::size_t instructions = 0;
    for (const Block& block : cfg.blocks())
        instructions += block.instruction_count;
    std::string text = fmt::format("{} · {} · {} · {}", count_of(instructions, "instruction"),
                                   count_of(cfg.code_block_count(), "block"), count_of(cfg.edges().size(), "edge"),
                                   count_of(loops.size(), "loop"));
    if (loops.max_depth() > 1) text += fmt::format(", nested {} deep", loops.max_depth());
    if (!loops.is_reducible()) text += " · irreducible";
    return text;
}

double title_width(std::string_view title) {
    return static_cast<double>(columns(title)) * 9.7;
}

void draw_title(Page& page, std::string_view title, std::string_view fact_line) {
    page.text(page_margin, page_margin + 14, "title", title);
    page.text(page_margin, page_margin + 34, "facts", fact_line);
}

void draw_depth_scale(Page& page, double x, double y) {
    page.text(x, y + 4, "legend", "loop depth");
    for (std::size_t depth = 0; depth < tints.size(); ++depth) {
        const double left = x + 70 + static_cast<double>(depth) * 18;
        page.add(fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"18\" height=\"13\" fill=\"{}\" stroke=\"{}\"/>\n",
                             left, y - 6.5, tints[depth].square, tints[depth].border));
        page.text(left + 5.5, y + 4, "number", std::to_string(depth));
    }
    page.text(x + 70 + static_cast<double>(tints.size()) * 18 + 4, y + 4, "legend", "and deeper");
}

// Draws every block with its text.
class Drawing {
public:
    Drawing(const ControlFlowGraph& cfg, const LoopForest& loops, const DrawingOptions& options)
        : cfg_(cfg), loops_(loops) {
        for (BlockId block = 0; block < cfg.size(); ++block) {
            texts_.push_back(block_text(cfg, block, options));
            layout_.nodes.push_back(size_of(block));
        }
        for (const FlowEdge& edge : cfg.edges()) {
            if (edge.to == cfg.exit()) continue;
            layout_.edges.push_back({edge.from, edge.to, false, {}});
            kinds_.push_back(edge.kind);
        }
        mark_back_edges();
        lay_out(layout_);
    }

    std::string draw() {
        const std::string title = function_title(cfg_.function(), longest_title);
        const std::string fact_line = facts(cfg_, loops_);
        const double inner =
            std::max({layout_.width, title_width(title), legend_width, static_cast<double>(columns(fact_line)) * 7});
        left_ = page_margin + (inner - layout_.width) / 2;
        top_ = page_margin + title_height - 20;
        draw_title(page_, title, fact_line);
        for (std::size_t edge = 0; edge < layout_.edges.size(); ++edge)
            draw_edge(edge);
        for (BlockId block = 0; block < cfg_.size(); ++block)
            draw_block(block);
        const double bottom = top_ + layout_.height;
        draw_legend(page_margin, bottom + 24);
        return page_.finish(inner + 2 * page_margin, bottom + legend_height + page_margin / 2, title);
    }

private:
    LayoutNode size_of(BlockId block) const {
        const BlockText& text = texts_[block];
        std::size_t widest = columns(text.number) + 2 + columns(text.name);
        for (const std::string& line : text.lines)
            widest = std::max(widest, columns(line));
        LayoutNode node;
        node.width = std::max(84.0, std::ceil(static_cast<double>(widest) * character_width + 2 * text_margin));
        node.height = text_height(block) + (leaves(block) ? leave_height : 0);
        return node;
    }

    double text_height(BlockId block) const {
        const auto lines = static_cast<double>(texts_[block].lines.size());
        return header_height + (lines == 0 ? 0 : lines * line_height + 8);
    }

    bool leaves(BlockId block) const {
        const auto edges = cfg_.successors(block);
        return std::any_of(edges.begin(), edges.end(), [&](const FlowEdge& edge) { return edge.to == cfg_.exit(); });
    }

    // An edge that leads back in a depth-first walk; in a reducible graph these are the back edges of the loops.
    void mark_back_edges() {
        Graph graph = cfg_.graph();
        std::vector<GraphEdge> edges = graph.edges();
        // A root above the entry and above what cannot be reached makes one walk meet everything.
        const auto root = static_cast<NodeId>(graph.size());
        edges.push_back({root, ControlFlowGraph::entry});
        for (BlockId block = 0; block < cfg_.size(); ++block) {
            if (!cfg_.is_reachable(block)) edges.push_back({root, block});
        }
        const DepthFirst walk = depth_first(Graph(graph.size() + 1, edges), root);
        std::vector<std::uint32_t> left_at(graph.size() + 1, 0);
        for (std::uint32_t i = 0; i < walk.postorder.size(); ++i)
            left_at[walk.postorder[i]] = i;
        for (LayoutEdge& edge : layout_.edges)
            edge.back = left_at[edge.to] >= left_at[edge.from];
    }

    void draw_edge(std::size_t index) {
        const LayoutEdge& edge = layout_.edges[index];
        std::vector<Point> points = edge.points;
        for (Point& point : points) {
            point.x += left_;
            point.y += top_;
        }
        points.back().y -= 1;
        if (leaves(edge.from)) points.front().y -= leave_height;  // the node's height includes the dot's
        page_.add(fmt::format("<path class=\"edge {}\" d=\"{}\"/>\n", edge.back ? "back" : style_of(kinds_[index]).name,
                              path_of(points)));
    }

    void draw_block(BlockId block) {
        const LayoutNode& node = layout_.nodes[block];
        const double x = left_ + node.x;
        const double y = top_ + node.y;
        const double height = text_height(block);
        const bool reachable = cfg_.is_reachable(block);
        const Tint& tint = reachable ? tint_of(loops_.depth(block)) : unreachable_tint;
        page_.add(
            fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
                        "fill=\"{}\"/>\n",
                        x, y, node.width, height, tint.body));
        page_.add(
            fmt::format("<path d=\"M{:.1f},{:.1f} v{:.1f} q0,-4 4,-4 h{:.1f} q4,0 4,4 v{:.1f} z\" fill=\"{}\"/>\n", x,
                        y + header_height, -(header_height - 4), node.width - 8, header_height - 4, tint.header));
        page_.add(
            fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" "
                        "fill=\"none\" stroke=\"{}\"{}/>\n",
                        x, y, node.width, height, tint.border, reachable ? "" : " stroke-dasharray=\"4 3\""));
        draw_text(texts_[block], x, y);
        if (leaves(block)) draw_leave(x + node.width / 2, y + height, !has_edges_from(block));
    }

    bool has_edges_from(BlockId block) const {
        const auto edges = cfg_.successors(block);
        return std::any_of(edges.begin(), edges.end(), [&](const FlowEdge& edge) { return edge.to != cfg_.exit(); });
    }

    void draw_text(const BlockText& text, double x, double y) {
        page_.text(x + text_margin, y + 14, "number", text.number);
        const double name_x = x + text_margin + static_cast<double>(columns(text.number) + 2) * character_width;
        if (!text.name.empty()) page_.text(name_x, y + 14, "label", text.name);
        double baseline = y + header_height + 14;
        for (const std::string& line : text.lines) {
            page_.text(x + text_margin, baseline, line.starts_with("…") ? "more" : "code", line);
            baseline += line_height;
        }
    }

    // In the middle below a block, or to the left if edges start there.
    void draw_leave(double x, double y, bool alone) {
        const double at = alone ? x : x - 34;
        page_.add(
            fmt::format("<path d=\"M{0:.1f},{1:.1f} v6\" stroke=\"{2}\" stroke-width=\"1.3\"/>"
                        "<circle cx=\"{0:.1f}\" cy=\"{3:.1f}\" r=\"3.4\" fill=\"{2}\"/>\n",
                        at, y, ink, y + 9));
    }

    void draw_legend(double x, double y) {
        const auto line = [&](double at, std::string_view style, std::string_view what) {
            page_.add(fmt::format("<path class=\"edge {}\" d=\"M{:.1f},{:.1f} h24\"/>\n", style, at, y));
            page_.text(at + 30, y + 4, "legend", what);
        };
        line(x, "fall", "falls through");
        line(x + 120, "taken", "branch");
        line(x + 204, "table", "by table");
        line(x + 294, "back", "back");
        page_.add(fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.4\" fill=\"{}\"/>\n", x + 372, y, ink));
        page_.text(x + 382, y + 4, "legend", "leaves");
        draw_depth_scale(page_, x + 450, y);
    }

    const ControlFlowGraph& cfg_;
    const LoopForest& loops_;
    std::vector<BlockText> texts_;
    GraphLayout layout_;
    std::vector<EdgeKind> kinds_;  // by edge of the layout
    Page page_;
    double left_ = 0;
    double top_ = 0;
};

// Draws a square for each block, or for each run of blocks.
class SquareDrawing {
public:
    SquareDrawing(const ControlFlowGraph& cfg, const LoopForest& loops, std::size_t max_squares)
        : cfg_(cfg),
          loops_(loops),
          blocks_per_square_((cfg.code_block_count() + max_squares - 1) / std::max<std::size_t>(1, max_squares)) {}

    std::string draw() {
        const std::string title = function_title(cfg_.function(), longest_title);
        draw_title(page_, title, facts(cfg_, loops_));
        page_.text(page_margin, page_margin + 54, "facts", explanation());
        const double top = page_margin + title_height + 14;
        const std::size_t squares = (cfg_.code_block_count() + blocks_per_square_ - 1) / blocks_per_square_;
        const std::size_t rows = (squares + per_row - 1) / per_row;
        for (std::size_t row = 0; row < rows; ++row) {
            page_.text(page_margin, top + static_cast<double>(row) * step + 9, "number",
                       fmt::format("#{}", row * per_row * blocks_per_square_));
        }
        for (std::size_t square = 0; square < squares; ++square)
            draw_square(square, top);
        const double bottom = top + static_cast<double>(rows) * step;
        draw_depth_scale(page_, page_margin, bottom + 24);
        const double inner = std::max(label_width + step * static_cast<double>(per_row), title_width(title));
        return page_.finish(inner + 2 * page_margin, bottom + legend_height + page_margin / 2, title);
    }

private:
    static constexpr std::size_t per_row = 100;
    static constexpr double step = 12;
    static constexpr double label_width = 76;

    std::string explanation() const {
        const std::string each =
            blocks_per_square_ == 1
                ? "one block"
                : fmt::format("{} consecutive blocks (the deepest decides its colour)", blocks_per_square_);
        return fmt::format(
            "Too many blocks to show their code. Each square is {}, in the order of the text; grey ones "
            "cannot be reached, orange borders are loop headers.",
            each);
    }

    void draw_square(std::size_t square, double top) {
        std::uint32_t depth = 0;
        bool reachable = false;
        bool header = false;
        const std::size_t first = square * blocks_per_square_;
        const std::size_t end = std::min(first + blocks_per_square_, cfg_.code_block_count());
        for (auto block = static_cast<BlockId>(first); block < end; ++block) {
            depth = std::max(depth, loops_.depth(block));
            reachable = reachable || cfg_.is_reachable(block);
            header = header || loops_.is_header(block);
        }
        const Tint& tint = reachable ? tint_of(depth) : unreachable_tint;
        const std::size_t row = square / per_row;
        page_.add(
            fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"10\" height=\"10\" fill=\"{}\" stroke=\"{}\"/>\n",
                        page_margin + label_width + static_cast<double>(square % per_row) * step,
                        top + static_cast<double>(row) * step, tint.square, header ? back_color : tint.border));
    }

    const ControlFlowGraph& cfg_;
    const LoopForest& loops_;
    std::size_t blocks_per_square_;
    Page page_;
};

}  // namespace

std::string to_svg(const ControlFlowGraph& cfg, const SvgOptions& options) {
    const LoopForest loops(cfg, dominators(cfg));
    if (cfg.size() > options.max_blocks || cfg.edges().size() > options.max_edges)
        return SquareDrawing(cfg, loops, options.max_squares).draw();
    return Drawing(cfg, loops, options.text).draw();
}

}  // namespace ringfence::ptx
