import type { Operation } from './operations.ts'

/** Number of latest ids kept for each parameter. */
const MAX_KEPT = 30

type Template = { pattern: RegExp; names: string[] }

/** Known values of each path parameter, learned from responses. */
export class KnownIds {
  readonly #templates: Template[]
  readonly #ids = new Map<string, string[]>()
  readonly #excluded = new Set<string>()

  constructor(operations: readonly Operation[]) {
    const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => path.includes('{'))
    this.#templates = paths.map(templateOf)
  }

  /** Ids of a parameter, the newest last. */
  of(name: string): readonly string[] {
    return this.#ids.get(name) ?? []
  }

  /** Never uses this id again. */
  exclude(id: string): void {
    this.#excluded.add(id)
  }

  /** Learns every address in a response. */
  learn(body: unknown): void {
    const open = [body]
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (typeof value === 'string' && value.includes('://')) this.#learnAddress(value)
      else if (typeof value === 'object' && value !== null)
        for (const inner of Object.values(value)) if (isWorthALook(inner)) open.push(inner)
    }
  }

  #learnAddress(address: string): void {
    const path = URL.parse(address)?.pathname ?? ''
    for (const { pattern, names } of this.#templates) {
      const found = pattern.exec(path)
      for (const [index, name] of names.entries()) {
        const id = found?.[index + 1]
        if (id !== undefined && !this.#excluded.has(id)) this.#add(name, id)
      }
    }
  }

  #add(name: string, id: string): void {
    const ids = this.#ids.get(name) ?? []
    if (!ids.includes(id)) this.#ids.set(name, [...ids, id].slice(-MAX_KEPT))
  }
}

function isWorthALook(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null)
}

function templateOf(path: string): Template {
  const pieces = path.split(/\{(\w+)\}/)
  const names = pieces.filter((_, index) => index % 2 === 1)
  const source = pieces.map((piece, index) => (index % 2 === 1 ? '([^/]+)' : piece.replaceAll('.', '\\.'))).join('')
  return { pattern: new RegExp(`^${source}$`), names }
}
