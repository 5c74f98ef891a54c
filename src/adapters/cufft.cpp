#include "adapters/cufft.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "adapters/call.h"
#include "adapters/fft_extent.h"
#include "base/cuda_status.h"
#include "channel/library_functions.h"

namespace ringfence::adapters {
namespace cufft_calls {

using channel::CufftFunction;
using channel::PlanShape;

constexpr int success = 0;
constexpr int invalid_type = 3;
constexpr int invalid_size = 8;
constexpr int not_supported = 16;

std::optional<FftSizes> embed_of(std::int32_t is_there, const std::int64_t (&sizes)[3]) {
    if (is_there == 0) return std::nullopt;
    return FftSizes{sizes[0], sizes[1], sizes[2]};
}

// Nothing: cuFFT has no such transform.
std::optional<FftPlan> plan_of(const PlanShape& shape) {
    const auto type = fft_type(shape.types.input, shape.types.output, shape.types.execution);
    if (!type || shape.rank < 1 || shape.rank > 3) return std::nullopt;
    FftPlan plan;
    plan.type = *type;
    plan.rank = shape.rank;
    plan.n = {shape.n[0], shape.n[1], shape.n[2]};
    plan.inembed = embed_of(shape.has_inembed, shape.inembed);
    plan.onembed = embed_of(shape.has_onembed, shape.onembed);
    plan.istride = shape.istride;
    plan.idist = shape.idist;
    plan.ostride = shape.ostride;
    plan.odist = shape.odist;
    plan.batch = shape.batch;
    return plan;
}

// Real numbers of 16 bits whose transforms or rows do not all begin where a complex number could: a card that reads two
// of them at once would end the context of all who share it.
bool may_be_misaligned(const FftPlan& plan) {
    if (plan.type.number_bytes != 2 || plan.type.kind == FftKind::ComplexToComplex) return false;
    return plan.inembed.has_value() || plan.n[static_cast<std::size_t>(plan.rank) - 1] % 2 != 0;
}

// The memory that a library may need for a plan: on a card for its tables, on the software GPU for the work area too.
// Sizes with large prime factors need most of it.
std::uint64_t memory_of(FftPlan plan, bool is_for_card) {
    const std::uint64_t times = is_for_card ? 1 : 16;
    plan.batch = 1;
    plan.inembed = plan.onembed = std::nullopt;
    const auto one = fft_extent(plan, true);
    const std::uint64_t bytes = one ? std::max(one->input, one->output) : UINT64_MAX;
    return bytes > UINT64_MAX / times ? UINT64_MAX : bytes * times;
}

// Plans are made and executed by the functions that take every type: cufftType has none for 16-bit numbers.
struct Functions {
    using Make = int(int, int, long long*, long long*, long long, long long, int, long long*, long long, long long, int,
                     long long, std::size_t*, int);

    explicit Functions(const LibraryFile& file)
        : create(file.function<int(int*)>("cufftCreate")),
          destroy(file.function<int(int)>("cufftDestroy")),
          make(file.function<Make>("cufftXtMakePlanMany")),
          set_stream(file.function<int(int, void*)>("cufftSetStream")),
          set_auto_allocation(file.function<int(int, int)>("cufftSetAutoAllocation")),
          set_work_area(file.function<int(int, void*)>("cufftSetWorkArea")),
          get_version(file.function<int(int*)>("cufftGetVersion")),
          get_property(file.function<int(int, int*)>("cufftGetProperty")),
          execute(file.function<int(int, void*, void*, int)>("cufftXtExec")),
          is_for_card(file.is_for_card()) {}

    bool are_whole() const {
        const bool has_areas = !is_for_card || (set_auto_allocation != nullptr && set_work_area != nullptr);
        return has_areas && create != nullptr && destroy != nullptr && make != nullptr && set_stream != nullptr &&
               execute != nullptr;
    }

    int (*create)(int*);
    int (*destroy)(int);
    Make* make;
    int (*set_stream)(int, void*);
    int (*set_auto_allocation)(int, int);
    int (*set_work_area)(int, void*);
    int (*get_version)(int*);
    int (*get_property)(int, int*);
    int (*execute)(int, void*, void*, int);
    bool is_for_card;  // the work area is given to the library; the software GPU's takes its own
};

// One of the library's; it counts as made when it has a number.
class RealPlan {
public:
    explicit RealPlan(const Functions& functions) : functions_(functions) {}
    RealPlan(const RealPlan&) = delete;
    RealPlan& operator=(const RealPlan&) = delete;
    ~RealPlan() {
        if (is_made_) (void)functions_.destroy(number_);
    }

