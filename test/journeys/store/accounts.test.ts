import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '../../../src/store/accounts/account.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { bodyOf, makeOne } from '../../support/store/resource-samples.ts'
import { expectStatus, watchEvents } from '../../support/store/shop.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

async function anAccount(parent_id: string | null = null): Promise<string> {
  return (await makeOne(seller, accounts, { parent_id })).id
}

function move(id: string, parent_id: string | null) {
  return seller.put(`/v2/accounts/${id}`, bodyOf(accounts, { parent_id }))
}

async function ancestorsOf(id: string): Promise<string[]> {
  const { body } = await seller.get(`/v2/accounts/${id}`)
  return body.data.relationships.ancestors.map((one: { id: string }) => one.id)
}

test('moving an account moves its descendants, with one event for each', async () => {
  const [root, other] = [await anAccount(), await anAccount()]
  const middle = await anAccount(root)
  const leaf = await anAccount(middle)
  expect(await ancestorsOf(leaf)).toEqual([root, middle])
  const watch = await watchEvents(seller)
  expectStatus(await move(middle, other), 200)
  expect(await ancestorsOf(leaf)).toEqual([other, middle])
  expect(await watch.emitted()).toEqual(['account.updated', 'account.updated'])
})

test('an account cannot move below itself or below a missing account', async () => {
  const root = await anAccount()
  const leaf = await anAccount(await anAccount(root))
  const { store: stranger } = await stage.tenant()
  const theirs = (await makeOne(stranger, accounts)).id
  for (const parent of [root, leaf, theirs, '0199f3a0-7c00-7000-8000-000000000001']) {
    const { status, body } = await move(root, parent)
    expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/parent_id' }])
  }
})

test('concurrent moves of accounts wait for each other and leave a tree', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => anAccount()))
  const moves = ids.flatMap((id, index) =>
    [1, 3, 5].map((step) => [id, ids[(index + step) % ids.length] ?? id] as const),
  )
  const answers = await Promise.all(moves.map(([id, parent]) => move(id, parent)))
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  for (const id of ids) {
    const { body } = await seller.get(`/v2/accounts/${id}`)
    const { parent_id } = body.data
    const above = parent_id === null ? [] : [...(await ancestorsOf(parent_id)), parent_id]
    expect(await ancestorsOf(id)).toEqual(above)
    expect(above).not.toContain(id)
  }
})
