// Objects with virtual functions that are made, used and deleted on the device, with the device's own heap.
#include "check.h"

struct Shape {
    __device__ virtual ~Shape() {}
    __device__ virtual int area() const = 0;
};

struct Square : Shape {
    int side;
    __device__ explicit Square(int s) : side(s) {}
    __device__ int area() const override { return side * side; }
};

struct Rectangle : Shape {
    int width, height;
    __device__ Rectangle(int w, int h) : width(w), height(h) {}
    __device__ int area() const override { return width * height; }
};

__global__ void make(Shape** shapes, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    if (i % 2) {
        shapes[i] = new Square(i);
    } else {
        shapes[i] = new Rectangle(i, 3);
    }
}

__global__ void measure(Shape* const* shapes, int* areas, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) areas[i] = shapes[i] ? shapes[i]->area() : -1;
}

__global__ void destroy(Shape** shapes, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) delete shapes[i];
}

int main() {
    const int count = 500;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    std::size_t heap = 0;
    CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    EXPECT(heap >= 16 << 20, "the heap has %zu bytes", heap);
    Shape** shapes = e2e::device_array<Shape*>(count);
    int* areas = e2e::device_array<int>(count);
    for (int round = 0; round < 3; ++round) {
        make<<<4, 128>>>(shapes, count);
        measure<<<4, 128>>>(shapes, areas, count);
        destroy<<<4, 128>>>(shapes, count);
        CHECK(cudaDeviceSynchronize());
        e2e::expect_each("areas", e2e::fetch(areas, count), [](int i) { return i % 2 ? i * i : i * 3; });
    }
    CHECK(cudaFree(shapes));
    CHECK(cudaFree(areas));
    return e2e::passed();
}
