/** Chance that the same seed repeats. */
export type Chance = {
  /** From 0 until before 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** Throws when there is nothing to pick. */
  pick<Of>(some: readonly Of[]): Of
  /** One of the names; those with more weight more often. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** Mulberry32: good enough to play with. `seed` is a whole number. */
export function makeChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick(some) {
      const [first] = some.slice(whole(0, some.length - 1))
      if (first === undefined) throw new Error('There is nothing to pick from.')
      return first
    },
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries<number>(weights) as [Name, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const found = entries.find(([, weight]) => {
        rest -= weight
        return rest < 0
      })
      const [name] = found ?? entries.at(-1) ?? []
      if (name === undefined) throw new Error('There is nothing to pick from.')
      return name
    },
  }
}
