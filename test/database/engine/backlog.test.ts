import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Backlog } from '../../../src/events/backlog.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { eventually } from '../../support/app.ts'
import type { TestDatabase } from '../../support/cluster.ts'
import { testDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('only a store that many deliveries wait for, for all that is known, is counted', async () => {
  const counted = vi.spyOn(database.db, 'executeQuery')
  const owners = () => counted.mock.calls.map(([asked]) => 'parameters' in asked && asked.parameters[0])
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
