#include "backend/cuda/word_copies.h"

#include <atomic>

#include "backend/text.h"

namespace ringfence::backend::cuda {
namespace {

class WordCopies final : public WordReader {
public:
    explicit WordCopies(const Context& context) : context_(context) {}
    ~WordCopies() override {
        if (stream_ != nullptr) context_.api().stream_destroy(stream_);
        if (copy_.host != nullptr) context_.mark_words().give_back(copy_);
    }
    WordCopies(const WordCopies&) = delete;
    WordCopies& operator=(const WordCopies&) = delete;

    bool is_near(Address address) const override { return context_.host_halves().contain(address); }

    Result<std::uint64_t> read(Address address, unsigned bytes) override {
        if (!is_near(address)) return copy(address, bytes);
        if (bytes == 8) return load<std::uint64_t>(address);
        return std::uint64_t{load<std::uint32_t>(address)};
    }

private:
    template <typename T>
    static T load(Address address) {
        return std::atomic_ref<T>(*reinterpret_cast<T*>(address)).load(std::memory_order_acquire);
    }

    Result<std::uint64_t> copy(Address address, unsigned bytes) {
        RF_RETURN_IF_ERROR(prepare());
        const DriverApi& api = context_.api();
        copy_.host->store(0);
        Status status = api.copy_to_host(copy_.host, address, bytes, stream_);
        if (status == status::success) status = api.stream_synchronize(stream_);
        RF_RETURN_IF_ERROR(context_.check(status, [&] { return "read a word of " + bytes_at(bytes, address); }));
        return copy_.host->load();
    }

    Result<void> prepare() {
        if (copy_.host == nullptr) {
            RF_TRY(copy_, context_.mark_words().take(context_));
        }
        if (stream_ != nullptr) return {};
        return context_.check(context_.api().stream_create(&stream_, stream_non_blocking, 0), "create a stream");
    }

    const Context& context_;
    StreamHandle stream_ = nullptr;
    MarkWords::Word copy_;
};

}  // namespace

std::unique_ptr<WordReader> make_word_reader(const Context& context) {
    return std::make_unique<WordCopies>(context);
}

}  // namespace ringfence::backend::cuda