    int make(const PlanShape& shape, std::size_t& work_size) {
        if (const int status = functions_.create(&number_); status != success) return status;
        is_made_ = true;
        if (functions_.is_for_card) {
            if (const int status = functions_.set_auto_allocation(number_, 0); status != success) return status;
        }
        PlanShape its = shape;  // the library takes pointers that are not const
        long long n[3] = {its.n[0], its.n[1], its.n[2]};
        long long inembed[3] = {its.inembed[0], its.inembed[1], its.inembed[2]};
        long long onembed[3] = {its.onembed[0], its.onembed[1], its.onembed[2]};
        return functions_.make(number_, its.rank, n, its.has_inembed != 0 ? inembed : nullptr, its.istride, its.idist,
                               its.types.input, its.has_onembed != 0 ? onembed : nullptr, its.ostride, its.odist,
                               its.types.output, its.batch, &work_size, its.types.execution);
    }
    int set_work_area(backend::Address area) const {
        return functions_.set_work_area(number_, reinterpret_cast<void*>(area));
    }
    int execute(void* stream, void* from, void* to, int direction) const {
        if (const int status = functions_.set_stream(number_, stream); status != success) return status;
        return functions_.execute(number_, from, to, direction);
    }

private:
    const Functions& functions_;
    int number_ = 0;
    bool is_made_ = false;
};

class Plan final : public Object {
public:
    explicit Plan(const Functions& functions) : Object(channel::Library::Cufft), real(functions) {}

    std::shared_ptr<Account::Holding> memory;  // work that waits on a stream needs it still when the plan is destroyed
    RealPlan real;
    std::size_t number_bytes = 4;
    FftExtent in_place;
    FftExtent out_of_place;

    // On a card. A program that is alone may give its own area; otherwise it could change what lies there.
    std::uint64_t area_bytes = 0;
    backend::Address area = 0;
    bool is_area_the_programs = false;
    std::shared_ptr<DeviceMemory> own_area;
};

class CufftAdapter final : public Adapter {
public:
    explicit CufftAdapter(const LibraryFile& file) : functions_(file) {}

    bool is_whole() const { return functions_.are_whole(); }

    Result<Answer> call(Caller& caller, std::uint32_t function, std::span<const std::byte> bytes) override {
        switch (static_cast<CufftFunction>(function)) {
            case CufftFunction::MakePlan: return make_plan(caller, bytes);
            case CufftFunction::GetSize: return get_size(caller, bytes);
            case CufftFunction::Destroy: return destroy(caller, bytes);
            case CufftFunction::SetStream: return set_stream(caller, bytes);
            case CufftFunction::Execute: return execute(caller, bytes);
            case CufftFunction::SetWorkArea: return set_work_area(caller, bytes);
            case CufftFunction::Version: return version(bytes);
        }
        return Error::bad_input(fmt::format("cuFFT has no function {}", function))
            .with_status(cuda_status::invalid_value);
    }

private:
    static Result<PlanShape> read_shape(const channel::LibraryArguments& arguments, std::size_t index) {
        const std::span<const std::byte> copy = arguments.copy(index);
        PlanShape shape;
        if (copy.size() != sizeof shape) {
            return Error::bad_input("a plan of another size").with_status(cuda_status::invalid_value);
        }
        std::memcpy(&shape, copy.data(), sizeof shape);
        return shape;
    }

    // Gives the library's status; also if nothing is known of how far the plan would reach.
    Result<int> prepare(Caller& caller, Plan& plan, const PlanShape& shape, std::size_t& work_size) const {
        const auto described = plan_of(shape);
        if (!described) return invalid_type;
        if (functions_.is_for_card && !caller.is_alone() && may_be_misaligned(*described)) return not_supported;
        const auto in_place = fft_extent(*described, true);
        const auto out_of_place = fft_extent(*described, false);
        if (!in_place || !out_of_place) return invalid_size;
        plan.number_bytes = described->type.number_bytes;
        plan.in_place = *in_place;
        plan.out_of_place = *out_of_place;
        RF_TRY(Account::Holding memory, caller.charge(memory_of(*described, functions_.is_for_card)));
        plan.memory = std::make_shared<Account::Holding>(std::move(memory));
        return plan.real.make(shape, work_size);
    }

    static Answer with_size(int status, std::size_t size) {
        Answer answer{.status = status};
        const std::uint64_t bytes = size;
        answer.bytes.resize(sizeof bytes);
        std::memcpy(answer.bytes.data(), &bytes, sizeof bytes);
        return answer;
    }

    Result<Answer> make_plan(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 2));
        RF_TRY(const PlanShape shape, read_shape(arguments, 1));
        auto plan = std::make_shared<Plan>(functions_);
        std::size_t size = 0;
        RF_TRY(const int status, prepare(caller, *plan, shape, size));
        if (status != success) return with_size(status, size);
        if (functions_.is_for_card) {
            plan->area_bytes = size;
            RF_TRY(const int given, give_area(caller, *plan, shape.has_own_area != 0));
            if (given != success) return with_size(given, size);
        }
        RF_RETURN_IF_ERROR(caller.insert(arguments.word(0), std::move(plan)));
        return with_size(status, size);
    }

