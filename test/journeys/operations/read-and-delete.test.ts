import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import type { Client } from '../../support/app.ts'
import { countEvents, jobsOnce, LEVELS, openStage, publishOne, register, type Stage } from '../../support/stage.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { TIDINGS_RETRY_SCHEDULE: '3600' } })
})
afterAll(() => stage.close())

describe.each(LEVELS)('integrations at $level level', ({ level, observes, event }) => {
  let client: Client
  let stranger: Client
  beforeAll(async () => {
    client = (await stage.tenant())[level]
    stranger = (await stage.tenant())[level]
  })

  test('GetIntegration responds 200 with the same integration each time', async () => {
    const made = await register(client, stage.receiver.url, observes, { description: 'Beschreibung' })
    const path = `/v2/integrations/${made.id}`
    for (const address of [path, `${path}/`, `${path}?color=red`, `/v2/integrations/${made.id.toUpperCase()}`]) {
      const { status, body, headers } = await client.call('GET', address.replace(/\/$/, ''))
      expect(status).toBe(200)
      expect(body).toEqual({ data: made })
      expect(headers.get('etag')).toBe('"1"')
    }
  })

  test.each([
    ['an unknown id', UNKNOWN_ID],
    ['what is not a UUID', 'seven'],
    ['a UUID with something behind it', `${UNKNOWN_ID}x`],
    ['a UUID in another notation', `urn:uuid:${UNKNOWN_ID}`],
    ['text in another script', encodeURIComponent('倉庫')],
  ])('GetIntegration, UpdateIntegration and DeleteIntegration respond 404 to %s', async (_, id) => {
    const path = `/v2/integrations/${id}`
    for (const answer of [
      await client.get(path),
      await client.put(path, { data: { type: 'integration', name: 'x' } }),
      await client.delete(path),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.body.errors).toMatchObject([{ status: 404, title: 'Not Found' }])
      expect(answer.body.errors).toHaveLength(1)
    }
  })

  test('an integration of another owner is the same 404 as a missing one', async () => {
    const made = await register(stranger, stage.receiver.url, observes)
    const texts = async (id: string) => {
      const path = `/v2/integrations/${id}`
      const update = { data: { type: 'integration', name: 'Mine' } }
      const answers = [await client.get(path), await client.put(path, update), await client.delete(path)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      return answers.map(({ body }) => JSON.stringify(body))
    }
    expect(await texts(made.id)).toEqual(await texts(UNKNOWN_ID))
    expect((await stranger.get(`/v2/integrations/${made.id}`)).body.data).toEqual(made)
  })

  test('DeleteIntegration responds 200 with id and type once, and 404 afterwards', async () => {
    const made = await register(client, stage.receiver.url, observes)
    const path = `/v2/integrations/${made.id}`
    const { status, body } = await client.delete(path)
    expect(status).toBe(200)
    expect(body).toEqual({ data: { id: made.id, type: 'integration' } })
    for (const answer of [
      await client.delete(path),
      await client.get(path),
      await client.put(path, { data: { type: 'integration', enabled: true } }),
      await client.get(`${path}/logs`),
      await client.get(`${path}/jobs`),
      await client.get(`${path}/jobs/${UNKNOWN_ID}/logs`),
      await client.post(`${path}/test`),
    ]) {
      expect(answer.status).toBe(404)
    }
  })

  test('a delete with a stale version deletes nothing', async () => {
    const path = `/v2/integrations/${(await register(client, stage.receiver.url, observes)).id}`
    await client.put(path, { data: { type: 'integration', description: 'changed' } })
    const deleteIf = (version: string) => client.call('DELETE', path, undefined, { 'if-match': version })
    expect((await deleteIf('"1"')).status).toBe(409)
    expect((await deleteIf('"2"')).status).toBe(200)
  })

  test('a delete accepts an empty body labeled JSON', async () => {
    const made = await register(client, stage.receiver.url, observes)
    expect((await client.call('DELETE', `/v2/integrations/${made.id}`, '')).status).toBe(200)
  })

  test('a delete cancels pending jobs, sends nothing more and emits integration.deleted', async () => {
    const own = (await stage.tenant())[level]
    stage.receiver.answer = (response) => {
      response.statusCode = 500
      response.end()
    }
    const made = await register(own, stage.receiver.url, observes)
    const event_id = await publishOne(own, event)
    const [job] = await jobsOnce(own, made.id, ([first]) => first?.status === 'pending' && first.attempts === 1)
    stage.receiver.answer = (response) => response.end()
    expect((await own.delete(`/v2/integrations/${made.id}`)).status).toBe(200)
    const [row] = await query(stage.database.db, 'select * from jobs where id = $1', [job?.id])
    expect(row).toMatchObject({ status: 'cancelled', next_at: null, worker_id: null })
    const later = await publishOne(own, event)
    const emitted = await own.get('/v2/events?filter=eq(triggered_by,integration.deleted)')
    expect(emitted.body.data).toMatchObject([{ payload: { type: 'integration', id: made.id }, resource_version: 2 }])
    expect(emitted.body.data[0].payload).toEqual({ type: 'integration', id: made.id })
    const jobs = await query(stage.database.db, 'select id from jobs where event_id = $1', [later])
    expect(jobs).toEqual([])
    expect(stage.receiver.received.filter(({ body }) => body.id === event_id)).toHaveLength(1)
  })

  test('concurrent deletes respond 200 and 404, and emit one event', async () => {
    const own = (await stage.tenant())[level]
    const made = await register(own, stage.receiver.url, observes)
    const path = `/v2/integrations/${made.id}`
    const answers = await Promise.all([own.delete(path), own.delete(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await countEvents(own, 'integration.deleted')).toBe(1)
  })
})

test("an organization and its store cannot see each other's integrations by id", async () => {
  const { store, organization } = await stage.tenant()
  const ofStore = await register(store, stage.receiver.url, ['order.paid'])
  const ofOrganization = await register(organization, stage.receiver.url, ['integration.created'])
  expect((await organization.get(`/v2/integrations/${ofStore.id}`)).status).toBe(404)
  expect((await store.get(`/v2/integrations/${ofOrganization.id}`)).status).toBe(404)
  expect((await store.delete(`/v2/integrations/${ofOrganization.id}`)).status).toBe(404)
})
