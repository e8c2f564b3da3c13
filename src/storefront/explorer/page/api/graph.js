import { isObject } from './resource.js'

/**
 * The type of a form field, as in the graph of the API.
 * @typedef {'string' | 'integer' | 'string[]' | 'object'} FieldType
 */

/**
 * `description` and `when` (the condition of its presence) come from the description of the API; empty if unknown.
 * @typedef {Readonly<{ rel: string, to: string, type?: string, description: string, when: string }>} Relation
 */

/**
 * An operation of a kind, in the words of the description.
 * @typedef {Readonly<{
 *   method: string, description: string, roles?: readonly string[], body?: Schema,
 *   'leads-to'?: Readonly<{ name: string }>,
 * }>} Operation
 */

/** @typedef {Readonly<{ required?: readonly string[], properties?: Readonly<Record<string, Property>> }>} Schema */
/** @typedef {Readonly<{ type?: string, enum?: readonly unknown[], description?: string }>} Property */

/**
 * A kind of resource: its entry in the graph, and in the description.
 * @typedef {Readonly<{
 *   name: string, type: string, path: string, methods: readonly string[],
 *   fields?: Readonly<Record<string, FieldType>>, relations: readonly Relation[],
 *   description: string, members: Schema, operations: readonly Operation[],
 *   sources: Readonly<{ graph: unknown, description: unknown }>,
 * }>} Kind
 */

/**
 * The kinds in a graph, each with its entry in the description; null if it is not a graph. The description can be missing.
 * @param {unknown} graph
 * @param {unknown} description
 * @returns {Kind[] | null}
 */
export function readKinds(graph, description) {
  if (!isObject(graph) || !Array.isArray(graph.resources)) return null
  const described = isObject(description) ? description : {}
  const entries = Array.isArray(described.resources) ? described.resources : []
  return graph.resources.map((node) => {
    const entry = entries.find(({ name }) => name === node.name) ?? {}
    const relations = node.relations.map((/** @type {Relation} */ relation) => ({
      ...relation,
      description: meaningOf(described, relation.rel),
      when: entry.links?.find((/** @type {Relation} */ { rel }) => rel === relation.rel)?.when ?? '',
    }))
    const { description: meaning = '', members = {}, methods: operations = [] } = entry
    return {
      ...node,
      relations,
      description: meaning,
      members,
      operations,
      sources: { graph: node, description: entry },
    }
  })
}

/**
 * @param {Record<string, unknown>} described
 * @param {string} rel
 */
function meaningOf({ relations }, rel) {
  const relation = isObject(relations) ? relations[rel] : undefined
  return isObject(relation) ? String(relation.description) : ''
}

/**
 * The kind of a resource. Its URI decides; its type only between kinds whose paths match equally.
 * @param {readonly Kind[]} kinds
 * @param {Readonly<{ type?: string, uri: string }> | undefined} self
 * @returns {Kind | null}
 */
export function kindOf(kinds, self) {
  if (self === undefined) return null
  const segments = segmentsOf(self.uri.replace(/\?.*$/, ''))
  const found = kinds.filter(({ path }) => matchesTemplate(segmentsOf(path), segments))
  const same_type = found.filter(({ type }) => type === self.type)
  // Literal segments take precedence over parameters: `{` sorts after all letters.
  const sorted = (same_type.length > 0 ? same_type : found).sort((one, other) => (one.path < other.path ? -1 : 1))
  return sorted[0] ?? null
}

/**
 * What a relation of these kinds leads to.
 * @param {readonly Kind[]} kinds
 * @param {readonly Kind[]} from
 * @param {string} relation in any case
 */
export function targetKinds(kinds, from, relation) {
  const names = new Set(from.flatMap((kind) => relationsNamed(kind, relation)).map(({ to }) => to))
  return kinds.filter(({ name }) => names.has(name))
}

/**
 * Its entries in the graph: one for each kind that it can lead to.
 * @param {Kind | null} kind
 * @param {string} relation in any case
 */
export function relationsNamed(kind, relation) {
  return (kind?.relations ?? []).filter(({ rel }) => rel.toLowerCase() === relation.toLowerCase())
}

/** @param {string} path */
function segmentsOf(path) {
  return path.split('/').filter((segment) => segment !== '')
}

/**
 * @param {readonly string[]} template
 * @param {readonly string[]} segments
 */
function matchesTemplate(template, segments) {
  const isSame = template.every((part, index) => part.startsWith('{') || part === segments[index])
  return isSame && template.length === segments.length
}
