// cuFile's numbers: what its functions answer.
#pragma once

#include <cstddef>

namespace ringfence::client::cufile {

enum Status : int {
    success = 0,
    driver_not_initialized = 5001,
    unsupported_limit = 5003,
    io_not_supported = 5008,
    cuda_driver_error = 5011,
    pointer_range_error = 5014,
    invalid_mapping_range = 5017,
    invalid_file_type = 5018,
    invalid_open_flag = 5019,
    invalid_value = 5022,
    memory_already_registered = 5023,
    driver_already_open = 5026,
    handle_not_registered = 5027,
    handle_already_registered = 5028,
    batch_full = 5037,
    async_not_supported = 5038,
};

// CUfileError_t
struct Error {
    int status;
    int cuda;
};

inline Error as_error(int status) {
    return {status, 0};
}

inline Error cuda_error(int status) {
    return {status == 0 ? success : cuda_driver_error, status};
}

// As large as a piece of a file that goes through pinned memory at once.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;

}  // namespace ringfence::client::cufile
