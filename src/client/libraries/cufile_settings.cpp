#include "client/libraries/cufile_settings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/mutex.h"
#include "client/libraries/cufile_status.h"
#include "client/libraries/library_call.h"

namespace ringfence::client::cufile {
namespace {

// In the order of cuFile's enumerations.
enum Number {
    statistics,
    queue_depth,
    io_threads,
    least_io_kb,
    parallel_requests,
    direct_io_kb,
    device_cache_kb,
    buffer_cache_kb,
    pinned_kb,
    batch_size,
    poll_threshold_kb,
    batch_timeout_ms,
    number_count,
};
enum Switch { poll_mode, allow_compatibility, force_compatibility, switch_count = 12 };
constexpr int text_count = 3;

struct Range {
    std::size_t initial;
    std::size_t least;
    std::size_t most;
};
constexpr std::array<Range, number_count> ranges = {{
    {0, 0, 3},
    {128, 0, 128},
    {0, 0, 16},
    {8192, 0, 16384},
    {0, 0, 32},
    {16384, 4, 16384},
    {131072, 4, 1048576},
    {1024, 4, 16384},
    {33554432, 4, SIZE_MAX / 1024},
    {128, 1, 256},
    {4, 4, 16384},
    {5, 1, 65536},
}};

struct Settings {
    Mutex mutex;
    long uses RF_GUARDED_BY(mutex) = 0;
    std::array<std::size_t, number_count> numbers RF_GUARDED_BY(mutex) = {};
    std::array<bool, switch_count> switches RF_GUARDED_BY(mutex) = {};
    std::array<std::string, text_count> texts RF_GUARDED_BY(mutex) = {"ERROR", "", ""};

    Settings() {
        for (std::size_t i = 0; i < number_count; ++i)
            numbers[i] = ranges[i].initial;
        switches[allow_compatibility] = switches[force_compatibility] = true;
    }
};
Settings& settings() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Settings();
    return *all;
}

// CUfileDrvProps_t
struct Properties {
    unsigned major_version;
    unsigned minor_version;
    std::size_t poll_threshold;
    std::size_t direct_io;
    unsigned status_flags;
    unsigned control_flags;
    unsigned features;
    unsigned device_cache;
    unsigned buffer_cache;
    unsigned pinned;
    unsigned batch_size;
    unsigned batch_timeout;
};

bool is_number(int parameter) {
    return parameter >= 0 && parameter < number_count;
}
bool is_in_range(Number number, std::size_t value) {
    return value >= ranges[number].least && value <= ranges[number].most;
}

// Sets a limit that a program may change while the driver is open, in KiB, in whole pages.
Error set_limit(Number number, std::size_t kilobytes) {
    const MutexLock lock(settings().mutex);
    if (settings().uses == 0) return as_error(driver_not_initialized);
    if (!is_in_range(number, kilobytes) || kilobytes % 4 != 0) return as_error(unsupported_limit);
    settings().numbers[number] = kilobytes;
    return {};
}

template <typename Values, typename Value>
Error change(Values Settings::*values, int parameter, const Value& value) {
    const MutexLock lock(settings().mutex);
    if (settings().uses > 0) return as_error(driver_already_open);
    (settings().*values)[static_cast<std::size_t>(parameter)] = value;
    return {};
}

}  // namespace

void open_driver() {
    const MutexLock lock(settings().mutex);
    ++settings().uses;
}

bool close_driver() {
    const MutexLock lock(settings().mutex);
    if (settings().uses == 0) return false;
    --settings().uses;
    return true;
}

long driver_use_count() {
    const MutexLock lock(settings().mutex);
    return settings().uses;
}

