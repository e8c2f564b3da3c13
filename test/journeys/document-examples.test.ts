import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOT_AUDITED } from '../../src/audit/not-audited.ts'
import type { EntryRow } from '../../src/audit/store.ts'
import { query } from '../../src/db/database.ts'
import type { Exchanges } from '../../src/http/document/examples.ts'
import { schemaChecker } from '../support/documents/schema-checker.ts'
import { type Documented, documented } from '../support/examples/operations.ts'
import { TYPES_WITHOUT_EXAMPLE } from '../support/examples/recorder.ts'
import { playTour, SHOWN_ADDRESS, type Tour } from '../support/examples/tour.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let operations: Documented[]
let tour: Tour
let examples: Exchanges
beforeAll(async () => {
  stage = await openStage({ parts: ['api'], env: { TIDINGS_BASE_URL: SHOWN_ADDRESS } })
  const served = await fetch(`${stage.app.origin}/docs/json-with-examples`)
  operations = documented((await served.json()) as Record<string, unknown>)
  tour = await playTour(stage, operations)
  examples = tour.examples
})
afterAll(() => stage.close())

test('examples match the recorded requests and responses; `vitest run FILE -u` writes them', async () => {
  const lines = operations
    .filter(({ operationId }) => operationId in examples)
    .map(({ operationId }) => `${JSON.stringify(operationId)}: ${JSON.stringify(examples[operationId])}`)
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../../src/http/document/examples.json')
})

test('every operation has one request and one response example, without file bytes and streams', () => {
  const withoutExample = operations.filter(({ operationId, request, responses }) => {
    const shown = [...responses.values()].filter((media) => media?.example !== undefined)
    const hasBody = responses.get(examples[operationId]?.status ?? 200) !== null
    return (request !== null && request.example === undefined) || shown.length !== Number(hasBody)
  })
  expect(withoutExample.map(({ operationId }) => operationId)).toEqual([
    'StreamDeliveries',
    'ExportAuditEntries',
    'GetFileContent',
    'GetPublicFileContent',
    'GetExportContent',
  ])
  for (const { responses } of withoutExample) expect(TYPES_WITHOUT_EXAMPLE).toContain(responses.get(200)?.type)
})

/** These lists are always empty: realms support passwords only, and bundles are rejected. They exist for front ends. */
const ALWAYS_EMPTY = /^ListOidcProfiles$|ProductComponents$/

test('every read has a non-empty example', () => {
  const reads = operations.filter(
    ({ method, operationId }) => method === 'GET' && operationId in examples && !ALWAYS_EMPTY.test(operationId),
  )
  const empty = reads.filter(({ operationId }) => {
    const { data } = (examples[operationId]?.response ?? {}) as { data?: unknown }
    return data === null || (Array.isArray(data) && data.length === 0)
  })
  expect(empty).toEqual([])
})

test('the document shows the examples as recorded', () => {
  for (const { operationId, parameters, request, responses } of operations) {
    const recorded = examples[operationId]
    if (recorded === undefined) continue
    const shown = parameters.filter(({ example }) => example !== undefined)
    expect(Object.fromEntries(shown.map(({ name, example }) => [name, example]))).toEqual(recorded.parameters ?? {})
    expect(request?.example, operationId).toEqual(recorded.request)
    expect(responses.get(recorded.status)?.example, operationId).toEqual(recorded.response)
  }
})

test('every example fits its schema in the document', () => {
  const promised = new Map(stage.contract.operations.map((operation) => [operation.operationId, operation]))
  const ajv = schemaChecker()
  ajv.addSchema({ $id: 'document', components: stage.contract.document.components })
  const resolved = ({ $ref, ...schema }: Record<string, unknown>) =>
    $ref === undefined ? schema : { $ref: `document${$ref}` }
  const headers = new Headers({ 'content-type': 'application/json', 'x-request-id': 'of-an-example' })
  for (const { operationId, method, path, parameters } of operations) {
    for (const { name, schema, example } of parameters)
      if (example !== undefined) expect(ajv.validate(resolved(schema), example), name).toBe(true)
    const { request, status = 0, response = null } = examples[operationId] ?? {}
    const operation = promised.get(operationId)
    if (operation === undefined || status === 0) continue
    if (request !== undefined) expect(stage.contract.accepts(operation, request), operationId).toBe(true)
    if (typeof response !== 'string') stage.contract.check(method, path, { status, body: response, headers })
  }
})

