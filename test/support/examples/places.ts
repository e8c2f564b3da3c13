import type { Documented } from './operations.ts'

type Operations = readonly Documented[]

/** Ids in the requests and responses of a tour, keyed by the path that they appear in. */
export class Places {
  readonly #operations: Operations
  readonly #ids = new Map<string, string>()

  constructor(operations: Operations) {
    this.#operations = operations
  }

  /** Fills the path with the given values, or with those first seen there. Throws if a value is missing. */
  fill(template: string, given: Readonly<Record<string, string>> = {}): string {
    return template.replaceAll(/\{(\w+)\}/g, (_, name: string, index: number) => {
      const value = given[name] ?? this.#idAt(template.slice(0, index), name)
      if (value === undefined) throw new Error(`No ${name} is known for ${template}.`)
      return encodeURIComponent(value)
    })
  }

  knows(template: string): boolean {
    return [...template.matchAll(/\{(\w+)\}/g)].every(
      ({ index, 1: name = '' }) => this.#idAt(template.slice(0, index), name) !== undefined,
    )
  }

  /** Learns ids from the path of a request or of a created resource. */
  learn(address: string): void {
    const path = new URL(address, 'http://any.example').pathname
    const [found] = this.#operations
      .filter((operation) => patternOf(operation.path).test(path))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    const values = found === undefined ? [] : (patternOf(found.path).exec(path)?.slice(1) ?? [])
    for (const [index, place] of [...(found?.path ?? '').matchAll(/\{(\w+)\}/g)].entries()) {
      const [, name = ''] = place
      const value = decodeURIComponent(values[index] ?? '')
      for (const key of [keyOf(found?.path.slice(0, place.index) ?? '', name), name])
        if (!this.#ids.has(key)) this.#ids.set(key, value)
    }
  }

  #idAt(before: string, name: string): string | undefined {
    return this.#ids.get(keyOf(before, name)) ?? this.#ids.get(name)
  }
}

/** Nested resources have their own ids under each parent: addresses of customers and of accounts. */
function keyOf(before: string, name: string): string {
  return `${before}{${name}}`
}

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  patterns.set(template, pattern)
  return pattern
}