RF_LIBRARY_FUNCTION(Error, cuFileDriverGetProperties)(Properties* properties) {
    constexpr unsigned allows_compatibility = 1U << 1;
    constexpr unsigned has_batches_and_streams = 1U << 1 | 1U << 2;
    if (properties == nullptr) return as_error(invalid_value);
    const MutexLock lock(settings().mutex);
    const auto numbers = settings().numbers;
    const auto small = [&](Number number) {
        return static_cast<unsigned>(std::min<std::size_t>(numbers[number], UINT32_MAX));
    };
    *properties = {.major_version = 0,
                   .minor_version = 0,
                   .poll_threshold = numbers[poll_threshold_kb],
                   .direct_io = numbers[direct_io_kb],
                   .status_flags = 0,
                   .control_flags = allows_compatibility | (settings().switches[poll_mode] ? 1U : 0U),
                   .features = has_batches_and_streams,
                   .device_cache = small(device_cache_kb),
                   .buffer_cache = small(buffer_cache_kb),
                   .pinned = small(pinned_kb),
                   .batch_size = small(batch_size),
                   .batch_timeout = small(batch_timeout_ms)};
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverSetPollMode)(bool poll, std::size_t threshold) {
    const Error done = set_limit(poll_threshold_kb, threshold);
    if (done.status != success) return done;
    const MutexLock lock(settings().mutex);
    settings().switches[poll_mode] = poll;
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverSetMaxDirectIOSize)(std::size_t kilobytes) {
    return set_limit(direct_io_kb, kilobytes);
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverSetMaxCacheSize)(std::size_t kilobytes) {
    return set_limit(device_cache_kb, kilobytes);
}
RF_LIBRARY_FUNCTION(Error, cuFileDriverSetMaxPinnedMemSize)(std::size_t kilobytes) {
    return set_limit(pinned_kb, kilobytes);
}

RF_LIBRARY_FUNCTION(Error, cuFileGetParameterSizeT)(int parameter, std::size_t* value) {
    if (!is_number(parameter) || value == nullptr) return as_error(invalid_value);
    const MutexLock lock(settings().mutex);
    *value = settings().numbers[static_cast<std::size_t>(parameter)];
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileGetParameterBool)(int parameter, bool* value) {
    if (parameter < 0 || parameter >= switch_count || value == nullptr) return as_error(invalid_value);
    const MutexLock lock(settings().mutex);
    *value = settings().switches[static_cast<std::size_t>(parameter)];
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileGetParameterString)(int parameter, char* text, int length) {
    if (parameter < 0 || parameter >= text_count || text == nullptr || length <= 0) return as_error(invalid_value);
    const MutexLock lock(settings().mutex);
    const std::string& value = settings().texts[static_cast<std::size_t>(parameter)];
    if (value.size() >= static_cast<std::size_t>(length)) return as_error(invalid_value);
    std::memcpy(text, value.c_str(), value.size() + 1);
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileGetParameterMinMaxValue)(int parameter, std::size_t* least, std::size_t* most) {
    if (!is_number(parameter) || least == nullptr || most == nullptr) return as_error(invalid_value);
    *least = ranges[static_cast<std::size_t>(parameter)].least;
    *most = ranges[static_cast<std::size_t>(parameter)].most;
    return {};
}
RF_LIBRARY_FUNCTION(Error, cuFileSetParameterSizeT)(int parameter, std::size_t value) {
    if (!is_number(parameter) || !is_in_range(static_cast<Number>(parameter), value)) return as_error(invalid_value);
    return change(&Settings::numbers, parameter, value);
}
RF_LIBRARY_FUNCTION(Error, cuFileSetParameterBool)(int parameter, bool value) {
    if (parameter < 0 || parameter >= switch_count) return as_error(invalid_value);
    return change(&Settings::switches, parameter, value);
}
RF_LIBRARY_FUNCTION(Error, cuFileSetParameterString)(int parameter, const char* text) {
    if (parameter < 0 || parameter >= text_count || text == nullptr) return as_error(invalid_value);
    return change(&Settings::texts, parameter, text);
}

}  // namespace ringfence::client::cufile
