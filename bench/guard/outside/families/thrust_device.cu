// A call of each of Thrust's algorithms on the device, for int and double. Nobody runs it: families.py counts its
// kernels.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/unique.h>

struct Positive {
    template <typename T>
    __host__ __device__ bool operator()(T x) const {
        return x > T(0);
    }
};
struct Twice {
    template <typename T>
    __host__ __device__ auto operator()(T x) const {
        return x + x;
    }
};
struct Touch {
    template <typename T>
    __host__ __device__ void operator()(T& x) const {
        x += T(1);
    }
};
template <typename T>
struct One {
    __host__ __device__ T operator()() const { return T(1); }
};

template <typename T>
using Vector = thrust::device_vector<T>;

template <typename T>
void maps(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<int>& places) {
    thrust::for_each(a.begin(), a.end(), Touch());
    thrust::transform(a.begin(), a.end(), b.begin(), Twice());
    thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), thrust::plus<T>());
    thrust::transform_if(a.begin(), a.end(), b.begin(), Twice(), Positive());
    thrust::fill(a.begin(), a.end(), T(3));
    thrust::sequence(a.begin(), a.end());
    thrust::tabulate(a.begin(), a.end(), Twice());
    thrust::generate(a.begin(), a.end(), One<T>());
    thrust::copy(a.begin(), a.end(), b.begin());
    thrust::swap_ranges(a.begin(), a.end(), b.begin());
    thrust::reverse(a.begin(), a.end());
    thrust::reverse_copy(a.begin(), a.end(), b.begin());
    thrust::gather(places.begin(), places.end(), a.begin(), b.begin());
    thrust::gather_if(places.begin(), places.end(), places.begin(), a.begin(), b.begin());
    thrust::scatter(a.begin(), a.end(), places.begin(), b.begin());
    thrust::scatter_if(a.begin(), a.end(), places.begin(), places.begin(), b.begin());
    thrust::replace(a.begin(), a.end(), T(1), T(2));
    thrust::replace_if(a.begin(), a.end(), Positive(), T(2));
    thrust::replace_copy(a.begin(), a.end(), b.begin(), T(1), T(2));
    thrust::adjacent_difference(a.begin(), a.end(), b.begin());
    thrust::uninitialized_fill(a.begin(), a.end(), T(1));
    thrust::uninitialized_copy(a.begin(), a.end(), b.begin());
    thrust::shuffle(a.begin(), a.end(), thrust::default_random_engine());
}

template <typename T>
void sums(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<int>& places) {
    thrust::reduce(a.begin(), a.end());
    thrust::reduce(a.begin(), a.end(), T(0), thrust::maximum<T>());
    thrust::reduce_by_key(places.begin(), places.end(), a.begin(), places.begin(), b.begin());
    thrust::transform_reduce(a.begin(), a.end(), Twice(), T(0), thrust::plus<T>());
    thrust::inner_product(a.begin(), a.end(), b.begin(), T(0));
    thrust::count(a.begin(), a.end(), T(1));
    thrust::count_if(a.begin(), a.end(), Positive());
    thrust::min_element(a.begin(), a.end());
    thrust::max_element(a.begin(), a.end());
    thrust::minmax_element(a.begin(), a.end());
    thrust::inclusive_scan(a.begin(), a.end(), b.begin());
    thrust::exclusive_scan(a.begin(), a.end(), b.begin());
    thrust::inclusive_scan_by_key(places.begin(), places.end(), a.begin(), b.begin());
    thrust::exclusive_scan_by_key(places.begin(), places.end(), a.begin(), b.begin());
    thrust::transform_inclusive_scan(a.begin(), a.end(), b.begin(), Twice(), thrust::plus<T>());
    thrust::transform_exclusive_scan(a.begin(), a.end(), c.begin(), Twice(), T(0), thrust::plus<T>());
}

template <typename T>
void searches(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<int>& places) {
    thrust::find(a.begin(), a.end(), T(1));
    thrust::find_if(a.begin(), a.end(), Positive());
    thrust::find_if_not(a.begin(), a.end(), Positive());
    thrust::all_of(a.begin(), a.end(), Positive());
    thrust::any_of(a.begin(), a.end(), Positive());
    thrust::none_of(a.begin(), a.end(), Positive());
    thrust::equal(a.begin(), a.end(), b.begin());
    thrust::mismatch(a.begin(), a.end(), b.begin());
    thrust::lower_bound(a.begin(), a.end(), b.begin(), b.end(), places.begin());
    thrust::upper_bound(a.begin(), a.end(), b.begin(), b.end(), places.begin());
    thrust::binary_search(a.begin(), a.end(), b.begin(), b.end(), places.begin());
    thrust::lower_bound(a.begin(), a.end(), T(1));
    thrust::is_sorted(a.begin(), a.end());
    thrust::is_sorted_until(a.begin(), a.end());
    thrust::is_partitioned(a.begin(), a.end(), Positive());
    thrust::partition_point(a.begin(), a.end(), Positive());
    static_cast<void>(c);
}

template <typename T>
void orders(Vector<T>& a, Vector<T>& b, Vector<T>& c, Vector<int>& places) {
    thrust::sort(a.begin(), a.end());
    thrust::sort(a.begin(), a.end(), thrust::greater<T>());
    thrust::stable_sort(a.begin(), a.end());
    thrust::sort_by_key(a.begin(), a.end(), places.begin());
    thrust::stable_sort_by_key(a.begin(), a.end(), places.begin(), thrust::greater<T>());
    thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), places.begin(), places.begin(), c.begin(),
                         places.begin());
    thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), c.begin());
    thrust::unique(a.begin(), a.end());
    thrust::unique_copy(a.begin(), a.end(), b.begin());
    thrust::unique_by_key(places.begin(), places.end(), a.begin());
    thrust::unique_count(a.begin(), a.end());
    thrust::remove(a.begin(), a.end(), T(1));
    thrust::remove_if(a.begin(), a.end(), Positive());
    thrust::remove_copy_if(a.begin(), a.end(), b.begin(), Positive());
    thrust::copy_if(a.begin(), a.end(), b.begin(), Positive());
    thrust::partition(a.begin(), a.end(), Positive());
    thrust::stable_partition(a.begin(), a.end(), Positive());
    thrust::partition_copy(a.begin(), a.end(), b.begin(), c.begin(), Positive());
}

template <typename T>
void all() {
    Vector<T> a(1 << 20), b(1 << 20), c(1 << 21);
    Vector<int> places(1 << 20);
    maps(a, b, c, places);
    sums(a, b, c, places);
    searches(a, b, c, places);
    orders(a, b, c, places);
}

int main() {
    all<int>();
    all<double>();
    return 0;
}
