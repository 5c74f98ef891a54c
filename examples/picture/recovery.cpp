#include <cstdio>
#include <numeric>

#include "pictures.h"

namespace ringfence::example {
namespace {

constexpr std::int32_t places_in_buffer = 1000;

Result<void> shift(Gpu& gpu, backend::Address from, backend::Address to, std::int32_t count) {
    RF_RETURN_IF_ERROR(
        gpu.launch("shift_up", {blocks(static_cast<std::uint32_t>(count), 256), 1, 1}, {256, 1, 1}, from, to, count));
    return gpu.wait();
}

}  // namespace

Result<void> show_recovery(const Places& places) {
    RF_TRY(const std::unique_ptr<Gpu> gpu, Gpu::open(places, "shift.ptx"));
    std::vector<std::int32_t> numbers(places_in_buffer);
    std::iota(numbers.begin(), numbers.end(), 1);
    RF_TRY(const backend::Address from, gpu->upload(numbers));
    RF_TRY(const backend::Address to, gpu->upload(std::vector<std::int32_t>(places_in_buffer)));

    const Result<void> bad = shift(*gpu, from, to, places_in_buffer);
    if (bad.ok()) return Error::internal("the bug was not caught");
    std::printf("launch 1, of 1000 numbers: %s\n",
                bad.error().message.substr(0, bad.error().message.find('\n')).c_str());

    RF_RETURN_IF_ERROR(gpu->clear(to, places_in_buffer * sizeof(std::int32_t)));
    RF_RETURN_IF_ERROR(shift(*gpu, from, to, places_in_buffer - 1));
    RF_TRY(const std::vector<std::int32_t> moved, gpu->download<std::int32_t>(to, places_in_buffer));
    for (std::size_t i = 0; i < moved.size(); ++i)
        if (moved[i] != static_cast<std::int32_t>(i)) return Error::internal("the second launch gave wrong numbers");
    std::printf("launch 2, of 999 numbers: fine, and all of them are right\n");
    return {};
}

}  // namespace ringfence::example
