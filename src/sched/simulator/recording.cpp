#include "sched/simulator/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::sched {
namespace {

using nlohmann::json;

constexpr std::size_t longest_line = 64 << 10;
constexpr std::size_t most_kernels = 1 << 20;              // names
constexpr double latest = 1e6 * 60 * 60 * 24 * 365 * 100;  // microseconds; as nanoseconds it fits into Time

// Converts the file's microseconds.
Result<Time> time_in(const json& event, const char* key) {
    const auto found = event.find(key);
    if (found == event.end() || !found->is_number())
        return Error::bad_input(std::string("the event has no number '") + key + "'");
    const auto value = found->get<double>();
    if (value < 0 || value > latest)
        return Error::bad_input(std::string("the event's '") + key + "' cannot be a time: it is " + found->dump());
    return static_cast<Time>(std::llround(value * microsecond));
}

// Nothing if it is no work for the device.
std::optional<Resource> resource_of(std::string_view name) {
    if (name == "copy host to host") return std::nullopt;
    if (name == "copy host to device") return Resource::CopyTo;
    if (name == "copy device to host") return Resource::CopyFrom;
    return Resource::Compute;
}

bool is_kernel(std::string_view name) {
    return name != "fill" && name != "graph" && !name.starts_with("copy ");
}

class Reader {
public:
    Result<void> read_line(std::string_view line) {
        if (line.size() > longest_line) return Error::bad_input("a line of a timeline is not as long as that");
        while (!line.empty() && (line.back() == ',' || line.back() == ' ' || line.back() == '\r'))
            line.remove_suffix(1);
        if (line.empty() || line == "[" || line == "]" || line == "{}]") return {};
        const json event = json::parse(line, nullptr, false);
        if (!event.is_object()) {
            return Error::bad_input("this is no event of a timeline: '" + escape(line, 60) + "'")
                .with_remedy(
                    "a timeline is what 'ringfence run --trace-file FILE' writes, an event in each line; "
                    "remove a line that was cut off when its program was killed");
        }
        const auto category = event.find("cat");
        if (category == event.end() || *category != "stream") return {};
        return read_work(event);
    }

    Result<Recording> take() {
        if (recording_.streams.empty()) {
            return Error::bad_input("there is no work of streams in it")
                .with_remedy("record it with 'ringfence run --trace-file FILE -- PROGRAM'");
        }
        recording_.begin = never;
        for (std::vector<RecordedJob>& jobs : recording_.streams) {
            // The file is in the order of ends, which is not always that of submissions.
            std::stable_sort(jobs.begin(), jobs.end(), [](const RecordedJob& one, const RecordedJob& other) {
                return one.submitted < other.submitted;
            });
            recording_.begin = std::min(recording_.begin, jobs.front().submitted);
        }
        return std::move(recording_);
    }

private:
    Result<void> read_work(const json& event) {
        const auto name = event.find("name");
        if (name == event.end() || !name->is_string()) return Error::bad_input("the event has no name");
        const auto& text = name->get_ref<const std::string&>();
        const auto arguments = event.find("args");
        if (arguments == event.end() || !arguments->is_object()) return Error::bad_input("the event has no 'args'");
        RecordedJob job;
        RF_TRY(job.submitted, time_in(*arguments, "submitted"));
        RF_TRY(job.length, time_in(event, "dur"));
        if (job.length > longest_job) return Error::bad_input("no job takes as long as that");
        job.length = std::max<Time>(job.length, 1);
        const std::optional<Resource> resource = resource_of(text);
        if (!resource) return {};
        job.resource = *resource;
        if (is_kernel(text)) job.kernel = number_of(text);
        RF_TRY(std::vector<RecordedJob>* const stream, stream_of(event));
        if (++jobs_ > most_recorded_jobs) {
            return Error::bad_input("these are more than " + std::to_string(most_recorded_jobs) + " jobs")
                .with_remedy("record a shorter time, or cut the file: each line stands for itself");
        }
        stream->push_back(job);
        recording_.end = std::max(recording_.end, job.submitted + job.length);
        return {};
    }

    // A recording may contain several processes, if the program has started others.
    Result<std::vector<RecordedJob>*> stream_of(const json& event) {
        const auto process = event.find("pid");
        const auto track = event.find("tid");
        if (process == event.end() || track == event.end() || !process->is_number_integer() ||
            !track->is_number_integer())
            return Error::bad_input("the event has no stream: its 'pid' and 'tid' must be numbers");
        const std::pair key(process->get<std::int64_t>(), track->get<std::int64_t>());
        const auto [found, is_new] = streams_.try_emplace(key, recording_.streams.size());
        if (is_new) {
            if (recording_.streams.size() == most_recorded_streams)
                return Error::bad_input("these are more than " + std::to_string(most_recorded_streams) + " streams");
            recording_.streams.emplace_back();
        }
        return &recording_.streams[found->second];
    }

    // Beyond the limit all kernels share one number.
    std::uint32_t number_of(const std::string& name) {
        if (kernels_.size() >= most_kernels && !kernels_.contains(name)) return most_kernels + 1;
        return kernels_.try_emplace(name, static_cast<std::uint32_t>(kernels_.size() + 1)).first->second;
    }

    Recording recording_;
    std::size_t jobs_ = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> streams_;
    std::map<std::string, std::uint32_t, std::less<>> kernels_;
};

}  // namespace

void Recording::move_to(Time time) {
    const Time by = time - begin;
    begin += by;
    end += by;
    for (std::vector<RecordedJob>& jobs : streams) {
        for (RecordedJob& job : jobs)
            job.submitted += by;
    }
}

Result<Recording> parse_recording(std::string_view text, const std::string& file) {
    Reader reader;
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        Result<void> read = reader.read_line(line);
        if (!read) return read.take_error().at({file, number, 0});
    }
    Result<Recording> recording = reader.take();
    if (!recording) return recording.take_error().at({file, 0, 0});
    return recording;
}

}  // namespace ringfence::sched
