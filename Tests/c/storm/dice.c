/* Dice: splitmix64. */
#include "dice.h"

struct dice make_dice(uint64_t seed, uint64_t number)
{
    struct dice dice = {seed * UINT64_C(0x9e3779b97f4a7c15) + number * UINT64_C(0xd1b54a32d192ed03)};
    return dice;
}

uint32_t roll(struct dice *dice, uint32_t sides)
{
    uint64_t mixed = dice->state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((mixed ^ mixed >> 31) % sides);
}

bool is_one_in(struct dice *dice, uint32_t rolls)
{
    return roll(dice, rolls) == 0;
}
