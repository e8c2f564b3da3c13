import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchanges } from '../../src/http/document/examples.ts'
import { type Documented, documented } from '../support/examples/operations.ts'
import { BYTES } from '../support/examples/recorder.ts'
import { playTour, SHOWN_ADDRESS } from '../support/examples/tour.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let operations: Documented[]
let examples: Exchanges
beforeAll(async () => {
  stage = await openStage({ parts: ['api'], env: { TIDINGS_BASE_URL: SHOWN_ADDRESS } })
  const served = await fetch(`${stage.app.origin}/docs/json-with-examples`)
  operations = documented((await served.json()) as Record<string, unknown>)
  examples = await playTour(stage, operations)
})
afterAll(() => stage.close())

test('the examples are what was sent and received; `vitest run FILE -u` writes them', async () => {
  const lines = operations
    .filter(({ operationId }) => operationId in examples)
    .map(({ operationId }) => `${JSON.stringify(operationId)}: ${JSON.stringify(examples[operationId])}`)
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../../src/http/document/examples.json')
})

test('the document shows one request and one response of every operation, but no bytes of files', () => {
  const withoutExample = operations.filter(({ operationId, request, responses }) => {
    const shown = [...responses.values()].filter((media) => media?.example !== undefined)
    const hasBody = responses.get(examples[operationId]?.status ?? 200) !== null
    return (request !== null && request.example === undefined) || shown.length !== Number(hasBody)
  })
  expect(withoutExample.map(({ operationId }) => operationId)).toEqual([
    'GetFileContent',
    'GetPublicFileContent',
    'GetExportContent',
  ])
  for (const { responses } of withoutExample) expect(responses.get(200)?.type).toBe(BYTES)
})

test('every read shows something', () => {
  const reads = operations.filter(({ method, operationId }) => method === 'GET' && operationId in examples)
  const empty = reads.filter(({ operationId }) => {
    const { data } = (examples[operationId]?.response ?? {}) as { data?: unknown }
    return data === null || (Array.isArray(data) && data.length === 0)
  })
  expect(empty).toEqual([])
})

test('the document shows them as they were recorded', () => {
  for (const { operationId, parameters, request, responses } of operations) {
    const recorded = examples[operationId]
    if (recorded === undefined) continue
    const shown = parameters.filter(({ example }) => example !== undefined)
    expect(Object.fromEntries(shown.map(({ name, example }) => [name, example]))).toEqual(recorded.parameters ?? {})
    expect(request?.example, operationId).toEqual(recorded.request)
    expect(responses.get(recorded.status)?.example, operationId).toEqual(recorded.response)
  }
})

test('every example fits the schema that the document has for it', () => {
  const promised = new Map(stage.contract.operations.map((operation) => [operation.operationId, operation]))
  const ajv = new Ajv2020({ strict: false })
  ajvFormats.default(ajv)
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

test('no example shows where it was made, or anything that only looks like a secret', () => {
  const text = JSON.stringify(examples)
  const hosts = [...text.matchAll(/[a-z]+:\/\/([^/"]*)/g)].map(([, host]) => host)
  // The address of a QR code begins with otpauth://totp.
  expect(hosts.filter((host) => host !== 'totp' && !host?.endsWith('.example.com'))).toEqual([])
  const emails = [...text.matchAll(/[\w.]+@([\w.]+)/g)].map(([, host]) => host)
  expect(emails.filter((host) => host !== 'example.com')).toEqual([])
  expect(text).not.toMatch(/localhost|127\.0\.0\.1|"\/(tmp|var|home|root|usr)\/|-----BEGIN|eyJ[\w-]+\./)
  const random = [...text.matchAll(/[\w+/=-]{24,}/g)].map(([word]) => word)
  expect(random.filter((word) => /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word))).toEqual([])
})
