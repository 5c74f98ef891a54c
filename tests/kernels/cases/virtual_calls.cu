// Objects with virtual functions that are made, called and destroyed on the device, in places in global memory.
#include <new>

class Shape {
public:
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};

class Circle : public Shape {
public:
    __device__ explicit Circle(float radius) : radius_(radius) {}
    __device__ float area() const override { return 3.0f * radius_ * radius_; }

private:
    float radius_;
};

class Box : public Shape {
public:
    __device__ Box(float width, float height) : width_(width), height_(height) {}
    __device__ float area() const override { return width_ * height_; }
    __device__ int corners() const override { return 4; }

protected:
    float width_;
    float height_;
};

class Triangle final : public Box {
public:
    __device__ Triangle(float width, float height, unsigned* ended) : Box(width, height), ended_(ended) {}
    __device__ ~Triangle() override { atomicAdd(ended_, 1); }
    __device__ float area() const override { return 0.5f * Box::area(); }
    __device__ int corners() const override { return Box::corners() - 1; }

private:
    unsigned* ended_;
};

constexpr unsigned place = 64;

extern "C" __global__ void make(unsigned char* places, Shape** shapes, unsigned n, unsigned* ended) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    void* at = places + size_t(i) * place;
    const float size = float(i % 10) + 1;
    switch (i % 3) {
        case 0: shapes[i] = new (at) Circle(size); break;
        case 1: shapes[i] = new (at) Box(size, 2); break;
        default: shapes[i] = new (at) Triangle(size, 4, ended); break;
    }
}

extern "C" __global__ void ask(Shape* const* shapes, unsigned n, float* areas, int* corners) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    areas[i] = shapes[i]->area();
    corners[i] = shapes[i]->corners();
}

extern "C" __global__ void end(Shape* const* shapes, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) shapes[i]->~Shape();
}
