import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { eventually } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { createAssortment, settled } from '../../support/store/catalogs.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a release that takes long holds up no export of another organization', async () => {
  const [greedy, modest] = [(await stage.tenant()).store, (await stage.tenant()).store]
  const { catalog } = await createAssortment(greedy, { lamp: 1_000 })
  const copied = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = stage.database.db.transaction(async (tx) => {
    await query(tx, 'lock table release_hierarchies in access exclusive mode', [])
    locked.resolve()
    await copied.promise
  })
  await locked.promise
  const release = (await greedy.post(`/v2/catalogs/${catalog}/releases`, {})).body.data.id
  await eventually(
    () => query<{ waits: boolean }>(stage.database.db, COPY_WAITS, []),
    ([row]) => row?.waits === true,
  )
  const job = (await modest.post('/v2/jobs', { data: { type: 'job', what: 'orders' } })).body.data.id
  await eventually(
    () => modest.get(`/v2/jobs/${job}`),
    ({ body }) => body.data.status === 'complete',
  )
  const failures = await query(stage.database.db, 'select failures from catalog_releases where id = $1', [release])
  expect(failures).toEqual([{ failures: 0 }])
  copied.resolve()
  await holding
  expect((await settled(greedy, catalog, release)).meta.release_status).toBe('PUBLISHED')
})

const COPY_WAITS = `select exists (select from pg_locks
  where relation = 'release_hierarchies'::regclass and not granted) as waits`
