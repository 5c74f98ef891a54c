#include "client/libraries/cudnn_call.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "base/mutex.h"
#include "base/per_thread.h"
#include "channel/library_functions.h"

namespace ringfence::client::cudnn {
namespace {

constexpr std::size_t most_remembered = 4096;
constexpr int double_type = 1;

Mutex remembered_mutex;  // remembered()
std::map<std::vector<std::byte>, std::vector<std::byte>>& remembered() RF_REQUIRES(remembered_mutex) {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const answers = new std::map<std::vector<std::byte>, std::vector<std::byte>>();
    return *answers;
}

struct LastError {
    std::string text;
};

LibraryCall declared(Number number, void* handle) {
    return {Library::Cudnn, channel::first_declared_function + static_cast<std::uint32_t>(number), handle};
}

}  // namespace

std::string& last_error() {
    return PerThread<LastError>::get().text;
}

LibraryCall call_of(channel::cudnn::Function function, void* handle) {
    return {Library::Cudnn, static_cast<std::uint32_t>(function), handle};
}

std::vector<std::byte> Descriptor::bytes() const {
    std::vector<std::byte> all;
    for (const auto& [setter, arguments] : steps)
        append(all, channel::cudnn::Step{static_cast<std::uint32_t>(setter), arguments});
    return all;
}

std::optional<channel::LibraryArguments> Descriptor::find(Setter setter, std::size_t count) const {
    for (const auto& [known, arguments] : steps) {
        if (known != setter) continue;
        const auto read = channel::LibraryArguments::read(arguments, count);
        if (read.ok()) return read.value();
    }
    return std::nullopt;
}

int new_descriptor(Kind kind, void** made) {
    if (made == nullptr) return null_pointer;
    auto* descriptor = new Descriptor;
    descriptor->kind = kind;
    *made = descriptor;
    return success;
}

int drop_descriptor(Kind kind, void* descriptor) {
    auto* its = static_cast<Descriptor*>(descriptor);
    if (its == nullptr) return success;
    if (its->kind != kind) return bad_param;
    delete its;
    return success;
}

std::int64_t batch_of(const void* tensor) {
    constexpr std::size_t sizes_at = 2;
    if (tensor == nullptr) return -1;
    const auto shape = static_cast<const Descriptor*>(tensor)->find(Setter::cudnnSetTensorNdDescriptor, 4);
    std::int32_t sizes[2] = {};
    if (!shape || shape->copy(sizes_at).size() < sizeof sizes) return -1;
    std::memcpy(sizes, shape->copy(sizes_at).data(), sizeof sizes);
    return sizes[1];
}

std::int64_t sum_of(const void* integers, std::int64_t count) {
    if (integers == nullptr) return -1;
    std::int64_t all = 0;
    for (std::int64_t i = 0; i < count; ++i)
        all += static_cast<const std::int32_t*>(integers)[i];
    return all;
}

Arguments& Arguments::memory(const void* address) {
    frame_.add(address);
    return *this;
}

Arguments& Arguments::rank(int count, int most) {
    if (count < 1) refuse(bad_param);
    if (count > most) refuse(not_supported);
    return value(count);
}

Arguments& Arguments::between(double value, double lowest, double highest) {
    return value >= lowest && value <= highest ? *this : refuse(bad_param);
}

Arguments& Arguments::descriptor(const void* descriptor, Kind kind, bool is_optional) {
    const auto* its = static_cast<const Descriptor*>(descriptor);
    if (its == nullptr) {
        frame_.add(0);
        return is_optional ? *this : refuse(null_pointer);
    }
    if (its->kind != kind) refuse(bad_param);
    const std::vector<std::byte> steps = its->bytes();
    frame_.add_copy(steps.data(), steps.size());
    return *this;
}

Arguments& Arguments::scalar(const void* place, const void* tensor) {
    if (place == nullptr || tensor == nullptr) return refuse(null_pointer);
    const bool is_double = static_cast<const Descriptor*>(tensor)->data_type == double_type;
    frame_.add_copy(place, is_double ? sizeof(double) : sizeof(float));
    return *this;
}

Arguments& Arguments::element(const void* place, const void* tensor) {
    if (place == nullptr || tensor == nullptr) return refuse(null_pointer);
    const std::size_t bytes = channel::cudnn::data_bytes(static_cast<const Descriptor*>(tensor)->data_type);
    if (bytes == 0) return refuse(bad_param);
    frame_.add_copy(place, bytes);
    return *this;
}

Arguments& Arguments::fill(const void* place, int data_type) {
    const std::size_t bytes = channel::cudnn::data_bytes(data_type);
    if (place == nullptr || bytes == 0 || bytes > 16) {
        frame_.add(0);
    } else {
        frame_.add_copy(place, bytes);
    }
    return *this;
}

Arguments& Arguments::integers(const void* place, std::int64_t count, int lowest) {
    if (count < 0 || count > static_cast<std::int64_t>(channel::cudnn::most_integers)) refuse(bad_param);
    if (place == nullptr && count != 0) refuse(null_pointer);
    if (problem_ != success) return *this;
    const auto* integers = static_cast<const std::int32_t*>(place);
    const bool is_small = std::any_of(integers, integers + count, [&](std::int32_t one) { return one < lowest; });
    frame_.add_copy(place, static_cast<std::size_t>(count) * sizeof(std::int32_t));
    return is_small ? refuse(bad_param) : *this;
}

Arguments& Arguments::give(void* place, std::int64_t bytes) {
    if (bytes < 0 || bytes > static_cast<std::int64_t>(channel::cudnn::most_answer_bytes)) refuse(bad_param);
    if (problem_ != success) return *this;
    frame_.add(place != nullptr ? 1 : 0);
    if (place != nullptr) given_.emplace_back(place, static_cast<std::size_t>(bytes));
    return *this;
}

int Arguments::fill_descriptor(void* descriptor, Kind kind, Setter setter, int data_type) {
    auto* its = static_cast<Descriptor*>(descriptor);
    if (its == nullptr) return null_pointer;
    if (its->kind != kind) return bad_param;
    if (problem_ != success) return problem_;
    its->data_type = data_type;
    std::erase_if(its->steps, [&](const auto& step) { return step.first == setter; });
    its->steps.emplace_back(setter, frame_.bytes());
    return success;
}

int Arguments::submit(Number number, void* handle) {
    if (problem_ != success) return problem_;
    LibraryCall call = declared(number, handle);
    if (!call.is_open()) return not_initialized;
    const std::vector<std::byte> bytes = frame_.bytes();
    call.add_copy(bytes.data(), bytes.size());
    return call.finish();
}

int Arguments::wait(Number number, void* handle) {
    if (problem_ != success) return problem_;
    LibraryCall call = declared(number, handle);
    if (!call.is_open()) return not_initialized;
    const std::vector<std::byte> bytes = frame_.bytes();
    call.add_copy(bytes.data(), bytes.size());
    std::vector<std::byte> answer;
    const int status = call.wait(answer);
    return status == success ? copy_given(answer) : status;
}

int Arguments::ask(Number number, void* handle) {
    if (problem_ != success) return problem_;
    std::vector<std::byte> key = frame_.bytes();
    key.push_back(static_cast<std::byte>(number));
    {
        const MutexLock lock(remembered_mutex);
        if (const auto found = remembered().find(key); found != remembered().end()) return copy_given(found->second);
    }
    LibraryCall call = declared(number, handle);
    if (!call.is_open()) return not_initialized;
    call.add_copy(key.data(), key.size() - 1);
    std::vector<std::byte> answer;
    if (const int status = call.wait(answer); status != success) return status;
    const MutexLock lock(remembered_mutex);
    if (remembered().size() >= most_remembered) remembered().clear();
    remembered()[key] = answer;
    return copy_given(answer);
}

int Arguments::copy_given(const std::vector<std::byte>& answer) const {
    std::size_t at = 0;
    for (const auto& [place, bytes] : given_) {
        if (at + bytes > answer.size()) return bad_param;
        std::memcpy(place, answer.data() + at, bytes);
        at += (bytes + 7) / 8 * 8;
    }
    return success;
}

}  // namespace ringfence::client::cudnn
