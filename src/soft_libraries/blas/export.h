// How a function of the library's interface is declared: all else is hidden.
#pragma once

#define RINGFENCE_CUBLAS_EXPORT extern "C" __attribute__((visibility("default")))
