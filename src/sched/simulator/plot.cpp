#include "sched/simulator/plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sched/simulator/report.h"

namespace ringfence::sched {
namespace {

// Sizes are in pixels.
constexpr double column_width = 380;
constexpr double margin = 44;  // left of a chart, for the numbers of its axis
constexpr double chart_width = column_width - margin - 16;
constexpr double chart_height = 150;
constexpr double heading = 40;
constexpr double wait_height = 15;
constexpr Time shortest_wait = microsecond;
constexpr Time longest_wait = 10 * second;

// Also told apart by those who do not see red and green.
constexpr std::string_view colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                        "#56b4e9", "#d55e00", "#7f7f7f", "#b8a800"};

// Names are whatever somebody wrote into a file.
std::string text_for_xml(std::string_view text) {
    std::string result;
    for (const char byte : text) {
        switch (byte) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            default: result += static_cast<unsigned char>(byte) < ' ' || byte == 0x7f ? '?' : byte;
        }
    }
    return result;
}

std::string write_words(double x, double y, std::string_view words, std::string_view more = "") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, text_for_xml(words));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view stroke) {
    return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" {}/>\n", x1, y1, x2, y2, stroke);
}

class Picture {
public:
    Picture(std::span<const PlottedOutcome> outcomes, std::size_t most_vgpus) : outcomes_(outcomes) {
        find_vgpus(most_vgpus);
        for (std::size_t resource = 0; resource < resource_count; ++resource) {
            if (is_used(static_cast<Resource>(resource))) resources_.push_back(static_cast<Resource>(resource));
        }
    }

    std::string draw() {
        const double waits = wait_height * static_cast<double>(vgpus_.size()) + 12;
        const double row_height = heading + chart_height + 24 + waits;
        const double width = column_width * static_cast<double>(outcomes_.size());
        const double bottom = row_height * static_cast<double>(resources_.size()) + 22;
        std::string text = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
            "{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
            "fill=\"#fff\"/>\n",
            width, bottom + 24);
        for (std::size_t row = 0; row < resources_.size(); ++row) {
            for (std::size_t column = 0; column < outcomes_.size(); ++column) {
                left_ = column_width * static_cast<double>(column) + margin;
                top_ = row_height * static_cast<double>(row) + heading;
                text += panel(outcomes_[column], resources_[row]);
            }
        }
        return text + legend(bottom) + "</svg>\n";
    }

