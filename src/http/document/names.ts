import type { Schema, Schemas } from './schema.ts'

/** The names of an OpenAPI document's components. Each schema has one name, and names differ in more than case. */
export class Names {
  readonly #schemas: Map<string, Schema>
  readonly #byContent = new Map<string, string>()
  readonly #taken: Set<string>

  constructor(schemas: Schemas) {
    this.#schemas = new Map(Object.entries(schemas))
    this.#taken = new Set(Object.keys(schemas).map(folded))
  }

  get schemas(): Schemas {
    return Object.fromEntries(this.#schemas)
  }

  /** Reserves names, so that later parts do not take them. */
  reserve(names: readonly string[]): void {
    for (const name of names) this.#taken.add(folded(name))
  }

  replace(name: string, schema: Schema): void {
    this.#schemas.set(name, schema)
    this.#byContent.set(contentOf(schema), name)
  }

  /**
   * A reference to the schema, under its existing name or the first free name of `names`. Throws if all names are
   * taken.
   */
  refer(schema: Schema, names: readonly string[]): Schema {
    const content = contentOf(schema)
    const name = this.#byContent.get(content) ?? this.#add(schema, content, names)
    return { $ref: `#/components/schemas/${name}` }
  }

  #add(schema: Schema, content: string, names: readonly string[]): string {
    const name = names.find((one) => !this.#taken.has(folded(one)))
    if (name === undefined) throw new Error(this.#conflict(content, names))
    this.#taken.add(folded(name))
    this.#byContent.set(content, name)
    this.#schemas.set(name, schema)
    return name
  }

  #conflict(content: string, names: readonly string[]): string {
    const taken = new Set(names.map(folded))
    const others = [...this.#schemas].filter(([name]) => taken.has(folded(name)))
    const described = others.map(([name, schema]) => `\n${name}: ${JSON.stringify(schema)}`).join('')
    return `Another schema has the name ${names.join(' or ')}: give this one a title of its own.\n${content}${described}`
  }
}

/** The identity of a schema, which ignores its description. */
function contentOf({ description: _, ...content }: Schema): string {
  return JSON.stringify(content)
}

/** Generators drop punctuation and change case, so names must differ in more than that. */
export function folded(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
