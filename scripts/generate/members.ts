import { operationsOf } from '../../src/http/document/operations.ts'
import { IGNORED_MEMBERS, REJECTED_MEMBERS, type Reasons } from '../../src/http/validation/ignored-members.ts'
import { openapiDocument } from './openapi.ts'
import { markdownTable } from './table.ts'

type Json = Readonly<Record<string, unknown>>
type Operation = { operationId: string; requestBody?: { content?: Record<string, { schema: Json }> } }

/** Members sent by clients of other servers that have no effect, or are rejected. */
export async function membersDocument(): Promise<string> {
  const document = JSON.parse(await openapiDocument())
  const tables = [IGNORED_MEMBERS, REJECTED_MEMBERS].map((keyword) => tableOf(document, keyword))
  return `${INTRODUCTION}
## Without effect

The response names them in \`meta.ignored\`. Nothing else of the body is affected.

${tables[0]}
## Refused

With a 422 that says the same. Without an effect they would cost money or rights, or a client would rely on what does not
happen.

${tables[1]}`
}

const INTRODUCTION = `# Members of other servers

Members of bodies that published clients of this API send, and that this server knows but does not act on. Those that it
keeps or acts on are in the [description of the API](openapi.json); any other member is a 422, or what
[a setting](guides/moving-in.md#unknown-members) says. This page follows from the schemas of the bodies: \`x-ignored\` and \`x-refused\`.
`

type Reason = { operation: string; member: string; reason: string }

/** Members with the same reason and operations share a row. */
function tableOf(document: Json, keyword: string): string {
  const found = operationsOf<Operation>(document).flatMap(({ operation }): Reason[] => {
    const schema = operation.requestBody?.content?.['application/json']?.schema
    const reasons = schema === undefined ? [] : [...reasonsIn(document, schema, keyword, '')]
    return reasons.map(([member, reason]) => ({ operation: operation.operationId, member, reason }))
  })
  const members = Map.groupBy(found, ({ member, reason }) => `${member} ${reason}`).values()
  const rows = Map.groupBy(members, (same) => [same[0]?.reason, ...same.map(({ operation }) => operation)].join())
  const cells = [...rows.values()].map((row) => {
    const each = row.flat()
    return [
      codes(each.map(({ member }) => member)),
      codes(each.map(({ operation }) => operation)),
      each[0]?.reason ?? '',
    ]
  })
  return markdownTable(['Member', 'Operation', 'Why'], cells)
}

function codes(words: readonly string[]): string {
  return [...new Set(words)].map((word) => `\`${word}\``).join(', ')
}

/** Path and reason of each member that a schema lists under the keyword. */
function* reasonsIn(document: Json, given: Json, keyword: string, at: string): Generator<[string, string]> {
  const schema = { ...referenced(document, given), ...given } as Json & { properties?: Record<string, Json> }
  const below = (name: string) => (at === '' ? name : `${at}.${name}`)
  for (const [name, reason] of Object.entries((schema[keyword] ?? {}) as Reasons)) yield [below(name), reason]
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* reasonsIn(document, member, keyword, below(name))
  const { anyOf = [], oneOf = [], items, patternProperties = {} } = schema as Record<string, Json | Json[]>
  for (const branch of [...(anyOf as Json[]), ...(oneOf as Json[])]) yield* reasonsIn(document, branch, keyword, at)
  if (items !== undefined) yield* reasonsIn(document, items as Json, keyword, at)
  for (const value of Object.values(patternProperties as Record<string, Json>))
    yield* reasonsIn(document, value, keyword, below('*'))
}

function referenced(document: Json, { $ref }: Json): Json {
  if (typeof $ref !== 'string') return {}
  const steps = $ref.slice(2).split('/')
  return steps.reduce((value, step) => value[step] as Json, document)
}
