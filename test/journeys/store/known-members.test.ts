import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { eachMember, type KnownMember, knownMembers, memberIn } from '../../support/documents/known-members.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'

// Each member that published clients send is stored, ignored and named in meta.ignored, or rejected with a reason.
// nothing-lost.test.ts checks that stored members are read back.

/** Members that are accepted without effect if they equal the stored value. */
const SAID_BY_THE_ADDRESS = [
  'PUT /v2/accounts/{account_id}/account-memberships/{account_membership_id} /data/account_member_id',
  'PUT /v2/settings/extensions/custom-apis/{custom_api_id} /data/api_type',
  'PUT /v2/settings/extensions/custom-apis/{custom_api_id}/fields/{custom_field_id} /data/field_type',
  'PUT /v2/settings/extensions/custom-apis/{custom_api_id}/fields/{custom_field_id} /data/use_as_url_slug',
  'PUT /v2/pricebooks/{pricebook_id}/prices/{product_price_id} /data/meta/owner',
  'PUT /v2/pricebooks/{pricebook_id}/prices/{product_price_id} /data/meta/pricebook_id',
  'PUT /v2/pricebooks/{pricebook_id}/prices/{product_price_id} /data/attributes/created_at',
  'PUT /v2/pricebooks/{pricebook_id}/prices/{product_price_id} /data/attributes/updated_at',
  'PUT /v2/pricebooks/{pricebook_id}/prices/{product_price_id} /links/self',
]

/** Known members with a rejected value, and the reason. */
const REFUSED_VALUES = {
  'members log in with a password or a one-time password': [
    'POST /v2/account-members/tokens /data/authentication_mechanism',
  ],
  'a cart and an order are copied alone': ['POST /v2/carts/{cart_id}/items /data/0/type'],
  'it is none of the store': [
    'POST /v2/carts/{cart_id}/items /data/code',
    'POST /v2/carts/{cart_id}/items /data/0/code',
    'POST /v2/carts/{cart_id}/items /data/cart_id',
    'POST /v2/carts/{cart_id}/items /data/order_id',
    'PUT /v2/carts/{cart_id}/items /data/0/id',
    'POST /v2/carts/{cart_id}/relationships/accounts /data/0/id',
    'POST /v2/carts/{cart_id}/relationships/customers /data/0/id',
    'POST /v2/orders/anonymize /data/order_ids/0',
  ],
  'a product has an id or a sku': ['POST /v2/carts/{cart_id}/items /data/0/quantity'],
}

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

test.each([...knownMembers.keys()])('%s lists all its members', async (operation) => {
  const members = [...eachMember()].filter((member) => member.operation === operation)
  for (const member of members) expect([member.pointer, await outcomeOf(member)]).toEqual([member.pointer, 'is known'])
})

test('the lists contain no superfluous member', () => {
  expect([...listed].filter((entry) => !used.has(entry))).toEqual([])
})

const listed = new Set([...SAID_BY_THE_ADDRESS, ...Object.values(REFUSED_VALUES).flat()])
const used = new Set<string>()

/** `is known`, or the problem. */
async function outcomeOf({ operation, pointer, body }: KnownMember): Promise<string> {
  const [method = '', path = ''] = operation.split(' ')
  const found = stage.contract.operations.find((one) => one.method === method && one.path === path)
  if (found === undefined) return 'has no operation'
  const answer = await send(method, addressOf(path), body)
  const errors = (answer?.errors ?? []) as { detail: string; source?: { pointer?: string } }[]
  const error = errors.find(({ source }) => leadsTo(pointer, source?.pointer ?? ''))
  if (error !== undefined) return isRefused(error.detail) || isListed(operation, pointer) ? 'is known' : error.detail
  const treatment = memberIn(stage.contract.document, found.body ?? {}, pointer)
  if (treatment === 'described' || pointer.endsWith('/id')) return 'is known'
  const ignored = (answer?.meta as { ignored?: string[] } | undefined)?.ignored
  if (
    treatment === 'ignored' &&
    (ignored === undefined ? errors.length > 0 : ignored.some((one) => pointer.startsWith(one)))
  )
    return 'is known'
  return isListed(operation, pointer) ? 'is known' : `is ${treatment}, without effect`
}

function isRefused(detail: string): boolean {
  return detail.includes(' is not supported. ')
}

function isListed(operation: string, pointer: string): boolean {
  const entry = `${operation} ${pointer}`
  used.add(entry)
  return listed.has(entry)
}

/** True if the error names the member or its parent. */
function leadsTo(pointer: string, named: string): boolean {
  return named.split('/').length > 2 && (pointer === named || pointer.startsWith(`${named}/`))
}

/** Gateways and settings must exist; all other bodies are validated before the id is looked up. */
function addressOf(path: string): string {
  const id = '0199f3a0-7c00-7000-8000-0000000000ff'
  return path.replace('{gateway_slug}', 'manual').replaceAll(/\{[^}]+\}/g, id)
}

async function send(method: string, path: string, body: unknown): Promise<Record<string, unknown> | null> {
  const answer = await seller.call(method, path, body)
  expect(answer.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
  return answer.body
}
