// Objects in local memory that point to each other: a list, and virtual methods.
#include "check.h"

struct Item {
    int* number;
    Item* next;
};

__host__ __device__ __noinline__ void add_to_all(Item* item, int amount) {
    for (; item != nullptr; item = item->next)
        *item->number += amount;
}

__host__ __device__ int listed(int thread, int amount) {
    int a = thread, b = thread + 1, c = thread + 2;
    Item third{&c, nullptr};
    Item second{&b, &third};
    Item first{(thread & 1) != 0 ? &a : &c, &second};
    add_to_all(&first, amount);
    return a * 10000 + b * 100 + c;
}

struct Shape {
    __device__ explicit Shape(int size) : size(size) {}
    __device__ virtual int area() const = 0;
    int size;
};
struct Square : Shape {
    using Shape::Shape;
    __device__ int area() const override { return size * size; }
};
struct Strip : Shape {
    using Shape::Shape;
    __device__ int area() const override { return 3 * size; }
};

__device__ __noinline__ int total(const Shape* const* shapes, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum = sum * 7 + shapes[i]->area();
    return sum;
}

__global__ void lists(int* out, int amount) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    out[thread] = listed(thread, amount);
}

__global__ void shapes(int* out, int count) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const Square square(thread);
    const Strip strip(thread + 1);
    const Shape* all[3] = {&square, &strip, (thread & 2) != 0 ? static_cast<const Shape*>(&square) : &strip};
    out[thread] = total(all, count);
}

int main() {
    const int threads = 512;
    int* out = e2e::device_array<int>(threads);
    lists<<<4, 128>>>(out, 5);
    e2e::expect_each("lists", e2e::fetch(out, threads), [](auto i) { return listed(int(i), 5); });
    shapes<<<4, 128>>>(out, 3);
    e2e::expect_each("shapes", e2e::fetch(out, threads), [](auto i) {
        const int t = int(i), square = t * t, strip = 3 * (t + 1);
        return (square * 7 + strip) * 7 + ((t & 2) != 0 ? square : strip);
    });
    CHECK(cudaFree(out));
    return e2e::passed();
}
