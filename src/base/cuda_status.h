// CUDA's error numbers (CUresult): those that we return or look at.
#pragma once

#include <cstdint>

namespace ringfence::cuda_status {

using Status = std::int32_t;

constexpr Status success = 0;
constexpr Status invalid_value = 1;
constexpr Status out_of_memory = 2;
constexpr Status no_device = 100;
constexpr Status invalid_device = 101;
constexpr Status invalid_image = 200;
constexpr Status invalid_context = 201;
constexpr Status already_mapped = 208;
constexpr Status no_binary_for_gpu = 209;
constexpr Status not_mapped = 211;
constexpr Status ecc_uncorrectable = 214;
constexpr Status invalid_ptx = 218;
constexpr Status nvlink_uncorrectable = 220;
constexpr Status unsupported_ptx_version = 222;
constexpr Status contained = 226;
constexpr Status operating_system = 304;
constexpr Status invalid_handle = 400;
constexpr Status not_found = 500;
constexpr Status not_ready = 600;
constexpr Status illegal_address = 700;
constexpr Status launch_out_of_resources = 701;
constexpr Status launch_timeout = 702;
constexpr Status assert_failed = 710;
constexpr Status hardware_stack_error = 714;
constexpr Status illegal_instruction = 715;
constexpr Status misaligned_address = 716;
constexpr Status invalid_address_space = 717;
constexpr Status invalid_pc = 718;
constexpr Status launch_failed = 719;
constexpr Status cooperative_launch_too_large = 720;
constexpr Status tensor_memory_leak = 721;
constexpr Status not_supported = 801;
constexpr Status capture_unsupported = 900;
constexpr Status graph_update_failed = 910;
constexpr Status external_device = 911;
constexpr Status unknown = 999;

}  // namespace ringfence::cuda_status
