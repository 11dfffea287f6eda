/* Numbers that look like chance, and come again with their seed. */
#ifndef DICE_H
#define DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state;
};

/* Dice of their own for each number, under one seed. */
struct dice make_dice(uint64_t seed, uint64_t number);

/* A number from 0 to sides - 1. */
uint32_t roll(struct dice *dice, uint32_t sides);

/* True once in `rolls` times. */
bool is_one_in(struct dice *dice, uint32_t rolls);

#endif
