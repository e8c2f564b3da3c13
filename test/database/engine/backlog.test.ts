import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import { Backlog } from '../../../src/events/backlog.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('counts only stores whose estimated backlog is long', async () => {
  const counted = vi.spyOn(database.db, 'execute')
  const owners = () => counted.mock.calls.map(([, [owner_id]]) => owner_id)
  const backlog = new Backlog({ db: database.db, limit: 100, onError: () => {} })
  const [little, much] = [newId(Date.now()), newId(Date.now())]
  const leaveWaiting = (store_id: string, count: number) =>
    backlog.note(Array(count).fill({ worker_id: null, event: { organization_id: store_id, store_id } }))
  leaveWaiting(little, 4)
  leaveWaiting(much, 5)
  await eventually(
    async () => owners(),
    (known) => known.length > 0,
  )
  leaveWaiting(much, 4)
  leaveWaiting(little, 1)
  await eventually(
    async () => owners(),
    (known) => known.length > 1,
  )
  expect(owners()).toEqual([much, little])
  await backlog.close()
})
