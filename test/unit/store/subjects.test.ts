import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subjectsOf } from '../../../src/store/kit/subjects.ts'

const WITHOUT_SUBJECT = { scope: 'seller', operation: 'POST /v2/promotions/x/coupons' }
const [A, B, C] = [fcUuid(1), fcUuid(2), fcUuid(3)]

function fcUuid(number: number): string {
  return `01a1fa48-6808-7096-b636-00000000000${number}`
}

test('the caller and the resources of the path are subjects', () => {
  const request = { scope: `customer_id ${A}, account_id ${B}`, operation: `POST /v2/orders/${C}/payments?x=1` }
  expect(subjectsOf(request, null)).toEqual([A, B, C])
  expect(
    subjectsOf({ ...WITHOUT_SUBJECT, operation: `POST /v2/customers/${A.toUpperCase()}/addresses` }, null),
  ).toEqual([A])
})

test('products, sessions and similar resources are not subjects', () => {
  const request = { scope: `session ${A}`, operation: `POST /v2/inventories/${B}/transactions` }
  expect(subjectsOf(request, { data: { type: 'stock-transaction', id: C, product_id: A } })).toEqual([])
})

test.each([
  [{ data: { type: 'customer', id: A, name: 'Ada' } }],
  [{ data: { type: 'order', id: A, customer: { name: 'Ada' } }, included: { items: [] } }],
  [{ data: { type: 'address', id: 'no uuid', relationships: { customer: { data: { type: 'customer', id: A } } } } }],
  [{ data: { type: 'transaction', id: B, relationships: { order: { data: { type: 'order', id: A } } } } }],
  [{ data: { type: 'cart', id: 'my-cart', relationships: { customers: { data: [{ type: 'customer', id: A }] } } } }],
  [{ data: { type: 'wishlist_ext', id: B, customer_id: A, name: null } }],
  [[{ contact: { account_member_id: A } }]],
])('a person in a response is a subject: %j', (body) => {
  expect(subjectsOf(WITHOUT_SUBJECT, body)).toEqual([A])
})

test('a person is found once at any depth, and nothing else is', () => {
  const wrap = (inner: unknown) =>
    fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant(inner),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        fc.record({ type: fc.constantFrom('order_item', 'product'), id: fc.uuid(), more: tie('node') }),
      ),
    })).node
  fc.assert(
    fc.property(wrap({ type: 'customer', id: A }), (body) => {
      expect(subjectsOf(WITHOUT_SUBJECT, body)).toEqual([A])
    }),
  )
})
