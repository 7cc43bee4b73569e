/* What a memory or a link can give at most, as far as the machine tells. */
#include "hwrun/probe/probe_part.h"

#include <ctype.h>
#include <stdio.h>

/* The first number in a file of the kernel's about the GPU's place on the bus; 0: none. */
static double read_fact(const char *pci, const char *name)
{
    char path[160], id[32];
    double value = 0;
    size_t i = 0;
    for (; pci[i] && i + 1 < sizeof id; i++)
        id[i] = (char)tolower((unsigned char)pci[i]);
    id[i] = 0;
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/%s", id, name);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf", &value) != 1)
        value = 0;
    if (file)
        (void)fclose(file);
    return value;
}

/* GT/s of a lane, of which from PCIe 3.0 on 128 of 130 bits are data (PCI Express Base
 * Specification, "Encoding"); one way. */
static double link_bound(const cm_gpu_info *gpu)
{
    double speed = read_fact(gpu->pci, "max_link_speed");
    double lanes = read_fact(gpu->pci, "max_link_width");
    return speed >= 8 && lanes >= 1 && lanes <= 32 ? speed * lanes * 128 / 130 / 8 : 0;
}

double cm_probe_bound(const cm_gpu_info *gpu, cm_probe_memory memory)
{
    switch (memory.kind) {
    case CM_MEMORY_DEVICE:
    case CM_MEMORY_VMM:
    case CM_MEMORY_MANAGED_GPU:
        /* Two transfers in a cycle of the memory's clock. */
        return (double)gpu->memory_clock_khz * 1e3 * 2 * gpu->memory_bus_bits / 8 * 1e-9;
    case CM_MEMORY_HUGE:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_PINNED:
    case CM_MEMORY_WRITE_COMBINED:
    case CM_MEMORY_MANAGED_CPU:
        return gpu->host_native_atomics ? 0 : link_bound(gpu); /* else it is no PCIe */
    default:
        return 0;
    }
}
