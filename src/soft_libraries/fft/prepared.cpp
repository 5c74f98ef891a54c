#include "soft_libraries/fft/prepared.h"

#include <cstdint>
#include <cstdlib>

#include "soft_libraries/fft/elements.h"

namespace ringfence::soft_libraries::fft {

namespace {

void* aligned(void* area) {
    const auto address = reinterpret_cast<std::uintptr_t>(area);
    return static_cast<std::byte*>(area) + (buffer_alignment - address % buffer_alignment) % buffer_alignment;
}

std::int64_t bytes_between_transforms(const Side& side, Number number) {
    return side.distance * side.numbers * static_cast<std::int64_t>(bytes_of(number));
}

}  // namespace

std::size_t work_area_bytes(const Problem& problem) {
    return packed_bytes(problem) + buffer_alignment;
}

void Prepared::Free::operator()(void* memory) const {
    std::free(memory);
}

Status Prepared::make(const Problem& problem, bool own_work_area, std::shared_ptr<const Prepared>& prepared) {
    if (!fftw_has_memory_for(packed_bytes(problem))) return Status::AllocFailed;
    std::shared_ptr<Prepared> made(new Prepared(problem));
    if (own_work_area) {
        made->own_area_.reset(std::malloc(work_area_bytes(problem)));
        if (made->own_area_ == nullptr) return Status::AllocFailed;
    }
    made->transform_ = plan_packed(problem.transform, problem.n);
    if (made->transform_ == nullptr) return Status::InternalError;
    prepared = std::move(made);
    return Status::Success;
}

void Prepared::run(Host& host, const void* input, void* output, int direction, void* work_area) const {
    const MutexLock lock(work_area_lock_);
    void* buffer = aligned(work_area != nullptr ? work_area : own_area_.get());
    const bool in_place = input == output;
    const Side& from = in_place ? problem_.input_in_place : problem_.input;
    const Side& to = in_place ? problem_.output_in_place : problem_.output;
    const Side packed_from = packed_input(problem_);
    const Side packed_to = packed_output(problem_);
    const Number number = problem_.transform.number;
    const auto* source = static_cast<const std::byte*>(input);
    auto* target = static_cast<std::byte*>(output);
    for (std::int64_t i = 0; i < problem_.batch && !host.is_unwanted(); ++i) {
        gather(number, source + i * bytes_between_transforms(from, number), from, buffer, packed_from);
        transform_->run(buffer, direction);
        scatter(number, buffer, packed_to, target + i * bytes_between_transforms(to, number), to);
    }
}

}  // namespace ringfence::soft_libraries::fft
