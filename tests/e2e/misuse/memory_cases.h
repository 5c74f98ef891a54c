// Memory: allocation, copies, fills, symbols, attributes of pointers.
#pragma once

#include <vector>

#include "case.h"

static __device__ int variable[4];
static int host_variable[4];

inline const Case memory_cases[] = {
    {"malloc_null", [] { say(cudaMalloc(static_cast<void**>(nullptr), 16)), say(cudaGetLastError()); }},
    {"malloc_zero",
     [] {
         void* memory = &memory;
         say(cudaMalloc(&memory, 0)), say(memory == nullptr), say(cudaFree(memory));
     }},
    {"malloc_too_large",
     [] {
         void* memory = nullptr;
         say(cudaMalloc(&memory, std::size_t{1} << 50)), say(cudaGetLastError()), say(cudaMalloc(&memory, 16));
     }},
    {"malloc_all_bits",
     [] {
         void* memory = nullptr;
         say(cudaMalloc(&memory, ~std::size_t{0}));
     }},
    {"malloc_host_null", [] { say(cudaMallocHost(static_cast<void**>(nullptr), 16)); }},
    {"malloc_host_zero",
     [] {
         void* memory = &memory;
         say(cudaMallocHost(&memory, 0)), say(memory == nullptr), say(cudaFreeHost(memory));
     }},
    {"host_alloc_flags",
     [] {
         void* memory = nullptr;
         say(cudaHostAlloc(&memory, 16, 0x100));
     }},
    {"malloc_managed_flags",
     [] {
         void* memory = nullptr;
         say(cudaMallocManaged(&memory, 16, 0)), say(cudaMallocManaged(&memory, 16, 7));
     }},
    {"malloc_managed_zero",
     [] {
         void* memory = nullptr;
         say(cudaMallocManaged(&memory, 0));
     }},
    {"malloc_pitch_null",
     [] {
         void* memory = nullptr;
         std::size_t pitch = 0;
         say(cudaMallocPitch(&memory, static_cast<std::size_t*>(nullptr), 10, 10));
         say(cudaMallocPitch(static_cast<void**>(nullptr), &pitch, 10, 10));
     }},
    {"free_twice",
     [] {
         void* memory = some_memory();
         say(cudaFree(memory)), say(cudaFree(memory)), say(cudaGetLastError()), say(cudaGetLastError());
     }},
    {"free_inside", [] { say(cudaFree(static_cast<char*>(some_memory()) + 256)); }},
    {"free_stack",
     [] {
         int local = 0;
         say(cudaFree(&local));
     }},
    {"free_pinned",
     [] {
         void* memory = nullptr;
         must(cudaMallocHost(&memory, 4096));
         say(cudaFree(memory)), say(cudaFreeHost(memory));
     }},
    {"free_host_of_device", [] { say(cudaFreeHost(some_memory())); }},
    {"free_host_of_malloc",
     [] {
         std::vector<char> memory(4096);
         say(cudaFreeHost(memory.data()));
     }},
    {"free_null", [] { say(cudaFree(nullptr)), say(cudaFreeHost(nullptr)); }},
    {"memcpy_kind",
     [] {
         char local[16] = {};
         say(cudaMemcpy(some_memory(), local, 16, static_cast<cudaMemcpyKind>(9)));
         say(cudaMemcpy(some_memory(), local, 16, static_cast<cudaMemcpyKind>(-1)));
     }},
    {"memcpy_wrong_direction",
     [] {
         std::vector<char> host(16);
         say(cudaMemcpy(some_memory(), host.data(), 16, cudaMemcpyDeviceToHost));
         say(cudaMemcpy(host.data(), some_memory(), 16, cudaMemcpyHostToDevice));
         say(cudaMemcpy(host.data(), some_memory(), 16, cudaMemcpyDeviceToDevice));
     }},
    {"memcpy_null",
     [] {
         char local[16] = {};
         say(cudaMemcpy(nullptr, local, 16, cudaMemcpyHostToDevice));
         say(cudaMemcpy(local, nullptr, 16, cudaMemcpyDeviceToHost));
         say(cudaMemcpy(nullptr, local, 16, cudaMemcpyDefault));
     }},
    {"memcpy_nothing",
     [] {
         say(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
         say(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault));
         say(cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice, nullptr));
     }},
    {"memcpy_beyond_end",
     [] {
         static char host[64 << 20];
         void* memory = some_memory(2 << 20);
         say(cudaMemcpy(memory, host, 64 << 20, cudaMemcpyHostToDevice));
         say(cudaMemcpy(host, memory, 64 << 20, cudaMemcpyDeviceToHost));
     }},
    {"memcpy_freed",
     [] {
         char local[16] = {};
         void* memory = some_memory(64 << 20);
         must(cudaFree(memory));
         say(cudaMemcpy(memory, local, 16, cudaMemcpyHostToDevice));
     }},
    {"memcpy_2d_pitch",
     [] {
         std::vector<char> host(4096);
         void* memory = some_memory();
         say(cudaMemcpy2D(memory, 8, host.data(), 32, 16, 4, cudaMemcpyHostToDevice));
         say(cudaMemcpy2D(memory, 32, host.data(), 8, 16, 4, cudaMemcpyHostToDevice));
         say(cudaMemcpy2D(memory, std::size_t{1} << 40, host.data(), 32, 16, 1, cudaMemcpyHostToDevice));
         say(cudaMemcpy2D(memory, 8, host.data(), 8, 16, 0, cudaMemcpyHostToDevice));
     }},
    {"memcpy_3d_null", [] { say(cudaMemcpy3D(nullptr)); }},
    {"memcpy_3d_empty",
     [] {
         cudaMemcpy3DParms parameters = {};
         say(cudaMemcpy3D(&parameters));
         parameters.extent = make_cudaExtent(16, 1, 1);
         say(cudaMemcpy3D(&parameters));
     }},
    {"memset_null", [] { say(cudaMemset(nullptr, 0, 16)), say(cudaMemset(nullptr, 0, 0)); }},
    {"memset_stack",
     [] {
         std::vector<char> host(4096);
         say(cudaMemset(host.data(), 0, 16));
     }},
    {"memset_beyond_end", [] { say(cudaMemset(some_memory(2 << 20), 0, 64 << 20)); }},
    {"memset_2d_pitch", [] { say(cudaMemset2D(some_memory(), 8, 0, 16, 4)); }},
    {"symbol_host",
     [] {
         void* address = nullptr;
         std::size_t bytes = 0;
         int value = 0;
         say(cudaGetSymbolAddress(&address, host_variable)), say(cudaGetSymbolSize(&bytes, host_variable));
         say(cudaMemcpyToSymbol(host_variable, &value, sizeof(value)));
     }},
    {"symbol_bounds",
     [] {
         int value[8] = {};
         say(cudaMemcpyToSymbol(variable, value, 32)), say(cudaMemcpyToSymbol(variable, value, 8, 12));
         say(cudaMemcpyFromSymbol(value, variable, 4, 16)), say(cudaMemcpyFromSymbol(value, variable, 16));
     }},
    {"symbol_kind",
     [] {
         int value[4] = {};
         say(cudaMemcpyToSymbol(variable, value, 16, 0, cudaMemcpyDeviceToHost));
         say(cudaMemcpyFromSymbol(value, variable, 16, 0, cudaMemcpyHostToDevice));
     }},
    {"symbol_null",
     [] {
         void* address = nullptr;
         say(cudaGetSymbolAddress(&address, static_cast<const void*>(nullptr)));
         say(cudaGetSymbolAddress(static_cast<void**>(nullptr), variable));
     }},
    {"host_pointer_flags",
     [] {
         void *memory = nullptr, *address = nullptr;
         must(cudaMallocHost(&memory, 16));
         say(cudaHostGetDevicePointer(&address, memory, 1));
         say(cudaHostGetDevicePointer(&address, some_memory(), 0));
         say(cudaHostGetDevicePointer(static_cast<void**>(nullptr), memory, 0));
         say(cudaHostGetDevicePointer(&address, nullptr, 0));
     }},
    {"pointer_attributes_null",
     [] {
         cudaPointerAttributes attributes;
         say(cudaPointerGetAttributes(nullptr, some_memory())), say(cudaPointerGetAttributes(&attributes, nullptr));
     }},
    {"memory_info_null",
     [] {
         std::size_t bytes = 0;
         say(cudaMemGetInfo(nullptr, &bytes)), say(cudaMemGetInfo(&bytes, nullptr));
     }},
    {"pool_free_twice",
     [] {
         void* memory = nullptr;
         must(cudaMallocAsync(&memory, 4096, nullptr));
         say(cudaFreeAsync(memory, nullptr)), say(cudaFreeAsync(memory, nullptr)), say(cudaDeviceSynchronize());
     }},
    {"pool_free_other",
     [] {
         void* memory = some_memory();
         say(cudaFreeAsync(memory, nullptr)), say(cudaFreeAsync(nullptr, nullptr));
     }},
    {"pool_malloc_zero",
     [] {
         void* memory = nullptr;
         say(cudaMallocAsync(&memory, 0, nullptr)), say(cudaMallocAsync(static_cast<void**>(nullptr), 16, nullptr));
     }},
    {"pool_device",
     [] {
         cudaMemPool_t pool = nullptr;
         say(cudaDeviceGetDefaultMemPool(&pool, 1000)), say(cudaDeviceGetDefaultMemPool(nullptr, 0));
     }},
};
