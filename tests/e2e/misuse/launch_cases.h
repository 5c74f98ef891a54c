// Launches, kernels' attributes, faults in kernels, devices.
#pragma once

#include "case.h"

static __global__ void __launch_bounds__(64) at_most_64(int* address) {
    *address = 1;
}

static __global__ void misaligned(char* address) {
    *reinterpret_cast<int*>(address + 1) = 1;
}

static __global__ void trapped() {
    __trap();
}

static __global__ void failed_assertion(int value) {
    if (value) asm("trap;");
}

inline void no_kernel() {}

inline int* word() {
    return static_cast<int*>(some_memory());
}

inline const Case launch_cases[] = {
    {"launch_no_blocks", [] { touch<<<0, 1>>>(word()), say(cudaGetLastError()), say(cudaGetLastError()); }},
    {"launch_no_threads", [] { touch<<<1, 0>>>(word()), say(cudaGetLastError()); }},
    {"launch_threads", [] { touch<<<1, 1025>>>(word()), say(cudaGetLastError()); }},
    {"launch_threads_product", [] { touch<<<1, dim3(64, 64)>>>(word()), say(cudaGetLastError()); }},
    {"launch_block_z", [] { touch<<<1, dim3(1, 1, 65)>>>(word()), say(cudaGetLastError()); }},
    {"launch_grid_x", [] { touch<<<0x80000000u, 1>>>(word()), say(cudaGetLastError()); }},
    {"launch_grid_y", [] { touch<<<dim3(1, 65536), 1>>>(word()), say(cudaGetLastError()); }},
    {"launch_grid_z", [] { touch<<<dim3(1, 1, 65536), 1>>>(word()), say(cudaGetLastError()); }},
    {"launch_bounds", [] { at_most_64<<<1, 65>>>(word()), say(cudaGetLastError()); }},
    {"launch_shared",
     [] {
         touch<<<1, 1, 48 * 1024 + 1>>>(word()), say(cudaGetLastError());
         touch<<<1, 1, std::size_t{1} << 31>>>(word()), say(cudaGetLastError());
     }},
    {"launch_keeps_error",
     [] {
         int* memory = word();
         touch<<<0, 1>>>(memory);
         say(cudaPeekAtLastError()), say(cudaDeviceSynchronize());
         touch<<<1, 1>>>(memory);
         say(cudaPeekAtLastError()), say(cudaGetLastError()), say(cudaGetLastError());
     }},
    {"launch_no_kernel",
     [] {
         void* arguments[] = {nullptr};
         say(cudaLaunchKernel(reinterpret_cast<void*>(no_kernel), dim3(1), dim3(1), arguments, 0, nullptr));
         say(cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), arguments, 0, nullptr));
     }},
    {"launch_configuration_null",
     [] {
         void* arguments[] = {nullptr};
         say(cudaLaunchKernelExC(nullptr, reinterpret_cast<void*>(touch), arguments));
     }},
    {"launch_cooperative_too_large",
     [] {
         int* memory = word();
         void* arguments[] = {&memory};
         say(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(touch), dim3(1000000), dim3(64), arguments, 0,
                                         nullptr));
     }},
    {"function_attributes",
     [] {
         cudaFuncAttributes attributes;
         say(cudaFuncGetAttributes(&attributes, reinterpret_cast<void*>(no_kernel)));
         say(cudaFuncGetAttributes(nullptr, reinterpret_cast<void*>(touch)));
         say(cudaFuncGetAttributes(&attributes, static_cast<void*>(nullptr)));
     }},
    {"function_set_attribute",
     [] {
         say(cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
         say(cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
         say(cudaFuncSetAttribute(touch, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
         say(cudaFuncSetAttribute(touch, static_cast<cudaFuncAttribute>(77), 1));
     }},
    {"occupancy",
     [] {
         int blocks = -1;
         say(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, touch, 0, 0));
         say(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, touch, 2048, 0));
         say(blocks);
         say(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, touch, 64, 0));
         say(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, no_kernel, 64, 0));
     }},
    {"fault_null",
     [] {
         touch<<<1, 1>>>(nullptr);
         say(cudaGetLastError()), say(cudaDeviceSynchronize()), say(cudaGetLastError()), say(cudaDeviceSynchronize());
     }},
    {"fault_sticky",
     [] {
         void *memory = some_memory(), *more = nullptr;
         cudaStream_t stream = new_stream();
         cudaEvent_t event = new_event();
         touch<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(0x40));
         say(cudaStreamSynchronize(stream)), say(cudaMalloc(&more, 16)), say(cudaFree(memory));
         say(cudaStreamQuery(stream)), say(cudaEventRecord(event, stream)), say(cudaEventQuery(event));
         say(cudaMemset(memory, 0, 16)), say(cudaStreamCreate(&stream)), say(cudaGetLastError());
         touch<<<1, 1>>>(static_cast<int*>(memory));
         say(cudaGetLastError()), say(cudaPeekAtLastError());
     }},
    {"fault_then_reset",
     [] {
         touch<<<1, 1>>>(nullptr);
         say(cudaDeviceSynchronize()), say(cudaDeviceReset()), say(cudaGetLastError());
         void* memory = nullptr;
         say(cudaMalloc(&memory, 16)), say(cudaDeviceSynchronize());
     }},
    {"fault_misaligned", [] { misaligned<<<1, 1>>>(static_cast<char*>(some_memory())), say(cudaDeviceSynchronize()); }},
    {"fault_trap", [] { trapped<<<1, 1>>>(), say(cudaDeviceSynchronize()), say(cudaDeviceSynchronize()); }},
    {"fault_in_event",
     [] {
         cudaEvent_t event = new_event();
         touch<<<1, 1>>>(nullptr);
         say(cudaEventRecord(event)), say(cudaEventSynchronize(event));
     }},
    {"fault_in_copy",
     [] {
         int value = 0;
         int* memory = word();
         failed_assertion<<<1, 1>>>(1);
         say(cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost));
     }},
    {"device_set", [] { say(cudaSetDevice(-1)), say(cudaSetDevice(1000)), say(cudaGetLastError()); }},
    {"device_null", [] { say(cudaGetDevice(nullptr)), say(cudaGetDeviceCount(nullptr)); }},
    {"device_properties",
     [] {
         cudaDeviceProp properties;
         say(cudaGetDeviceProperties(&properties, 1000)), say(cudaGetDeviceProperties(&properties, -1));
         say(cudaGetDeviceProperties(nullptr, 0));
     }},
    {"device_attribute",
     [] {
         int value = 0;
         say(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(100000), 0));
         say(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0));
         say(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1000));
         say(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
     }},
    {"device_limit",
     [] {
         std::size_t value = 0;
         say(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(100))),
             say(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
         say(cudaDeviceSetLimit(static_cast<cudaLimit>(100), 1));
     }},
    {"device_peer",
     [] {
         int can = -1;
         say(cudaDeviceCanAccessPeer(&can, 0, 0)), say(can), say(cudaDeviceCanAccessPeer(&can, 0, 1000));
         say(cudaDeviceEnablePeerAccess(0, 0)), say(cudaDeviceDisablePeerAccess(0)),
             say(cudaDeviceEnablePeerAccess(1000, 0));
     }},
    {"device_flags", [] { say(cudaSetDeviceFlags(0xfff00)); }},
    {"version_null", [] { say(cudaRuntimeGetVersion(nullptr)), say(cudaDriverGetVersion(nullptr)); }},
};