private:
    void find_vgpus(std::size_t most) {
        for (const PlottedOutcome& one : outcomes_) {
            for (const LaneOutcome& lane : one.outcome->lanes) {
                if (colour_of(lane.vgpu) != nullptr) continue;
                if (vgpus_.size() < std::min(most, std::size(colours)))
                    vgpus_.push_back(lane.vgpu);
                else if (std::find(others_.begin(), others_.end(), lane.vgpu) == others_.end())
                    others_.push_back(lane.vgpu);
            }
        }
    }
    [[nodiscard]] bool is_used(Resource resource) const {
        return std::any_of(outcomes_.begin(), outcomes_.end(), [&](const PlottedOutcome& one) {
            const auto& lanes = one.outcome->lanes;
            return std::any_of(lanes.begin(), lanes.end(),
                               [&](const LaneOutcome& lane) { return lane.resource == resource; });
        });
    }
    // Null: it is not drawn.
    [[nodiscard]] const std::string_view* colour_of(std::string_view vgpu) const {
        const auto found = std::find(vgpus_.begin(), vgpus_.end(), vgpu);
        return found == vgpus_.end() ? nullptr : &colours[std::distance(vgpus_.begin(), found)];
    }

    std::string panel(const PlottedOutcome& one, Resource resource) {
        std::string text = write_words(left_, top_ - 22, one.policy, " font-weight=\"bold\"");
        text += write_words(left_, top_ - 8, resource_name(resource));
        text += axes(one);
        double wait_at = top_ + chart_height + 34;
        for (const LaneOutcome& lane : one.outcome->lanes) {
            const std::string_view* const colour = colour_of(lane.vgpu);
            if (lane.resource != resource || colour == nullptr) continue;
            text += shares(lane, *colour);
            if (lane.is_endless) continue;
            text += waits(lane, *colour, wait_at);
            wait_at += wait_height;
        }
        return text;
    }

    std::string axes(const PlottedOutcome& one) {
        std::string text;
        for (Share share = 0; share <= whole; share += whole / 4) {
            text += line(left_, height_of(share), left_ + chart_width, height_of(share), "stroke=\"#ddd\"");
            text += write_words(left_ - 6, height_of(share) + 4, percent_text(share), " text-anchor=\"end\"");
        }
        std::size_t seconds = 0;
        for (const LaneOutcome& lane : one.outcome->lanes)
            seconds = std::max(seconds, lane.each_second.size());
        text += write_words(left_, top_ + chart_height + 14, "0 s");
        return text + write_words(left_ + chart_width, top_ + chart_height + 14, fmt::format("{} s", seconds),
                                  " text-anchor=\"end\"");
    }

    std::string shares(const LaneOutcome& lane, std::string_view colour) {
        std::string text;
        if (!lane.is_recorded) {  // a recorded load wants another part in each second
            text += line(left_, height_of(lane.wanted), left_ + chart_width, height_of(lane.wanted),
                         fmt::format("stroke=\"{}\" stroke-dasharray=\"4 4\" opacity=\".6\"", colour));
        }
        std::string points;
        const double step = chart_width / static_cast<double>(std::max<std::size_t>(lane.each_second.size(), 1));
        double x = left_ + step / 2;
        for (const Share share : lane.each_second) {
            points += fmt::format("{}{:.1f} {:.1f}", points.empty() ? "M" : "L", x, height_of(share));
            x += step;
        }
        if (points.empty()) return text;
        // A line of one point shows as a dot.
        return text + fmt::format(
                          "<path d=\"{}{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
                          "stroke-linecap=\"round\"/>\n",
                          points, lane.each_second.size() == 1 ? "h0" : "", colour);
    }

    // A bar from the median to the 99th of a hundred, on a scale of powers of ten.
    std::string waits(const LaneOutcome& lane, std::string_view colour, double y) {
        const Time median = lane.waits.at_permille(500);
        const Time most = lane.waits.at_permille(990);
        const double bar = chart_width / 2;
        const double from = left_ + bar * place_of(median);
        const double to = std::max(left_ + bar * place_of(most), from + 2);
        std::string text = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"7\" fill=\"{}\"/>\n",
                                       from, y, to - from, colour);
        return text +
               write_words(left_ + bar + 8, y + 8, fmt::format("waits {}, p99 {}", time_text(median), time_text(most)));
    }
    [[nodiscard]] static double place_of(Time wait) {
        const auto within = static_cast<double>(std::clamp(wait, shortest_wait, longest_wait));
        return std::log(within / shortest_wait) / std::log(static_cast<double>(longest_wait) / shortest_wait);
    }

    [[nodiscard]] double height_of(Share share) const {
        return top_ + chart_height * (1 - static_cast<double>(std::min(share, whole)) / whole);
    }

    std::string legend(double y) {
        std::string text;
        double x = margin;
        for (const std::string& vgpu : vgpus_) {
            text += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", x, y,
                                *colour_of(vgpu));
            text += write_words(x + 14, y + 9, vgpu);
            x += 30 + 7 * static_cast<double>(vgpu.size());
        }
        if (!others_.empty())
            text += write_words(x, y + 9, fmt::format("and {} more, which are not drawn", others_.size()));
        return text;
    }

    std::span<const PlottedOutcome> outcomes_;
    std::vector<std::string> vgpus_;  // by colour
    std::vector<std::string> others_;
    std::vector<Resource> resources_;
    double left_ = 0;  // of the chart that is drawn
    double top_ = 0;
};

}  // namespace

std::string plot(std::span<const PlottedOutcome> outcomes, std::size_t most_vgpus) {
    return Picture(outcomes, most_vgpus).draw();
}

}  // namespace ringfence::sched
