#include "softgpu/runtime/context.h"

#include <pthread.h>

#include <boost/context/detail/fcontext.hpp>

#include "base/sanitizers.h"

#if RINGFENCE_ASAN
#    include <sanitizer/asan_interface.h>
#    include <sanitizer/common_interface_defs.h>
#endif
#if RINGFENCE_TSAN
#    include <sanitizer/tsan_interface.h>
// Its record of calls belongs to the context, so a function must not be entered in one and left in another.
#    define RINGFENCE_SWITCHES __attribute__((no_sanitize("thread")))
#else
#    define RINGFENCE_SWITCHES
#endif

namespace ringfence::softgpu {
namespace {

namespace fcontext = boost::context::detail;

// Passed from the context that is left to the one that continues; lies on the stack of the former.
struct Handover {
    Context* from;
    Context* to;
};

RINGFENCE_SWITCHES [[gnu::always_inline]] inline void before_switch([[maybe_unused]] Context& from,
                                                                    [[maybe_unused]] Context& to) {
#if RINGFENCE_ASAN
    __sanitizer_start_switch_fiber(&from.fake_stack, to.stack, to.stack_bytes);
#endif
#if RINGFENCE_TSAN
    __tsan_switch_to_fiber(to.sanitizer, 0);
#endif
}

RINGFENCE_SWITCHES [[gnu::always_inline]] inline void after_switch(Context& self, fcontext::transfer_t transfer) {
    static_cast<Handover*>(transfer.data)->from->place = transfer.fctx;
#if RINGFENCE_ASAN
    __sanitizer_finish_switch_fiber(self.fake_stack, nullptr, nullptr);
    self.fake_stack = nullptr;
#else
    static_cast<void>(self);
#endif
}

// The stack's first words hold where to begin: a new context has nothing else that tells.
struct Beginning {
    Context* context;
    ContextEntry entry;
};

RINGFENCE_SWITCHES void begin(fcontext::transfer_t transfer) {
    Context& self = *static_cast<Handover*>(transfer.data)->to;
    after_switch(self, transfer);
    const Beginning* const beginning = reinterpret_cast<const Beginning*>(self.stack + self.stack_bytes) - 1;
    beginning->entry(self);
}

}  // namespace

void start_context(Context& context, ContextEntry entry, std::size_t top_offset) {
    forget_context(context);
    std::byte* const end = context.stack + context.stack_bytes;
    static_assert(sizeof(Beginning) % 16 == 0);
    *(reinterpret_cast<Beginning*>(end) - 1) = {&context, entry};
    const std::size_t above = sizeof(Beginning) + top_offset;
    context.place = fcontext::make_fcontext(end - above, context.stack_bytes - above, begin);
#if RINGFENCE_TSAN
    context.sanitizer = __tsan_create_fiber(0);
#endif
}

void adopt_thread(Context& context) {
#if RINGFENCE_ASAN
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void* stack = nullptr;
        pthread_attr_getstack(&attributes, &stack, &context.stack_bytes);
        context.stack = static_cast<std::byte*>(stack);
        pthread_attr_destroy(&attributes);
    }
#endif
#if RINGFENCE_TSAN
    context.sanitizer = __tsan_get_current_fiber();
#endif
    context.place = nullptr;
}

void forget_context(Context& context) {
    context.place = nullptr;
#if RINGFENCE_ASAN
    // The frames that were left behind are marked still.
    ASAN_UNPOISON_MEMORY_REGION(context.stack, context.stack_bytes);
    context.fake_stack = nullptr;
#endif
#if RINGFENCE_TSAN
    if (context.sanitizer != nullptr) __tsan_destroy_fiber(context.sanitizer);
    context.sanitizer = nullptr;
#endif
}

RINGFENCE_SWITCHES void switch_context(Context& from, Context& to) {
    Handover handover{&from, &to};
    before_switch(from, to);
    const fcontext::transfer_t transfer = fcontext::jump_fcontext(to.place, &handover);
    after_switch(from, transfer);
}

}  // namespace ringfence::softgpu
