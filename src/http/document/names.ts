import type { Schema, Schemas } from './schema.ts'

/** The names of an OpenAPI document's components: one for each schema, and none that differs from another in case only. */
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

  /** Keeps names from parts that are named later. */
  reserve(names: readonly string[]): void {
    for (const name of names) this.#taken.add(folded(name))
  }

  /** Changes a component that has its name already. */
  replace(name: string, schema: Schema): void {
    this.#schemas.set(name, schema)
    this.#byContent.set(contentOf(schema), name)
  }

  /** A reference to the schema, under the name that it has or the first of `names` that no other schema has. Throws when all are taken. */
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

/** What makes a schema the same as another, whatever is said of it. */
function contentOf({ description: _, ...content }: Schema): string {
  return JSON.stringify(content)
}

/** Generators drop punctuation and change case. */
export function folded(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
