// cudaGraphics*, cudaGL*, cudaVDPAU*. docs/graphics.md.
#include <map>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "base/mutex.h"
#include "client/driver/gl.h"
#include "client/driver/vdpau.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

CUgraphicsResource as_driver_resource(cudaGraphicsResource_t resource) {
    return reinterpret_cast<CUgraphicsResource>(resource);
}

template <typename Register>
cudaError_t register_object(cudaGraphicsResource_t* resource, Register&& enter) {
    if (resource == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        CUgraphicsResource made = nullptr;
        RF_CU(enter(made));
        *resource = reinterpret_cast<cudaGraphicsResource_t>(made);
        return CUDA_SUCCESS;
    });
}

// CUDA 2's way: buffers by OpenGL's own names.
class BufferObjects {
public:
    CUresult add(unsigned buffer) {
        const MutexLock lock(mutex_);
        if (by_name_.count(buffer) != 0) return CUDA_ERROR_ALREADY_MAPPED;
        CUgraphicsResource made = nullptr;
        RF_CU(driver::register_gl_buffer(buffer, 0, made));
        by_name_[buffer] = made;
        return CUDA_SUCCESS;
    }
    CUresult remove(unsigned buffer) {
        const MutexLock lock(mutex_);
        const auto found = by_name_.find(buffer);
        if (found == by_name_.end()) return CUDA_ERROR_INVALID_VALUE;
        CUgraphicsResource_st* const resource = found->second;
        by_name_.erase(found);
        return driver::cuGraphicsUnregisterResource(resource);
    }
    // Null, which is no resource, if it was not registered.
    CUgraphicsResource find(unsigned buffer) {
        const MutexLock lock(mutex_);
        const auto found = by_name_.find(buffer);
        return found == by_name_.end() ? nullptr : found->second;
    }

private:
    Mutex mutex_;
    std::map<unsigned, CUgraphicsResource> by_name_ RF_GUARDED_BY(mutex_);
};

BufferObjects& buffer_objects() {
    // Never destroyed: the program's own destructors may still call us.
    static BufferObjects* const instance = new BufferObjects();
    return *instance;
}

CUresult map_buffer(void** pointer, unsigned buffer, cudaStream_t stream) {
    CUgraphicsResource resource = buffer_objects().find(buffer);
    if (driver::cuGraphicsMapResources(1, &resource, stream) != CUDA_SUCCESS) return CUDA_ERROR_MAP_FAILED;
    CUdeviceptr address = 0;
    RF_CU(driver::cuGraphicsResourceGetMappedPointer_v2(&address, nullptr, resource));
    *pointer = reinterpret_cast<void*>(address);
    return CUDA_SUCCESS;
}

}  // namespace

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) {
    if (count < 0) return report(cudaErrorInvalidValue);
    return run([&] {
        return driver::cuGraphicsMapResources(static_cast<unsigned>(count),
                                              reinterpret_cast<CUgraphicsResource*>(resources), stream);
    });
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) {
    if (count < 0) return report(cudaErrorInvalidValue);
    return run([&] {
        return driver::cuGraphicsUnmapResources(static_cast<unsigned>(count),
                                                reinterpret_cast<CUgraphicsResource*>(resources), stream);
    });
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
    return run([&] { return driver::cuGraphicsUnregisterResource(as_driver_resource(resource)); });
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags) {
    return run([&] { return driver::cuGraphicsResourceSetMapFlags_v2(as_driver_resource(resource), flags); });
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** devPtr, std::size_t* size, cudaGraphicsResource_t resource) {
    return run([&]() -> CUresult {
        CUdeviceptr address = 0;
        RF_CU(driver::cuGraphicsResourceGetMappedPointer_v2(&address, size, as_driver_resource(resource)));
        if (devPtr != nullptr) *devPtr = reinterpret_cast<void*>(address);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                                  unsigned int arrayIndex, unsigned int mipLevel) {
    return run([&] {
        return driver::cuGraphicsSubResourceGetMappedArray(reinterpret_cast<CUarray*>(array),
                                                           as_driver_resource(resource), arrayIndex, mipLevel);
    });
}

cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t* mipmappedArray,
                                                        cudaGraphicsResource_t resource) {
    return run([&] {
        return driver::cuGraphicsResourceGetMappedMipmappedArray(reinterpret_cast<CUmipmappedArray*>(mipmappedArray),
                                                                 as_driver_resource(resource));
    });
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned int buffer, unsigned int flags) {
    return register_object(resource,
                           [&](CUgraphicsResource& made) { return driver::register_gl_buffer(buffer, flags, made); });
}

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned int image, unsigned int target,
                                        unsigned int flags) {
    return register_object(
        resource, [&](CUgraphicsResource& made) { return driver::register_gl_image(image, target, flags, made); });
}