test('no example reveals its environment or resembles a secret', () => {
  const text = JSON.stringify(examples)
  const hosts = [...text.matchAll(/[a-z]+:\/\/([^/"]*)/g)].map(([, host]) => host)
  // QR codes contain otpauth://totp.
  expect(hosts.filter((host) => host !== 'totp' && !host?.endsWith('.example.com'))).toEqual([])
  const emails = [...text.matchAll(/[\w.]+@([\w.]+)/g)].map(([, host]) => host)
  expect(emails.filter((host) => host !== 'example.com')).toEqual([])
  expect(text).not.toMatch(/localhost|127\.0\.0\.1|"\/(tmp|var|home|root|usr)\/|-----BEGIN|eyJ[\w-]+\./)
  const random = [...text.matchAll(/[\w+/=-]{24,}/g)].map(([word]) => word)
  expect(random.filter((word) => /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word))).toEqual([])
})

test('every write operation leaves an audit entry, or is listed with the reason why not', async () => {
  const entries = await allEntries()
  const missing = operations.filter(({ method, operationId }) => {
    if (method === 'GET' || operationId in NOT_AUDITED || isOfPeople(operationId)) return false
    const [entry] = entries.filter(({ request_id }) => request_id === operationId)
    const isByKey = tour.keys.some(({ id }) => id === entry?.actor_id)
    return entry?.operation !== operationId || !isByKey || entry.resource_id === null
  })
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
  const reads = operations.flatMap(({ method, operationId }) => (method === 'GET' ? [operationId] : []))
  const operationsInLog = new Set(entries.map(({ operation }) => operation))
  expect([...reads, ...Object.keys(NOT_AUDITED)].filter((name) => operationsInLog.has(name))).toEqual([])
  const known = new Set(operations.map(({ operationId }) => operationId))
  expect(Object.keys(NOT_AUDITED).filter((name) => !known.has(name))).toEqual([])
})

test('audit entries name the resource of the operation', async () => {
  const entries = await allEntries()
  // These responses return something else: the file, the build result, the tax item, the secret or the new session.
  const show_others = [
    'AddProductMainImage',
    'SetProductMainImage',
    'BuildProductChildren',
    'AddTaxItems',
    'UpdateTaxItem',
  ]
  show_others.push('RotateSecret', 'EndPreviousSecret', 'UpdateOwnPassword')
  const others = entries.flatMap(({ request_id, resource_type, resource_id }) => {
    const { data } = (tour.exchanges.get(request_id ?? '')?.response ?? {}) as { data?: { id?: string; type?: string } }
    return data?.id === undefined ||
      show_others.includes(request_id ?? '') ||
      (data.id === resource_id && data.type === resource_type)
      ? []
      : [`${request_id}: ${resource_type} ${resource_id} instead of ${data.type} ${data.id}`]
  })
  expect(others).toEqual([])
})

test('the audit log contains no secrets and no personal data of requests', async () => {
  const text = JSON.stringify(await allEntries())
  // Event types contain no values, and the other two return the log itself.
  const others = ['ListEventTypes', 'ListAuditEntries', 'GetAuditEntry']
  const exchanges = [...tour.exchanges].filter(([name]) => !others.includes(name))
  const sent = exchanges.flatMap(([name, { request, response }]) => [
    ...valuesOf(request, name),
    ...valuesOf(response, name),
  ])
  const found = sent.filter(({ value }) => text.includes(JSON.stringify(value).slice(1, -1)))
  expect(sent.length).toBeGreaterThan(100)
  expect(found).toEqual([])
  for (const { client_secret } of tour.keys) expect(text).not.toContain(client_secret)
})

/** test/journeys/people/audit.test.ts covers operations of people on themselves. */
function isOfPeople(operationId: string): boolean {
  const access = stage.contract.operations.find((one) => one.operationId === operationId)?.access
  return access === 'person' || ['AcceptInvitation', 'CreateSession', 'EndSession'].includes(operationId)
}

/** Entries of stores and organizations, oldest first. The id of the request is replaced by its operation. */
async function allEntries(): Promise<EntryRow[]> {
  const entries = await query<EntryRow>(stage.database.db, 'select * from audit_entries order by id', [])
  const shownBy = (id: string | null) => tour.request_ids.get(id ?? '') ?? id
  return entries.map((entry) => ({ ...entry, request_id: shownBy(entry.request_id) }))
}

const PRIVATE =
  /^(?!.*_id$).*(secret|password|token|credential|private_key)|^(email|first_name|last_name|line_[12]|phone_number|username|tracking_number)$/

/** Strings in a body that are secrets or personal data, by the names of their members. */
function valuesOf(body: unknown, path: string, isPrivate = false): { path: string; value: string }[] {
  if (typeof body === 'string') return isPrivate && body.length > 2 ? [{ path, value: body }] : []
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    valuesOf(value, `${path}/${name}`, isPrivate || PRIVATE.test(name)),
  )
}
