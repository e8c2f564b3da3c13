/** A pseudorandom generator; the same seed gives the same sequence. */
export type Random = {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Throws for an empty array. */
  pick<Of>(some: readonly Of[]): Of
  /** Picks a name with a probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** Mulberry32: good enough for a simulation. `seed` is an integer. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick(some) {
      const [first] = some.slice(integer(0, some.length - 1))
      if (first === undefined) throw new Error('Cannot pick from an empty array.')
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
      if (name === undefined) throw new Error('Cannot pick without weights.')
      return name
    },
  }
}
