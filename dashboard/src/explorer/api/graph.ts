import { isObject } from './resource.ts'

/** Type of a form field in the graph of the API. */
export type FieldType = 'string' | 'integer' | 'string[]' | 'object'

/** `description` and `when`, the condition for the relation, come from the API description; empty if unknown. */
export type Relation = { rel: string; to: string; type?: string; description: string; when: string }

/** Operation of a kind, as described by the API. */
export type Operation = {
  method: string
  description: string
  roles?: readonly string[]
  body?: Schema
  'leads-to'?: { name: string }
}

export type Schema = { required?: readonly string[]; properties?: Readonly<Record<string, Property>> }
type Property = { type?: string; enum?: readonly unknown[]; description?: string }

/** Entry of a kind in the graph. */
type Node = {
  name: string
  type: string
  path: string
  methods: readonly string[]
  fields?: Readonly<Record<string, FieldType>>
  relations: readonly { rel: string; to: string; type?: string }[]
}

/** Entry of a kind in the API description. */
type Entry = {
  name: string
  description?: string
  members?: Schema
  methods?: readonly Operation[]
  links?: readonly { rel: string; when?: string }[]
}

/** Kind of resource: its graph entry merged with its description. */
export type Kind = Omit<Node, 'relations'> & {
  relations: readonly Relation[]
  description: string
  members: Schema
  operations: readonly Operation[]
  /** Both entries, unchanged. */
  sources: { graph: unknown; description: unknown }
}

/** Reads the kinds of a graph. Descriptions may be missing; null if the argument is not a graph. */
export function readKinds(graph: unknown, description: unknown): Kind[] | null {
  if (!isObject(graph) || !Array.isArray(graph.resources)) return null
  const { resources, relations } = isObject(description) ? description : {}
  const entries: Entry[] = Array.isArray(resources) ? resources : []
  const nodes: Node[] = graph.resources
  return nodes.map((node) => {
    const entry = entries.find(({ name }) => name === node.name)
    return {
      ...node,
      relations: node.relations.map((relation) => ({
        ...relation,
        description: meaningOf(relations, relation.rel),
        when: entry?.links?.find(({ rel }) => rel === relation.rel)?.when ?? '',
      })),
      description: entry?.description ?? '',
      members: entry?.members ?? {},
      operations: entry?.methods ?? [],
      sources: { graph: node, description: entry ?? {} },
    }
  })
}

function meaningOf(relations: unknown, rel: string): string {
  const relation = isObject(relations) ? relations[rel] : undefined
  return isObject(relation) ? String(relation.description) : ''
}

/** Finds the kind of a resource by its URI. The type decides only between kinds whose paths match equally well. */
export function kindOf(kinds: readonly Kind[], self: { type?: string; uri: string } | undefined): Kind | null {
  if (self === undefined) return null
  const segments = segmentsOf(self.uri.replace(/\?.*$/, ''))
  const found = kinds.filter(({ path }) => matchesTemplate(segmentsOf(path), segments))
  const same_type = found.filter(({ type }) => type === self.type)
  // Literal segments take precedence over parameters, because `{` sorts after all letters.
  const sorted = (same_type.length > 0 ? same_type : found).sort((one, other) => (one.path < other.path ? -1 : 1))
  return sorted[0] ?? null
}

/** Kinds that a relation of the given kinds leads to; case-insensitive. */
export function targetKinds(kinds: readonly Kind[], from: readonly Kind[], relation: string): Kind[] {
  const names = new Set(from.flatMap((kind) => relationsNamed(kind, relation)).map(({ to }) => to))
  return kinds.filter(({ name }) => names.has(name))
}

/** Graph entries of a relation: one for each kind that it can lead to. */
export function relationsNamed(kind: Kind | null, relation: string): Relation[] {
  return (kind?.relations ?? []).filter(({ rel }) => rel.toLowerCase() === relation.toLowerCase())
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function matchesTemplate(template: readonly string[], segments: readonly string[]): boolean {
  const isSame = template.every((part, index) => part.startsWith('{') || part === segments[index])
  return isSame && template.length === segments.length
}
