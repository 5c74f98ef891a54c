#include "sched/simulator/workload.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/escape.h"
#include "base/file.h"

namespace ringfence::sched {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::uint32_t most_vgpus = 100'000;
constexpr std::uint32_t most_streams = 1024;
constexpr Time longest_duration = 3600 * second;

Words words_of(std::string_view line) {
    Words words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

Result<std::uint64_t> parse_count(std::string_view text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
        return Error::bad_input("'" + escape(text) + "' is not a number from " + std::to_string(least) + " to " +
                                std::to_string(most));
    }
    return number;
}

// "20us", "1ms", "2s".
Result<Time> parse_time(std::string_view text) {
    Time number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    Time factor = 0;
    if (unit == "ns") factor = 1;
    if (unit == "us") factor = microsecond;
    if (unit == "ms") factor = millisecond;
    if (unit == "s") factor = second;
    if (error != std::errc() || factor == 0 || number < 0 || number > 100 * second / factor)
        return Error::bad_input("'" + escape(text) + "' is no time up to 100s; write for instance 20us, 1ms or 2s");
    return number * factor;
}

Result<Resource> parse_resource(std::string_view text) {
    if (text == "compute") return Resource::Compute;
    if (text == "copy_to") return Resource::CopyTo;
    if (text == "copy_from") return Resource::CopyFrom;
    return Error::bad_input("'" + escape(text) + "' is no resource; there are: compute, copy_to, copy_from");
}

Result<std::vector<Time>> parse_lengths(std::string_view text, char separator) {
    std::vector<Time> lengths;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(separator));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        RF_TRY(const Time length, parse_time(one));
        if (length == 0) return Error::bad_input("a job takes some time");
        lengths.push_back(length);
    }
    return lengths;
}

struct Setting {
    std::string_view key;
    std::string_view value;
};

Result<Setting> parse_setting(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos)
        return Error::bad_input("'" + escape(word) + "' is no setting: write KEY=VALUE");
    return Setting{word.substr(0, equals), word.substr(equals + 1)};
}

Result<void> read_device(Workload& workload, const Words& words) {
    for (std::size_t index = 1; index < words.size(); ++index) {
        RF_TRY(const Setting setting, parse_setting(words[index]));
        if (setting.key == "launch") {
            RF_TRY(workload.launch, parse_time(setting.value));
        } else if (setting.key == "notice") {
            RF_TRY(workload.notice, parse_time(setting.value));
        } else if (setting.key == "turn") {
            RF_TRY(workload.turn, parse_time(setting.value));
        } else if (setting.key == "sms") {
            RF_TRY(const std::uint64_t count, parse_count(setting.value, 1, 1024));
            workload.multiprocessors = static_cast<std::uint32_t>(count);
        } else if (setting.key == "compute" || setting.key == "copy") {
            RF_TRY(const std::uint64_t count, parse_count(setting.value, 1, 64));
            const auto number = static_cast<std::uint32_t>(count);
            if (setting.key == "compute") {
                workload.concurrency[0] = number;
            } else {
                workload.concurrency[1] = workload.concurrency[2] = number;
            }
        } else {
            return Error::bad_input("a device has no '" + escape(setting.key) +
                                    "'; it has: compute, copy, launch, notice, sms, turn");
        }
    }
    return {};
}

Result<void> read_vgpu(Workload& workload, const Words& words) {
    if (words.size() < 2) return Error::bad_input("a virtual GPU needs a name");
    VgpuGroup group;
    group.vgpu.name = std::string(words[1]);
    for (std::size_t index = 2; index < words.size(); ++index) {
        RF_TRY(const Setting setting, parse_setting(words[index]));
        if (setting.key == "count") {
            RF_TRY(const std::uint64_t count, parse_count(setting.value, 1, most_vgpus));
            group.count = static_cast<std::uint32_t>(count);
        } else {
            RF_RETURN_IF_ERROR(set(group.vgpu, setting.key, setting.value));
        }
    }
    RF_RETURN_IF_ERROR(check(group.vgpu));
    std::uint64_t count = group.count;
    for (const VgpuGroup& other : workload.groups) {
        if (other.vgpu.name == group.vgpu.name) return Error::bad_input("there is a virtual GPU of that name already");
        count += other.count;
    }
    if (count > most_vgpus)
        return Error::bad_input("these are more than " + std::to_string(most_vgpus) + " virtual GPUs");
    workload.groups.push_back(std::move(group));
    return {};
}

