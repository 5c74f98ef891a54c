#include "client/driver/read_image.h"

#include "base/file.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t largest_image = std::size_t{2} << 30;

}  // namespace

CUresult read_image(const std::string& path, std::vector<std::byte>& contents) {
    const auto text = read_file(path, largest_image);
    if (!text.ok()) return CUDA_ERROR_FILE_NOT_FOUND;
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.value().data());
    contents.assign(bytes, bytes + text.value().size());
    return contents.empty() ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
}

}  // namespace ringfence::driver
