import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountAddresses } from '../../../src/store/addresses/address.ts'
import { currencies } from '../../../src/store/currencies/currency.ts'
import type { Client } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { bodyOf, makeOne, samples } from '../../support/store/resource-samples.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

const put = (attributes: object) => seller.put('/v2/settings', { data: { type: 'settings', ...attributes } })

test('the settings show the default currency, and only a currency changes it', async () => {
  expect((await seller.get('/v2/settings')).body.data.default_currency).toBe('USD')
  const { code } = await makeOne(seller, currencies, { default: true })
  expect((await seller.get('/v2/settings')).body.data.default_currency).toBe(code)
  const { status, body } = await put({ default_currency: 'XXX' })
  expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/default_currency'])
})

test('an address field required by the store must not be empty', async () => {
  const [sample] = samples.filter(({ resource }) => resource === accountAddresses)
  const arranged = await sample?.arrange(seller)
  await put({ address_mandatory_fields: ['postcode', 'city', 'country'] })
  const path = `/v2${arranged?.path}`
  const refused = await seller.post(path, bodyOf(accountAddresses, { ...arranged?.create, postcode: '' }))
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ source: { pointer: '/data/postcode' } }]])
  const made = await seller.post(path, bodyOf(accountAddresses, { ...arranged?.create, postcode: '97205' }))
  expect(made.status).toBe(201)
  const emptied = await seller.put(`${path}/${made.body.data.id}`, bodyOf(accountAddresses, { city: '' }))
  expect([emptied.status, emptied.body.errors]).toMatchObject([422, [{ source: { pointer: '/data/city' } }]])
})

test('settings are reset and changed again as documented', async () => {
  expect((await put({ page_length: 3 })).status).toBe(200)
  expect((await put({ page_length: 0 })).status).toBe(422)
  const response = await seller.delete('/v2/settings')
  expect([response.status, response.body]).toEqual([204, null])
  expect((await seller.get('/v2/settings')).body.data.page_length).toBe(25)
  expect(stage.contract.operations.find(({ operationId }) => operationId === 'ResetSettings')?.statuses).toContain(
    '204',
  )
})