// RESOURCE LENGTHS [+ RESOURCE LENGTHS]...; leaves `index` behind them.
Result<std::vector<Step>> read_steps(const Words& words, std::size_t& index) {
    std::vector<Step> steps;
    do {
        if (!steps.empty()) ++index;
        if (index + 1 >= words.size()) return Error::bad_input("a load needs a resource and how long its jobs take");
        Step step;
        RF_TRY(step.resource, parse_resource(words[index]));
        step.are_kernels = words[index + 1].find('/') == std::string_view::npos;
        RF_TRY(step.lengths, parse_lengths(words[index + 1], step.are_kernels ? ',' : '/'));
        steps.push_back(std::move(step));
        index += 2;
    } while (index < words.size() && words[index] == "+");
    return steps;
}

Result<std::size_t> find_group(const Workload& workload, std::string_view name) {
    const auto group = std::find_if(workload.groups.begin(), workload.groups.end(),
                                    [&](const VgpuGroup& one) { return one.vgpu.name == name; });
    if (group == workload.groups.end())
        return Error::bad_input("there is no virtual GPU '" + escape(name) + "' above this line");
    return static_cast<std::size_t>(group - workload.groups.begin());
}

Result<Load> read_recorded(const Words& words, std::size_t group) {
    if (words.size() < 4) return Error::bad_input("write: load NAME recorded FILE [at=TIME] [weight=SHARE]");
    Load load;
    load.group = group;
    load.kind = Load::Kind::Recorded;
    load.file = words[3];
    for (std::size_t index = 4; index < words.size(); ++index) {
        RF_TRY(const Setting setting, parse_setting(words[index]));
        if (setting.key == "at") {
            RF_TRY(load.at, parse_time(setting.value));
        } else if (setting.key == "weight") {
            RF_TRY(load.weight, parse_share(setting.value));
        } else {
            return Error::bad_input("a recorded load has no '" + escape(setting.key) + "'; it has: at, weight");
        }
    }
    return load;
}

Result<void> read_load(Workload& workload, const Words& words) {
    if (words.size() > 2 && words[2] == "recorded") {
        RF_TRY(const std::size_t group, find_group(workload, words[1]));
        RF_TRY(Load load, read_recorded(words, group));
        workload.loads.push_back(std::move(load));
        return {};
    }
    if (words.size() < 5)
        return Error::bad_input(
            "write: load NAME endless|periodic|sync RESOURCE LENGTH [SETTINGS], or load NAME recorded FILE");
    Load load;
    RF_TRY(load.group, find_group(workload, words[1]));
    if (words[2] == "periodic") {
        load.kind = Load::Kind::Periodic;
    } else if (words[2] == "sync") {
        load.kind = Load::Kind::Sync;
    } else if (words[2] != "endless") {
        return Error::bad_input("'" + escape(words[2]) +
                                "' is no kind of load; there are: endless, periodic, sync, recorded");
    }
    const std::string_view pause_key = load.kind == Load::Kind::Periodic ? "every" : "think";
    std::size_t index = 3;
    RF_TRY(load.steps, read_steps(words, index));
    for (; index < words.size(); ++index) {
        RF_TRY(const Setting setting, parse_setting(words[index]));
        if (setting.key == "streams") {
            RF_TRY(const std::uint64_t count, parse_count(setting.value, 1, most_streams));
            load.streams = static_cast<std::uint32_t>(count);
        } else if (setting.key == "weight") {
            RF_TRY(load.weight, parse_share(setting.value));
        } else if (setting.key == "after") {
            RF_TRY(load.after, find_group(workload, setting.value));
        } else if (load.kind != Load::Kind::Endless && setting.key == pause_key) {
            RF_TRY(load.pause, parse_time(setting.value));
        } else {
            return Error::bad_input("this load has no '" + escape(setting.key) + "'");
        }
    }
    if (load.kind == Load::Kind::Periodic && load.pause == 0)
        return Error::bad_input("a periodic load needs every=TIME");
    workload.loads.push_back(std::move(load));
    return {};
}

