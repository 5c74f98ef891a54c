// The driver API.
#pragma once

#include "../programs/kernels_ptx.h"
#include "case.h"

inline CUfunction saxpy() {
    prepare();
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    must(cuModuleLoadData(&module, kernels_ptx));
    must(cuModuleGetFunction(&function, module, "saxpy"));
    return function;
}

inline const Case driver_cases[] = {
    {"driver_not_initialised",
     [] {
         int value = 0;
         CUcontext context = nullptr;
         CUdeviceptr memory = 0;
         say(cuDeviceGetCount(&value)), say(cuCtxGetCurrent(&context)), say(cuMemAlloc(&memory, 16));
         say(cuDriverGetVersion(&value)), say(cuCtxSynchronize());
     }},
    {"driver_init_flags", [] { say(cuInit(1)), say(cuInit(0)); }},
    {"driver_no_context",
     [] {
         must(cuInit(0));
         CUdeviceptr memory = 0;
         CUstream stream = nullptr;
         CUmodule module = nullptr;
         CUdevice device = -1;
         say(cuMemAlloc(&memory, 16)), say(cuStreamCreate(&stream, 0)), say(cuModuleLoadData(&module, kernels_ptx));
         say(cuCtxSynchronize()), say(cuCtxGetDevice(&device)), say(cuCtxPopCurrent(nullptr)), say(cuMemFree(0x1000));
     }},
    {"driver_device",
     [] {
         must(cuInit(0));
         CUdevice device = -1;
         int value = 0;
         char name[8];
         say(cuDeviceGet(&device, 1000)), say(cuDeviceGet(&device, -1)), say(cuDeviceGet(nullptr, 0));
         say(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1000));
         say(cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(100000), 0));
         say(cuDeviceGetName(nullptr, 10, 0)), say(cuDeviceGetName(name, 0, 0)), say(cuDeviceGetName(name, 8, 0));
     }},
    {"driver_context",
     [] {
         must(cuInit(0));
         CUcontext context = nullptr;
         say(cuDevicePrimaryCtxRetain(nullptr, 0)), say(cuDevicePrimaryCtxRetain(&context, 1000));
         say(cuDevicePrimaryCtxRelease(0)), say(cuCtxSetCurrent(nullptr)), say(cuCtxPushCurrent(nullptr));
         say(cuCtxDestroy(nullptr));
     }},
    {"driver_memory",
     [] {
         prepare();
         CUdeviceptr memory = 0;
         std::size_t pitch = 0;
         say(cuMemAlloc(nullptr, 16)), say(cuMemAlloc(&memory, 0)), say(cuMemAlloc(&memory, std::size_t{1} << 50));
         say(cuMemFree(0)), say(cuMemFree(0x1234)), say(cuMemAllocPitch(&memory, &pitch, 16, 16, 3));
         say(cuMemAllocPitch(&memory, &pitch, 0, 16, 4)), say(cuMemFreeHost(nullptr));
     }},
    {"driver_address_range",
     [] {
         CUdeviceptr base = 0;
         std::size_t bytes = 0;
         void* memory = some_memory(4096);
         say(cuMemGetAddressRange(&base, &bytes, address_of(memory) + 4095)), say(base == address_of(memory));
         say(int(bytes)), say(cuMemGetAddressRange(&base, &bytes, 0x1000)),
             say(cuMemGetAddressRange(nullptr, nullptr, address_of(memory)));
     }},
    {"driver_copy",
     [] {
         char local[16] = {};
         CUdeviceptr memory = address_of(some_memory());
         say(cuMemcpyHtoD(0, local, 16)), say(cuMemcpyDtoH(nullptr, memory, 16)),
             say(cuMemcpyHtoD(memory, nullptr, 16));
         say(cuMemcpyDtoD(memory, 0, 16)), say(cuMemcpyHtoD(memory, local, 0)), say(cuMemcpyHtoD(0, nullptr, 0));
         say(cuMemcpyDtoH(local, 0x1000, 16));
     }},
    {"driver_copy_2d",
     [] {
         prepare();
         say(cuMemcpy2D(nullptr));
         CUDA_MEMCPY2D copy = {};
         say(cuMemcpy2D(&copy));
         copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
         copy.srcDevice = copy.dstDevice = address_of(some_memory());
         copy.srcPitch = copy.dstPitch = 8;
         copy.WidthInBytes = 16;
         copy.Height = 2;
         say(cuMemcpy2D(&copy));
         copy.srcMemoryType = static_cast<CUmemorytype>(55);
         say(cuMemcpy2D(&copy));
     }},
    {"driver_memset",
     [] {
         CUdeviceptr memory = address_of(some_memory());
         say(cuMemsetD32(memory + 2, 0, 4)), say(cuMemsetD16(memory + 1, 0, 4)), say(cuMemsetD8(memory + 1, 0, 4));
         say(cuMemsetD32(0, 0, 4)), say(cuMemsetD8(memory, 0, 0)), say(cuMemsetD2D32(memory, 6, 0, 1, 2));
         say(cuMemsetD2D8(memory, 4, 0, 8, 2));
     }},
    {"driver_module",
     [] {
         prepare();
         CUmodule module = nullptr;
         CUfunction function = nullptr;
         CUdeviceptr address = 0;
         std::size_t bytes = 0;
         say(cuModuleLoadData(&module, ".version 8.0\n.target sm_80\n.address_size 64\nnonsense\n"));
         say(cuModuleLoadData(&module, "no PTX at all")), say(cuModuleLoadData(&module, ""));
         say(cuModuleLoadData(&module, nullptr)), say(cuModuleLoadData(nullptr, kernels_ptx));
         say(cuModuleLoad(&module, "/no/such/file.ptx"));
         must(cuModuleLoadData(&module, kernels_ptx));
         say(cuModuleGetFunction(&function, module, "missing")), say(cuModuleGetFunction(&function, module, ""));
         say(cuModuleGetFunction(nullptr, module, "saxpy")), say(cuModuleGetFunction(&function, module, nullptr));
         say(cuModuleGetGlobal(&address, &bytes, module, "missing")),
             say(cuModuleGetGlobal(nullptr, nullptr, module, "step"));
         say(cuModuleGetFunction(&function, nullptr, "saxpy")), say(cuModuleUnload(nullptr));
     }},
    {"driver_ptx_target",
     [] {
         prepare();
         CUmodule module = nullptr;
         say(cuModuleLoadData(&module, ".version 8.0\n.target sm_999\n.address_size 64\n"));
         say(cuModuleLoadData(&module, ".version 99.0\n.target sm_80\n.address_size 64\n"));
         say(cuModuleLoadData(&module, ".version 8.0\n.target sm_80\n.address_size 64\n"));
         say(cuModuleLoadData(&module,
                              ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func outside;\n"
                              ".visible .entry e() { call outside; ret; }\n"));
     }},
    {"driver_library",
     [] {
         prepare();
         CUlibrary library = nullptr;
         CUkernel kernel = nullptr;
         say(cuLibraryLoadData(&library, "no PTX", nullptr, nullptr, 0, nullptr, nullptr, 0));
         say(cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
         must(cuLibraryLoadData(&library, kernels_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
         say(cuLibraryGetKernel(&kernel, library, "missing")), say(cuLibraryGetKernel(nullptr, library, "saxpy"));
         say(cuLibraryGetKernel(&kernel, nullptr, "saxpy")), say(cuLibraryUnload(nullptr));
     }},
    {"driver_launch_shape",
     [] {
         CUfunction function = saxpy();
         CUdeviceptr memory = address_of(some_memory());
         float a = 1;
         unsigned count = 0;
         void* parameters[] = {&memory, &memory, &a, &count};
         const auto launch = [&](unsigned grid, unsigned grid_y, unsigned block, unsigned block_z, unsigned shared) {
             say(cuLaunchKernel(function, grid, grid_y, 1, block, 1, block_z, shared, nullptr, parameters, nullptr));
         };
         launch(0, 1, 1, 1, 0), launch(1, 0, 1, 1, 0), launch(1, 1, 0, 1, 0), launch(1, 1, 1, 0, 0);
         launch(1, 1, 1025, 1, 0), launch(1, 65536, 1, 1, 0), launch(1, 1, 1, 65, 0), launch(1, 1, 1, 1, 50000);
         launch(0x80000000u, 1, 1, 1, 0), launch(1, 1, 1, 1, 0), say(cuCtxSynchronize());
     }},
    {"driver_launch_parameters",
     [] {
         CUfunction function = saxpy();
         char buffer[24] = {};
         std::size_t bytes = sizeof(buffer), short_bytes = 8;
         void* whole[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                          CU_LAUNCH_PARAM_END};
         void* part[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &short_bytes,
                         CU_LAUNCH_PARAM_END};
         void* empty[] = {CU_LAUNCH_PARAM_END};
         void* unknown[] = {reinterpret_cast<void*>(0x77), buffer, CU_LAUNCH_PARAM_END};
         const auto launch = [&](void** parameters, void** extra) {
             say(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, extra));
         };
         void* values[] = {buffer, buffer, buffer, buffer};
         launch(nullptr, nullptr), launch(nullptr, whole), launch(nullptr, part), launch(nullptr, empty);
         launch(nullptr, unknown), launch(values, whole), say(cuCtxSynchronize());
     }},
    {"driver_launch_null",
     [] {
         prepare();
         say(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
     }},
    {"driver_function_attribute",
     [] {
         CUfunction function = saxpy();
         int value = 0;
         say(cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, function));
         say(cuFuncGetAttribute(&value, static_cast<CUfunction_attribute>(999), function));
         say(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 10));
         say(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
         say(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1));
     }},
    {"driver_stream",
     [] {
         prepare();
         CUstream stream = nullptr;
         say(cuStreamCreate(nullptr, 0)), say(cuStreamCreate(&stream, 0x10)), say(cuStreamDestroy(nullptr));
         say(cuStreamQuery(nullptr)), say(cuStreamSynchronize(nullptr)), say(cuStreamWaitEvent(nullptr, nullptr, 0));
     }},
    {"driver_event",
     [] {
         prepare();
         CUevent event = nullptr;
         float time = 0;
         say(cuEventCreate(nullptr, 0)), say(cuEventCreate(&event, 0x100)), say(cuEventDestroy(nullptr));
         must(cuEventCreate(&event, 0));
         say(cuEventQuery(event)), say(cuEventElapsedTime(&time, event, event)), say(cuEventRecord(nullptr, nullptr));
     }},
    {"driver_values",
     [] {
         CUdeviceptr memory = address_of(some_memory());
         say(cuStreamWriteValue32(nullptr, memory + 2, 1, 0)), say(cuStreamWriteValue32(nullptr, 0, 1, 0));
         say(cuStreamWriteValue64(nullptr, memory + 4, 1, 0)), say(cuStreamWriteValue32(nullptr, memory, 1, 0x40));
         say(cuStreamWaitValue32(nullptr, memory + 2, 0, CU_STREAM_WAIT_VALUE_GEQ)),
             say(cuStreamWaitValue32(nullptr, memory, 0, 77));
     }},
    {"driver_pointer_attribute",
     [] {
         unsigned value = 0;
         int local = 0;
         CUdeviceptr memory = address_of(some_memory());
         say(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory)), say(value);
         say(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address_of(&local)));
         say(cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
         say(cuPointerGetAttribute(&value, static_cast<CUpointer_attribute>(999), memory));
     }},
    {"driver_error_name",
     [] {
         const char* name = "";
         say(cuGetErrorName(static_cast<CUresult>(123456), &name)), say(name == nullptr);
         say(cuGetErrorName(CUDA_SUCCESS, nullptr)), say(cuGetErrorString(CUDA_ERROR_UNKNOWN, &name));
     }},
    {"driver_proc_address",
     [] {
         void* address = nullptr;
         CUdriverProcAddressQueryResult result = CU_GET_PROC_ADDRESS_SUCCESS;
         say(cuGetProcAddress("cuNoSuchFunction", &address, 13000, 0, &result)), say(result);
         say(cuGetProcAddress("cuGraphCreate", &address, 5000, 0, &result)), say(result);
         say(cuGetProcAddress(nullptr, &address, 13000, 0, &result)),
             say(cuGetProcAddress("cuInit", nullptr, 13000, 0, &result));
         say(cuGetProcAddress("cuInit", &address, 13000, 0x100, &result)),
             say(cuGetProcAddress("cuInit", &address, 13000, 0, nullptr));
     }},
};
