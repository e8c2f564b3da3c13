import { isUuid } from '../../kernel/ids.ts'
import { isObject } from '../../kernel/json/json.ts'

const UUID_LENGTH = 36

export type Replaced<Value> = {
  value: Value
  /** True if it contains ids without a record so far: of later lines, or of another system. */
  unknown: boolean
  failed: string | undefined
}

/** Maps the ids in the file to the ids in the target store. */
export class Ids {
  readonly #ids = new Map<string, string>()
  readonly #fresh = new Set<string>()
  readonly #failed = new Set<string>()

  add(from: string, to: string, fresh: boolean): void {
    this.#failed.delete(from)
    // Most kinds that keep their ids have the same id in both.
    this.#ids.set(from, to)
    if (fresh) this.#fresh.add(to)
  }

  fail(from: string): void {
    if (!this.#ids.has(from)) this.#failed.add(from)
  }

  find(from: string): string | undefined {
    return this.#ids.get(from)
  }

  isFresh(to: string): boolean {
    return this.#fresh.has(to)
  }

  /** Replaces the file's ids anywhere in a value by those of the store. */
  replace<Value>(value: Value): Replaced<Value> {
    const found: Omit<Replaced<Value>, 'value'> = { unknown: false, failed: undefined }
    const walk = (one: unknown): unknown => {
      if (Array.isArray(one)) return one.map(walk)
      if (isObject(one)) return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member)]))
      if (typeof one !== 'string' || one.length !== UUID_LENGTH || !isUuid(one)) return one
      const to = this.#ids.get(one)
      if (to !== undefined) return to
      if (this.#failed.has(one)) found.failed = one
      found.unknown = true
      return one
    }
    return { value: walk(value) as Value, ...found }
  }
}
