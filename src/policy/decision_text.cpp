#include "policy/decision_text.h"

#include <deque>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/escape.h"
#include "sched/policy.h"
#include "sched/reason.h"

namespace ringfence::policy {
namespace {

constexpr std::string_view names_of_resources[] = {"compute", "copy_to", "copy_from"};

std::string_view resource_of(const Decision& decision) {
    return names_of_resources[decision.resource % sched::resource_count];
}

std::string_view action_of(const Decision& decision) {
    switch (decision.action) {
        case static_cast<std::uint32_t>(sched::Action::Start): return "start";
        case static_cast<std::uint32_t>(sched::Action::Hold): return "hold";
        default: return "no such action";
    }
}

std::string_view reason_of(const Decision& decision) {
    const bool is_known = decision.reason < sched::reason_count;
    return is_known ? sched::text_of(static_cast<sched::Reason>(decision.reason)) : "no such reason";
}

bool is_start(const Decision& decision) {
    return decision.hook == Hook::Dispatch && decision.action == static_cast<std::uint32_t>(sched::Action::Start);
}

// A text escaped for JSON, without the quotes.
std::string json_text(std::string_view text) {
    std::string out;
    for (const char letter : escape(text)) {
        if (letter == '"' || letter == '\\') out += '\\';
        out += letter;
    }
    return out;
}

double microseconds(sched::Time time) {
    return static_cast<double>(time) / sched::microsecond;
}

// In the timeline virtual GPUs are processes, and resources their threads.
class Timeline {
public:
    explicit Timeline(const VgpuName& vgpu_name) : vgpu_name_(vgpu_name) {}

    void add(const Decision& decision) {
        if (named_.insert(decision.vgpu).second) name_tracks(decision.vgpu);
        const std::pair track(decision.vgpu, decision.resource);
        if (is_start(decision)) {
            if (decision.waited > 0) add_wait(decision);
            last_start_[decision.resource] = decision;
            started_[track].push_back(decision);
        } else if (decision.hook == Hook::Retire && !started_[track].empty()) {
            add_job(started_[track].front(), decision.at);
            started_[track].pop_front();
        }
        const bool is_dispatch = decision.hook == Hook::Dispatch;
        append(fmt::format(R"("name":"{}","ph":"i","s":"t",{},"args":{{"rank":{},"key":"{}","reason":"{}"}})",
                           is_dispatch ? action_of(decision) : info_of(decision.hook).name, place(decision),
                           decision.rank, decision.key, is_dispatch ? reason_of(decision) : ""));
    }
    std::string take() { return std::move(text_) + "\n]\n"; }

private:
    void name_tracks(sched::VgpuId vgpu) {
        append(fmt::format(R"("name":"process_name","ph":"M","pid":{},"args":{{"name":"vgpu {}"}})", vgpu,
                           json_text(vgpu_name_(vgpu))));
        for (std::size_t i = 0; i < sched::resource_count; ++i)
            append(fmt::format(R"("name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"{}"}})", vgpu, i,
                               names_of_resources[i]));
    }
    void add_job(const Decision& start, sched::Time end) {
        append(fmt::format(R"("name":"job","ph":"X",{},"dur":{:.3f},"args":{{"reason":"{}"}})", place(start),
                           microseconds(end - start.at), reason_of(start)));
    }
    // On a track of its own beside that of the jobs: the job before it is on the device meanwhile. Whose that is says
    // what it waited for.
    void add_wait(const Decision& start) {
        const auto last = last_start_.find(start.resource);
        const bool is_behind =
            last != last_start_.end() && last->second.vgpu != start.vgpu && last->second.at >= start.at - start.waited;
        const std::string behind = is_behind ? json_text(vgpu_name_(last->second.vgpu)) : "";
        Decision since = start;
        since.at -= start.waited;
        ++waits_;
        append(fmt::format(R"("name":"waits","cat":"wait","ph":"b","id":{},{},"args":{{"behind":"{}","reason":"{}"}})",
                           waits_, place(since), behind, reason_of(start)));
        append(fmt::format(R"("name":"waits","cat":"wait","ph":"e","id":{},{})", waits_, place(start)));
    }
    static std::string place(const Decision& decision) {
        return fmt::format(R"("pid":{},"tid":{},"ts":{:.3f})", decision.vgpu, decision.resource,
                           microseconds(decision.at));
    }
    void append(const std::string& event) {
        text_ += text_.empty() ? "[\n{" : ",\n{";
        text_ += event + "}";
    }

    const VgpuName& vgpu_name_;
    std::string text_;
    std::set<sched::VgpuId> named_;
    std::uint64_t waits_ = 0;
    std::map<std::uint32_t, Decision> last_start_;  // by resource
    std::map<std::pair<sched::VgpuId, std::uint32_t>, std::deque<Decision>> started_;
};

}  // namespace

std::string line_of(const Decision& decision, sched::Time end, const std::string& vgpu) {
    std::string line =
        fmt::format("{:>10} us  {:<8} {:<12} {:<9} rank {:<2} key {}", (decision.at - end) / sched::microsecond,
                    info_of(decision.hook).name, vgpu, resource_of(decision), decision.rank, decision.key);
    if (decision.hook == Hook::Dispatch) line += fmt::format("  {}, {}", action_of(decision), reason_of(decision));
    if (decision.waited > 0) line += fmt::format(", after {} us", decision.waited / sched::microsecond);
    return line + "\n";
}

std::string log_of(std::span<const Decision> decisions, sched::Time now, const VgpuName& vgpu_name) {
    std::string text;
    for (const Decision& decision : decisions)
        text += line_of(decision, now, vgpu_name(decision.vgpu));
    return text;
}

std::string trace_of(std::span<const Decision> decisions, const VgpuName& vgpu_name) {
    if (decisions.empty()) return "[]\n";
    Timeline timeline(vgpu_name);
    for (const Decision& decision : decisions)
        timeline.add(decision);
    return timeline.take();
}

}  // namespace ringfence::policy
