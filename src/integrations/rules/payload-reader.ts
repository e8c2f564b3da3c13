import { isObject } from '../../kernel/json/json.ts'

/** Budget of payload members that all filters of one event may visit together: about 20 ms. */
export const MAX_FILTER_STEPS = 200_000

/** The filters of an event have used up their budget of steps. */
export class PayloadTooLarge extends Error {}

/** A lazily parsed payload that caches the members at each path for all filters. */
export class PayloadReader {
  readonly #parse: () => unknown
  readonly #members = new Map<string, readonly unknown[]>()
  #left = MAX_FILTER_STEPS

  constructor(parse: () => unknown) {
    this.#parse = parse
  }

  /**
   * Returns the non-null members at a path. A step into a list goes into all of its items, or into one by its index.
   * Each read counts. Throws `PayloadTooLarge`.
   */
  members(path: string): readonly unknown[] {
    const known = this.#members.get(path)
    const members = known ?? this.#find(path.split('.'))
    if (known === undefined) this.#members.set(path, members)
    this.spend(members.length)
    return members
  }

  /** Spends as many steps as visiting that many members. Throws `PayloadTooLarge`. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new PayloadTooLarge()
  }

  #find(steps: readonly string[]): unknown[] {
    let found: unknown[] = [this.#parse()]
    for (const step of steps) {
      const next: unknown[] = []
      for (const member of found) this.#stepInto(member, step, next)
      found = next
    }
    const members: unknown[] = []
    for (const member of found) this.#add(member, members)
    return members.filter((member) => member !== null && member !== undefined)
  }

  #stepInto(member: unknown, step: string, found: unknown[]): void {
    if (!Array.isArray(member)) {
      this.spend(1)
      if (isObject(member) && Object.hasOwn(member, step)) found.push(member[step])
      return
    }
    if (/^\d+$/.test(step)) found.push(member[Number(step)])
    else for (const item of member) if (!Array.isArray(item)) this.#stepInto(item, step, found)
  }

  /** The last member of a path is flattened if it is a list. */
  #add(member: unknown, members: unknown[]): void {
    this.spend(Array.isArray(member) ? member.length : 1)
    if (Array.isArray(member)) for (const item of member) members.push(item)
    else members.push(member)
  }
}
