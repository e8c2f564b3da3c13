import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../../scripts/describe-operations.ts'
import { callsIn, callsOfDashboard, isCalled } from '../support/operations-used.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const readJson = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'))

const notShown: { why: string; operations: string[] }[] = readJson('dashboard/not-shown.json')
const named = notShown.flatMap(({ operations }) => operations)
const operations = operationsOf(readJson('docs/openapi.json'))
const calls = callsOfDashboard()
const isUsed = ({ call }: { call: string }) => isCalled(calls, call)

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([address, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const { operationId: id, tags: [tag] = [] } = item[method] ?? {}
      return id === undefined ? [] : [{ id, tag: tag ?? '', call: `${method.toUpperCase()} ${address}` }]
    }),
  )
}

test('every operation of the API is used, or listed in not-shown.json with a reason', () => {
  const missing = operations
    .filter((one) => !isUsed(one) && !named.includes(one.id))
    .map(({ id, tag, call }) => `${id} (${tag}): ${call}`)
  expect(missing).toEqual([])
})

test('not-shown.json lists no used, duplicate or unknown operation', () => {
  expect(operations.filter((one) => named.includes(one.id) && isUsed(one)).map(({ id }) => id)).toEqual([])
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([])
  expect(named.filter((id) => !operations.some((one) => one.id === id))).toEqual([])
})

test('each reason is a sentence', () => {
  for (const { why } of notShown) expect(why).toMatch(/^[A-Z].{20,}\.$/)
})

test('a call is found by its method, its declaration, or as a read', () => {
  expect(callsIn("api.POST('/v2/orders/{order_id}/payments', {})")).toEqual(['POST /v2/orders/{order_id}/payments'])
  expect(callsIn("useRead('/v2/orders')")).toEqual(['GET /v2/orders'])
  expect(callsIn("const PATH = '/v2/orders'\nuseList({ path: PATH })")).toEqual(['GET /v2/orders'])
  expect(callsIn("resource({ list: '/v2/a', one: '/v2/a/{id}' })")).toEqual([
    ...['GET /v2/a', 'POST /v2/a', 'GET /v2/a/{id}', 'PUT /v2/a/{id}', 'DELETE /v2/a/{id}'],
  ])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  expect(callsIn("const A = '/v2/a'\nconst r = { list: A, one: `${A}/{id}` }").toSorted()).toEqual([
    ...['DELETE /v2/a/{id}', 'GET /v2/a', 'GET /v2/a/{id}', 'POST /v2/a', 'PUT /v2/a/{id}'],
  ])
  expect(callsIn("await post('/v2/sessions/current', X, undefined, 'DELETE')")).toEqual(['DELETE /v2/sessions/current'])
})

test('a runtime segment matches any literal segment of the document, but no parameter', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  const calls = new Set(callsIn('api.POST(`/v2/replays/{id}/${how}`)'))
  expect(isCalled(calls, 'POST /v2/replays/{id}/pause')).toBe(true)
  expect(isCalled(calls, 'GET /v2/replays/{id}/pause')).toBe(false)
  expect(isCalled(calls, 'POST /v2/replays/{id}/{log}')).toBe(false)
})

test('a path in a type, a comment or an invalidation is not a call', () => {
  const text = "/** Of '/v2/a'. */\ntype A = RowOf<'/v2/a'>\nuseChange({ stale: ['/v2/a', '/v2/b'], run })"
  expect(callsIn(text)).toEqual([])
})