Result<void> read_line(Workload& workload, const Words& words) {
    if (words[0] == "device") return read_device(workload, words);
    if (words[0] == "vgpu") return read_vgpu(workload, words);
    if (words[0] == "load") return read_load(workload, words);
    if (words[0] != "seconds" && words[0] != "warmup" && words[0] != "seed") {
        return Error::bad_input("'" + escape(words[0]) +
                                "' is nothing to simulate; there are: seconds, warmup, seed, device, vgpu, load");
    }
    if (words.size() != 2) return Error::bad_input("write: " + std::string(words[0]) + " NUMBER");
    if (words[0] == "seed") {
        RF_TRY(workload.seed, parse_count(words[1], 0, UINT64_MAX));
        return {};
    }
    const bool is_duration = words[0] == "seconds";
    RF_TRY(const std::uint64_t seconds, parse_count(words[1], is_duration ? 1 : 0, longest_duration / second));
    (is_duration ? workload.duration : workload.warmup) = static_cast<Time>(seconds) * second;
    (is_duration ? workload.has_duration : workload.has_warmup) = true;
    return {};
}

Result<void> check_times(Workload& workload, const std::string& file) {
    const bool is_recorded = std::any_of(workload.loads.begin(), workload.loads.end(),
                                         [](const Load& load) { return load.kind == Load::Kind::Recorded; });
    if (is_recorded && !workload.has_warmup) workload.warmup = 0;
    const bool is_known = workload.has_duration || !is_recorded;
    if (!is_known || workload.warmup < workload.duration) return {};
    return Error::bad_input("the warm-up takes all of the time").at({file, 0, 0}).with_remedy("write: seconds 5");
}

// Shifts all recordings by the same time, so that the first begins at once.
Result<void> set_beginnings(Workload& workload) {
    const Load* first = nullptr;
    for (const Load& load : workload.loads) {
        const bool counts = load.kind == Load::Kind::Recorded && !load.at;
        if (counts && (first == nullptr || load.recording.begin < first->recording.begin)) first = &load;
    }
    const Time begin = first == nullptr ? 0 : first->recording.begin;
    for (Load& load : workload.loads) {
        if (load.kind != Load::Kind::Recorded) continue;
        const Time at = load.at.value_or(load.recording.begin - begin);
        if (at >= longest_duration) {
            return Error::bad_input("it begins " + std::to_string(at / second) + " s after " + escape(first->file) +
                                    ", and a simulation takes an hour at most")
                .at({escape(load.file), 0, 0})
                .with_remedy("if they were recorded on different machines, say when it begins: at=0s");
        }
        load.recording.move_to(at);
    }
    return {};
}

}  // namespace

Result<void> read_recordings(Workload& workload, const std::string& folder) {
    for (Load& load : workload.loads) {
        if (load.kind != Load::Kind::Recorded) continue;
        const std::string path = std::filesystem::path(folder) / load.file;
        RF_TRY(const std::string text, read_file(path, largest_recording));
        RF_TRY(load.recording, parse_recording(text, escape(load.file)));
    }
    RF_RETURN_IF_ERROR(set_beginnings(workload));
    Time end = 0;
    for (const Load& load : workload.loads)
        end = std::max(end, load.recording.end);
    // Whole seconds, as results are per second, and one more for delayed jobs.
    if (end != 0 && !workload.has_duration) workload.duration = std::min((end / second + 2) * second, longest_duration);
    if (workload.warmup < workload.duration) return {};
    return Error::bad_input("the warm-up takes all of the time").with_remedy("write: warmup 0");
}

Result<Workload> parse_workload(std::string_view text, const std::string& file) {
    Workload workload;
    std::uint32_t number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++number;
        const Words words = words_of(line);
        if (words.empty() || words[0].front() == '#') continue;
        Result<void> read = read_line(workload, words);
        if (!read) return read.take_error().at({file, number, 0});
    }
    if (workload.loads.empty()) {
        return Error::bad_input("there is nothing to simulate")
            .at({file, 0, 0})
            .with_remedy("write for instance: vgpu a compute=50%, and on the next line: load a endless compute 1ms");
    }
    RF_RETURN_IF_ERROR(check_times(workload, file));
    return workload;
}

}  // namespace ringfence::sched
