/** Derives the pages' knowledge of the API at run time from its OpenAPI document. */

export type OperationFacts = {
  method: string
  path: string
  /** Name of the file below `generated/areas/` with the remaining facts. */
  area: string
  /** Undefined if the operation requires no permission. */
  permission?: string
  /** True if the operation accepts an idempotency key. */
  idempotent?: true
}

export type AreaFacts = {
  /** Filterable fields of a list, with their operators. */
  filter?: Record<string, string[]>
  sort?: { fields: string[]; default: string | null }
  /** Schema of a list's item, or of `data` in another response. */
  item?: Schema
  body?: Schema
}

/** The part of JSON Schema that forms and lists use, without references. */
export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  writeOnly?: boolean
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  /** Format of the free names of `additionalProperties`. */
  propertyNames?: Schema
  $ref?: string
}

type Content = { content?: Record<string, { schema?: Schema } | undefined> }
type Parameters = ({ name: string } | { $ref: string })[]
type Operation = {
  operationId: string
  summary: string
  tags?: string[]
  parameters?: Parameters
  requestBody?: Content
  responses: Record<string, Content>
  'x-permission'?: string
  'x-filter'?: Record<string, string>
  'x-sort'?: { fields: string[]; default: string | null }
}
/** Parameters of a path item apply to all its operations. */
type PathItem = { parameters?: Parameters } & { [method in (typeof METHODS)[number]]?: Operation }
export type OpenApiDocument = {
  paths: Record<string, PathItem>
  'x-filter-operators': Record<string, string[]>
  components: { schemas: Record<string, Schema>; parameters: Record<string, { name: string }> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Conditions of promotions nest without limit. */
const MAX_DEPTH = 9

export type Described = {
  operations: Record<string, OperationFacts>
  summaries: Record<string, string>
  /** Keyed by area, then by operation. */
  areas: Record<string, Record<string, AreaFacts>>
}

export function describeOperations(document: OpenApiDocument): Described {
  const operations: Described['operations'] = {}
  const summaries: Described['summaries'] = {}
  const areas: Described['areas'] = {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation === undefined) continue
      const area = slug(operation.tags?.[0] ?? 'other')
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      summaries[operation.operationId] = operation.summary
      operations[operation.operationId] = factsOf(document, { ...operation, parameters }, { method, path, area })
      areas[area] ??= {}
      areas[area][operation.operationId] = areaFactsOf(document, operation)
    }
  }
  return { operations, summaries, areas }
}

function factsOf(
  document: OpenApiDocument,
  operation: Operation,
  place: Pick<OperationFacts, 'method' | 'path' | 'area'>,
): OperationFacts {
  const parameters = operation.parameters ?? []
  const names = parameters.map((one) =>
    '$ref' in one ? document.components.parameters[nameOf(one.$ref)]?.name : one.name,
  )
  const permission = operation['x-permission']
  return {
    ...place,
    ...(permission === undefined ? {} : { permission }),
    ...(names.includes('idempotency-key') ? { idempotent: true } : {}),
  }
}

function areaFactsOf(document: OpenApiDocument, operation: Operation): AreaFacts {
  const { 'x-filter-operators': operators, components } = document
  const { 'x-filter': fields } = operation
  const { schemas } = components
  const body = dataOf(operation.requestBody, schemas)
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const data = dataOf(success, schemas)
  const item = data?.type === 'array' ? data.items : data
  return {
    ...(fields === undefined ? {} : { filter: mapValues(fields, (name) => operators[name] ?? []) }),
    ...(operation['x-sort'] === undefined ? {} : { sort: operation['x-sort'] }),
    ...(item === undefined ? {} : { item }),
    ...(body === undefined ? {} : { body }),
  }
}

function dataOf(content: Content | undefined, schemas: Record<string, Schema>): Schema | undefined {
  const schema = content?.content?.['application/json']?.schema
  return schema === undefined ? undefined : expand(schema, schemas, 0).properties?.data
}

/** Resolves references, and cuts the schema at the depth that forms can show. */
function expand(schema: Schema, schemas: Record<string, Schema>, depth: number): Schema {
  if (depth > MAX_DEPTH) return {}
  const { $ref, ...beside } = schema
  // Members beside a reference describe its use at this location.
  if ($ref !== undefined) return { ...expand(schemas[nameOf($ref)] ?? {}, schemas, depth), ...pick(beside) }
  const each = (one: Schema) => expand(one, schemas, depth + 1)
  const expanded = pick(schema)
  if (schema.properties !== undefined) expanded.properties = mapValues(schema.properties, each)
  if (schema.items !== undefined) expanded.items = each(schema.items)
  const [values] = schema.properties === undefined ? Object.values(schema.patternProperties ?? {}) : []
  if (values !== undefined) expanded.additionalProperties = each(values)
  if (typeof schema.additionalProperties === 'object') expanded.additionalProperties = each(schema.additionalProperties)
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const)
    if (schema[name] !== undefined) expanded[name] = schema[name].map(each)
  return expanded
}

function pick(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => KEPT_KEYWORDS.has(name)))
}

const KEPT_KEYWORDS: ReadonlySet<string> = new Set([
  ...(['type', 'title', 'description', 'format', 'const', 'enum', 'default', 'minimum', 'maximum'] as const),
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'writeOnly', 'required', 'propertyNames'] as const),
])

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? ''
const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
