import { beforeAll, expect, test } from 'vitest'
import type { Server } from '../../../src/http/server.ts'
import { type ArrayPlace, arrayPlaces } from '../../support/documents/body-places.ts'
import { describedServer } from '../../support/documents/described-server.ts'
import { leastCpu } from '../../support/measures/least-cpu.ts'

const ITEMS = 5_000
/** Maximum CPU milliseconds in which the event loop does nothing else. */
const MAX_CPU_MS = 100
const UUID = '00000000-0000-7000-8000-000000000000'

let server: Server
let places: ArrayPlace[]
beforeAll(async () => {
  const described = await describedServer()
  server = described.server
  places = arrayPlaces(described.document as unknown as Record<string, unknown>)
})

test('the tested lists include those inside unions, three levels deep', () => {
  const pointers = places.map(({ method, path, pointer }) => `${method} ${path} ${pointer}`)
  expect(pointers).toContain('post /v2/promotions /data/when/of/0/of/0/of/0/one_of')
  expect(pointers).toContain('post /v2/carts/{cart_id}/items /data')
  expect(pointers.length).toBeGreaterThan(50)
})

test.each([
  ['strings', () => 'x'],
  ['empty objects', () => ({})],
  ['items that are half right', ({ halfRight }: ArrayPlace) => halfRight],
])(
  `${ITEMS} %s in any list do not block the process`,
  async (_, itemOf) => {
    const slow: string[] = []
    for (const place of places) {
      const payload = JSON.stringify(place.around(Array(ITEMS).fill(itemOf(place))))
      for (const token of ['seller', 'shopper']) {
        const cost = await leastCpu(MAX_CPU_MS, () => send(place, token, payload))
        if (cost > MAX_CPU_MS) slow.push(`${cost.toFixed(0)} ms: ${token} ${place.operation} ${place.pointer}`)
      }
    }
    expect(slow).toEqual([])
  },
  300_000,
)

async function send({ method, path }: ArrayPlace, token: string, payload: string): Promise<void> {
  const url = path.replaceAll(/\{[^}]+\}/g, UUID)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await server.inject({ method: method.toUpperCase() as 'POST', url, headers, payload })
  // Some lists may be that long, and then the missing database fails the request.
  expect([403, 404, 413, 422, 503]).toContain(response.statusCode)
}
