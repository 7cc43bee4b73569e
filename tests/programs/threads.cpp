// Threads of C++: functions with arguments and with references, lambdas that capture.
#include <atomic>
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

#ifndef RELEASE
#define RELEASE std::memory_order_release
#endif
#ifndef LOCKS
#define LOCKS 1
#endif

static std::mutex mutex;
static int sum, data;
static std::atomic<bool> ready{false};
int locks = LOCKS;

static void add(int number)
{
    if (locks) {
        std::lock_guard<std::mutex> guard(mutex);
        sum += number;
    } else {
        sum += number;
    }
}

static void read(int &out)
{
    while (!ready.load(std::memory_order_acquire))
        ;
    out = data;
}

int main()
{
    int seen = 0, two = 2;
    std::thread adders[2];
    adders[0] = std::thread(add, 1);
    adders[1] = std::thread([&two] { add(two); });
    std::thread reader(read, std::ref(seen));
    data = 42;
    ready.store(true, RELEASE);
    for (std::thread &thread : adders)
        thread.join();
    reader.join();
    assert(sum == 3 && seen == 42);
}
