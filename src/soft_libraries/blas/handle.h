// Handles and their settings.
#pragma once

#include "soft_libraries/blas/work.h"

namespace ringfence::soft_libraries::blas {

int create(Handle** h);
int destroy(Handle* h);
int set_workspace(const Handle* h);  // accepted, not used
int get_version(const Handle* h, int* number);
int get_property(int property, int* value);
bool is_math_mode(int mode);

template <class T>
int set(Handle* h, T Handle::*member, T value, bool valid) {
    if (const int status = refusal(h, {}, valid)) return status;
    h->*member = value;
    return cublas::success;
}

template <class T>
int get(const Handle* h, T Handle::*member, T* value) {
    if (const int status = refusal(h, {}, value)) return status;
    *value = h->*member;
    return cublas::success;
}

}  // namespace ringfence::soft_libraries::blas
