// One object for each thread, made when the thread first asks for it: for libraries that programs call until their very
// end.
//
// A thread_local with a destructor would be gone too early. Programs call us from destructors of their own
// thread_locals and globals, and from handlers at exit; they would find freed memory then, which may have another owner
// by now. Here the object of the thread that ends the process is never deleted, and that of any other thread only when
// all its thread_locals are gone. Should something still ask after that, there is a new one.
//
// All users of the same T get the same object: a separate use needs a struct of its own.
#pragma once

#include <pthread.h>

#include <memory>

namespace ringfence {

template <typename T>
class PerThread {
public:
    static T& get() {
        if (instance_ == nullptr) [[unlikely]]
            make();
        return *instance_;
    }

private:
    struct Key {
        pthread_key_t number = 0;
        // A process has at most 1,024. Without one the object stays when its thread ends.
        bool exists = ::pthread_key_create(&number, drop) == 0;
    };

    [[gnu::noinline]] static void make() {
        static const Key key;
        instance_ = std::make_unique<T>().release();
        if (key.exists) (void)::pthread_setspecific(key.number, instance_);
    }
    static void drop(void* object) {
        instance_ = nullptr;
        const std::unique_ptr<T> owner(static_cast<T*>(object));
    }

    static inline constinit thread_local T* instance_ = nullptr;
};

}  // namespace ringfence
