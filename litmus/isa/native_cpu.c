/* What native texts of CPUs share: see the header. */
#include "litmus/isa/native_cpu.h"

#include <string.h>

enum { NONE = -1, STACK_POINTER = -2 };

cm_place cm_native_place(const cm_native_cpu *cpu)
{
    return cpu->thread->instructions[cpu->instruction].place;
}

static cm_place whole_test(const cm_native_cpu *cpu)
{
    return cm_test_place(cpu->test);
}

/* ---- registers ------------------------------------------------------- */

static cm_native_register *name_registers(cm_native_cpu *cpu)
{
    const cm_thread *thread = cpu->thread;
    cm_native_register *registers =
        CM_NEW_ARRAY(cpu->work->arena, (size_t)thread->register_count, cm_native_register);
    for (int i = 0; i < thread->register_count; i++) {
        int number = cpu->machine->number(thread->registers[i].name);
        if (number == STACK_POINTER)
            cm_fail(cpu->work, whole_test(cpu),
                    "thread P%d uses the stack pointer %s, which cannot be run, expected other "
                    "registers",
                    thread->id, thread->registers[i].name);
        if (number == NONE)
            continue;
        registers[i] = (cm_native_register){cpu->machine->names[number], 64};
        cpu->taken |= UINT32_C(1) << number;
    }
    return registers;
}

static const char *take_register(cm_native_cpu *cpu)
{
    const cm_native_machine *machine = cpu->machine;
    for (size_t i = 0; i < machine->preference_count; i++) {
        uint32_t bit = UINT32_C(1) << machine->preference[i];
        if (!(cpu->taken & bit)) {
            cpu->taken |= bit;
            return machine->names[machine->preference[i]];
        }
    }
    cm_fail(cpu->work, whole_test(cpu),
            "thread P%d uses too many registers, expected two to be left, and one for each "
            "location that its instructions name",
            cpu->thread->id);
}

const char *cm_native_address(cm_native_cpu *cpu, int location)
{
    if (!cpu->addresses[location])
        cpu->addresses[location] = take_register(cpu);
    return cpu->addresses[location];
}

static const char *const *preserved(const cm_native_cpu *cpu)
{
    const char **list = CM_NEW_ARRAY(cpu->work->arena, CM_NATIVE_MOST + 1, const char *);
    size_t count = 0;
    for (int i = 0; i < CM_NATIVE_MOST; i++)
        if (cpu->taken & cpu->machine->preserved & (UINT32_C(1) << i))
            list[count++] = cpu->machine->names[i];
    return list;
}

/* ---- labels ---------------------------------------------------------- */

static const char *label_name(const cm_native_cpu *cpu, int label)
{
    return cm_arena_printf(cpu->work->arena, ".L%s_%d", cpu->style->prefix, label);
}

const char *cm_native_label(const cm_native_cpu *cpu, const char *name, size_t length)
{
    for (int i = 0; i < cpu->thread->label_count; i++) {
        const char *known = cpu->thread->labels[i].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return label_name(cpu, i);
    }
    return NULL;
}

static void add_labels(cm_native_cpu *cpu)
{
    for (int i = 0; i < cpu->thread->label_count; i++)
        if (cpu->thread->labels[i].name[0] != ' ' && /* the model's own, after BL */
            cm_native_label_place(cpu->thread, i) == cpu->instruction)
            cm_text_append(&cpu->body, "%s:\n", label_name(cpu, i));
}

/* ---- the thread ------------------------------------------------------ */

static void add_body(cm_native_cpu *cpu, cm_native_writer *write)
{
    for (; cpu->instruction < cpu->thread->instruction_count; cpu->instruction++) {
        add_labels(cpu);
        if (cm_native_drops_fence(cpu->thread, cpu->instruction, cpu->style->changes))
            continue;
        cm_text_add_char(&cpu->body, '\t');
        write(cpu);
        cm_text_add_char(&cpu->body, '\n');
    }
    add_labels(cpu);
}

cm_native_cpu cm_native_cpu_open(cm_work *work, const cm_test *test, int thread,
                                 const cm_native_style *style, const cm_native_machine *machine)
{
    return (cm_native_cpu){.work = work,
                           .test = test,
                           .thread = &test->threads[thread],
                           .index = thread,
                           .style = style,
                           .machine = machine};
}

cm_native cm_native_cpu_thread(cm_native_cpu *cpu, const char *prologue, cm_native_writer *write)
{
    cm_arena *arena = cpu->work->arena;
    cpu->addresses = CM_NEW_ARRAY(arena, (size_t)cpu->test->location_count, const char *);
    cm_native native = {.registers = name_registers(cpu)};
    cpu->body = cm_text_new(arena);
    cm_text_add(&cpu->body, prologue);
    add_body(cpu, write);
    native.body = cpu->body.data;
    native.end = cm_arena_printf(arena, ".L%s_end", cpu->style->prefix);
    native.addresses = cpu->addresses;
    native.spare[0] = take_register(cpu);
    native.spare[1] = take_register(cpu);
    native.preserved = preserved(cpu);
    return native;
}