// Whatever draws, the copies come here.
cudaError_t cudaGLGetDevices(unsigned int* pCudaDeviceCount, int* pCudaDevices, unsigned int cudaDeviceCount,
                             int deviceList) {
    constexpr int last_list = 3;
    if (pCudaDeviceCount == nullptr || deviceList < 1 || deviceList > last_list) return report(cudaErrorInvalidValue);
    if (cudaDeviceCount != 0 && pCudaDevices == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        driver::GlFunctions gl;
        RF_CU(driver::find_gl(gl));
        *pCudaDeviceCount = 1;
        if (cudaDeviceCount != 0) pCudaDevices[0] = 0;
        return CUDA_SUCCESS;
    });
}

// A device and a context of OpenGL's need no longer be made for each other.
cudaError_t cudaGLSetGLDevice(int device) {
    return cudaSetDevice(device);
}

cudaError_t cudaGLRegisterBufferObject(unsigned int bufObj) {
    return run([&] { return buffer_objects().add(bufObj); });
}

cudaError_t cudaGLUnregisterBufferObject(unsigned int bufObj) {
    return run([&] { return buffer_objects().remove(bufObj); });
}

cudaError_t cudaGLSetBufferObjectMapFlags(unsigned int bufObj, unsigned int flags) {
    return run([&] { return driver::cuGraphicsResourceSetMapFlags_v2(buffer_objects().find(bufObj), flags); });
}

cudaError_t cudaGLMapBufferObjectAsync(void** devPtr, unsigned int bufObj, cudaStream_t stream) {
    if (devPtr == nullptr) return report(cudaErrorInvalidValue);
    return run([&] { return map_buffer(devPtr, bufObj, stream); });
}

cudaError_t cudaGLMapBufferObject(void** devPtr, unsigned int bufObj) {
    return cudaGLMapBufferObjectAsync(devPtr, bufObj, nullptr);
}

cudaError_t cudaGLUnmapBufferObjectAsync(unsigned int bufObj, cudaStream_t stream) {
    return run([&] {
        CUgraphicsResource resource = buffer_objects().find(bufObj);
        const CUresult status = driver::cuGraphicsUnmapResources(1, &resource, stream);
        return status == CUDA_SUCCESS ? status : CUDA_ERROR_UNMAP_FAILED;
    });
}

cudaError_t cudaGLUnmapBufferObject(unsigned int bufObj) {
    // All of the thread's streams, and not only one.
    if (const cudaError_t status = cudaDeviceSynchronize(); status != cudaSuccess) return status;
    return cudaGLUnmapBufferObjectAsync(bufObj, nullptr);
}

cudaError_t cudaVDPAUGetDevice(int* device, unsigned int, void* vdpGetProcAddress) {
    if (device == nullptr || vdpGetProcAddress == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        *device = 0;
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaVDPAUSetVDPAUDevice(int device, unsigned int vdpDevice, void* vdpGetProcAddress) {
    if (vdpGetProcAddress == nullptr) return report(cudaErrorInvalidValue);
    if (const cudaError_t status = cudaSetDevice(device); status != cudaSuccess) return status;
    driver::use_vdpau(vdpDevice, reinterpret_cast<driver::VdpauFinder>(vdpGetProcAddress));
    return cudaSuccess;
}

cudaError_t cudaGraphicsVDPAURegisterOutputSurface(cudaGraphicsResource_t* resource, unsigned int vdpSurface,
                                                   unsigned int flags) {
    return register_object(
        resource, [&](CUgraphicsResource& made) { return driver::register_vdpau_output(vdpSurface, flags, made); });
}

cudaError_t cudaGraphicsVDPAURegisterVideoSurface(cudaGraphicsResource_t* resource, unsigned int vdpSurface,
                                                  unsigned int flags) {
    return register_object(
        resource, [&](CUgraphicsResource& made) { return driver::register_vdpau_video(vdpSurface, flags, made); });
}

}  // namespace ringfence::runtime
