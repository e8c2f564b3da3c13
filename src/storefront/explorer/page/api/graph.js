/**
 * The type of a form field, as in the graph of the API.
 * @typedef {'string' | 'integer' | 'string[]' | 'object'} FieldType
 */

/** @typedef {Readonly<{ rel: string, to: string, type?: string }>} Relation */

/**
 * A kind of resource.
 * @typedef {Readonly<{
 *   name: string, type: string, path: string, methods: readonly string[],
 *   fields?: Readonly<Record<string, FieldType>>, relations: readonly Relation[],
 * }>} Kind
 */

/**
 * The kind of a resource. Several kinds can have the same type, so the URI is compared, too.
 * @param {readonly Kind[]} kinds
 * @param {Readonly<{ type: string, uri: string }> | undefined} self
 * @returns {Kind | null}
 */
export function kindOf(kinds, self) {
  if (self === undefined) return null
  const segments = segmentsOf(self.uri.replace(/\?.*$/, ''))
  const found = kinds.filter(({ type, path }) => type === self.type && matchesTemplate(segmentsOf(path), segments))
  // Literal segments take precedence over parameters: `{` sorts after all letters.
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))[0] ?? null
}

/**
 * @param {readonly Kind[]} kinds
 * @param {Kind | null} kind
 * @param {string} relation in any case
 */
export function targetKind(kinds, kind, relation) {
  const to = kind?.relations.find(({ rel }) => rel.toLowerCase() === relation.toLowerCase())?.to
  return kinds.find(({ name }) => name === to) ?? null
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