    // Ours, unless the program brings its own and may.
    static Result<int> give_area(Caller& caller, Plan& plan, bool program_brings_it) {
        if (plan.area_bytes == 0 || (program_brings_it && caller.is_alone())) return success;
        RF_TRY(plan.own_area, caller.device_memory(plan.area_bytes));
        plan.area = plan.own_area->address;
        return plan.real.set_work_area(plan.area);
    }

    Result<Answer> set_work_area(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 2));
        Call call(caller, "cufftSetWorkArea", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cufft));
        auto& plan = static_cast<Plan&>(*object);
        if (!functions_.is_for_card || !caller.is_alone() || plan.area_bytes == 0) return Answer{};
        RF_RETURN_IF_ERROR(call.reaches(1, "workArea", static_cast<reach::Wide>(plan.area_bytes), 1));
        caller.retire(std::exchange(plan.own_area, nullptr));
        plan.area = arguments.word(1);
        plan.is_area_the_programs = true;
        return Answer{.status = plan.real.set_work_area(plan.area)};
    }

    Result<Answer> version(std::span<const std::byte> bytes) {
        RF_RETURN_IF_ERROR(channel::LibraryArguments::read(bytes, 0));
        channel::LibraryVersion version;
        Answer answer;
        if (functions_.get_version == nullptr || functions_.get_property == nullptr)
            return Answer{.status = invalid_type};
        answer.status = functions_.get_version(&version.number);
        for (int i = 0; i < 3 && answer.status == success; ++i)
            answer.status = functions_.get_property(i, &version.parts[i]);
        answer.bytes.resize(sizeof version);
        std::memcpy(answer.bytes.data(), &version, sizeof version);
        return answer;
    }

    Result<Answer> get_size(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        RF_TRY(const PlanShape shape, read_shape(arguments, 0));
        Plan plan(functions_);
        std::size_t size = 0;
        RF_TRY(const int status, prepare(caller, plan, shape, size));
        return with_size(status, size);
    }

    static Result<Answer> destroy(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 1));
        Call call(caller, "cufftDestroy", arguments);
        RF_RETURN_IF_ERROR(call.object(0, channel::Library::Cufft));
        (void)caller.remove(arguments.word(0));
        return Answer{};
    }

    static Result<Answer> set_stream(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 2));
        Call call(caller, "cufftSetStream", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cufft));
        object->stream = arguments.word(1);
        return Answer{};
    }

    // cuFFT wants real numbers, too, to be aligned as complex ones are. A card that finds them otherwise may end the
    // context of all who share it.
    static Result<void> check_alignment(Call& call, const Plan& plan) {
        if (call.caller().is_alone()) return {};
        RF_RETURN_IF_ERROR(call.aligned(1, "idata", 2 * plan.number_bytes));
        return call.aligned(2, "odata", 2 * plan.number_bytes);
    }

    // The program may have freed its area since, or never have given one.
    static Result<void> check_area(Call& call, const Plan& plan) {
        if (plan.area_bytes == 0 || plan.own_area) return {};
        if (!plan.is_area_the_programs)
            return call.refused("plan", "has no work area: cufftSetWorkArea was not called");
        if (const auto checked = call.caller().check(plan.area, plan.area_bytes); !checked.ok())
            return call.refused("workArea", checked.error().message);
        return {};
    }

    Result<Answer> execute(Caller& caller, std::span<const std::byte> bytes) {
        RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, 4));
        Call call(caller, "cufftExec", arguments);
        RF_TRY(Object * object, call.object(0, channel::Library::Cufft));
        auto& plan = static_cast<Plan&>(*object);
        const bool is_in_place = arguments.word(1) == arguments.word(2);
        const FftExtent& extent = is_in_place ? plan.in_place : plan.out_of_place;
        const std::size_t number = plan.number_bytes;
        RF_RETURN_IF_ERROR(call.reaches(1, "idata", extent.input / number, number));
        RF_RETURN_IF_ERROR(call.reaches(2, "odata", extent.output / number, number));
        if (functions_.is_for_card) {
            RF_RETURN_IF_ERROR(check_alignment(call, plan));
            RF_RETURN_IF_ERROR(check_area(call, plan));
        }
        caller.uses(plan.own_area);
        RF_TRY(backend::Stream * stream, caller.begin_work(plan.stream));
        const int direction = arguments.i32(3) < 0 ? -1 : 1;
        const int status = plan.real.execute(stream->native(), call.pointer(1), call.pointer(2), direction);
        // Dropped when the stream has come there. On a card the plan itself is kept for so long (Caller::remove).
        if (status == success && !functions_.is_for_card)
            RF_RETURN_IF_ERROR(stream->call_host([memory = plan.memory] {}));
        return Answer{.status = status};
    }

    Functions functions_;
};

}  // namespace cufft_calls

Result<std::unique_ptr<Adapter>> make_cufft(const LibraryFile& file) {
    auto adapter = std::make_unique<cufft_calls::CufftAdapter>(file);
    if (!adapter->is_whole()) return Error::bad_input("this is no cuFFT: it lacks functions that every one has");
    return std::unique_ptr<Adapter>(std::move(adapter));
}

}  // namespace ringfence::adapters
