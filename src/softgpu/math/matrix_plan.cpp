#include "softgpu/math/matrix_plan.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace ringfence::softgpu::math {
namespace {

constexpr unsigned bits_per_word = 32;

FragmentPlan make_fragment(const MmaSpec& spec, MatrixRole role, unsigned first_word) {
    const bool single_bits = spec.element(role) == Element::B1;
    const unsigned per_place = single_bits ? bits_per_word : 1;
    const unsigned k = spec.k / per_place;
    FragmentPlan plan;
    plan.bits = element_bits(spec.element(role)) * per_place;
    plan.first_word = first_word;
    plan.lines = role == MatrixRole::B ? spec.n : spec.m;
    plan.length = role == MatrixRole::A || role == MatrixRole::B ? k : spec.n;
    const unsigned held = fragment_elements(spec, role) / per_place;
    plan.per_lane = spec.is_quad_pairs() ? held : std::min(held, plan.size() / warp_lanes);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        for (unsigned i = 0; i < plan.per_lane; ++i) {
            const Position at = element_position(spec, role, lane, i * per_place);
            const unsigned line = role == MatrixRole::B ? at.column : at.row;
            const unsigned index = (role == MatrixRole::B ? at.row : at.column) / per_place;
            plan.places.push_back(static_cast<std::uint16_t>(line * plan.length + index));
        }
    }
    return plan;
}

MmaPlan make_plan(const MmaSpec& spec) {
    const unsigned b_word = fragment_words(spec, MatrixRole::A);
    const unsigned c_word = b_word + fragment_words(spec, MatrixRole::B);
    return {make_fragment(spec, MatrixRole::A, 0), make_fragment(spec, MatrixRole::B, b_word),
            make_fragment(spec, MatrixRole::C, c_word), make_fragment(spec, MatrixRole::D, 0)};
}

}  // namespace

const MmaPlan& plan_of(const MmaSpec& spec) {
    thread_local std::unordered_map<std::uint64_t, std::unique_ptr<const MmaPlan>> plans;
    std::unique_ptr<const MmaPlan>& plan = plans[spec.bits()];
    if (plan == nullptr) plan = std::make_unique<const MmaPlan>(make_plan(spec));
    return *plan;
}

}  // namespace ringfence::softgpu::math
