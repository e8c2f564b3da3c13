import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from 'typebox'
import { invalid, notFound, type Problem } from '../../../kernel/errors.ts'
import { type CustomData, customDataProblems } from '../../kit/values/custom-data.ts'
import type { Work } from '../../kit/work.ts'
import { type Cart, type CartItem, isCustom, MAX_QUANTITY } from '../cart.ts'
import { type CartRequest, changeCart } from '../change.ts'
import { missingPermission, requirePermission } from '../permit.ts'
import type { PricedCart } from '../price.ts'
import type { Outcome } from './add.ts'
import type { Mode } from './find-requested.ts'
import { refuseTaxesAbovePrice } from './included-taxes.ts'
import { customData, SHIPPING_GROUP } from './new-item.ts'

const changes = {
  quantity: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description: '0 removes the line.' })),
  ...customData,
}

export const ItemUpdate = Type.Object(
  { type: Type.Optional(Type.Enum(['cart_item', 'custom_item'])), ...changes },
  { 'x-refused': SHIPPING_GROUP },
)
export const ItemsUpdate = Type.Object({
  type: Type.Optional(Type.Enum(['cart_item', 'custom_item'])),
  id: Type.String({ format: 'uuid', description: 'Id of the line.' }),
  ...changes,
})

export type ItemChanges = { quantity?: number } & Partial<CustomData>

export function itemChanges({
  quantity,
  custom_inputs,
  custom_attributes,
}: Pick<Static<typeof ItemUpdate>, keyof ItemChanges>): ItemChanges {
  return {
    ...(quantity !== undefined && { quantity }),
    ...(custom_inputs !== undefined && { custom_inputs }),
    ...(custom_attributes !== undefined && { custom_attributes }),
  }
}

/** Changes a line; a quantity of 0 removes it. Throws `not_found`, `forbidden` and `invalid`. */
export function updateItem(
  work: Work,
  cartRequest: CartRequest,
  item_id: string,
  update: ItemChanges,
): Promise<PricedCart> {
  const change = async (cart: Cart) => {
    const item = findItem(cart, item_id)
    if (isCustom(item)) await requirePermission(work, cartRequest, 'shopper_custom_items')
    const problems = customDataProblems(update, '/data')
    if (problems.length > 0) throw invalid(problems)
    return withChanges(cart, item, update, work.now)
  }
  return changeCart(work, cartRequest, change, (priced) => refuseTaxesAbovePrice(priced, item_id, '/data/quantity'))
}

/** Changes several lines: all or none, or those that can be changed. Throws `invalid`. */
export async function updateItems(
  work: Work,
  cartRequest: CartRequest,
  updates: readonly ({ id: string } & ItemChanges)[],
  mode: Mode,
): Promise<Outcome> {
  let refused: Problem[] = []
  const change = async (cart: Cart) => {
    refused = []
    const denied = cart.items.some(isCustom) ? await missingPermission(work, cartRequest, 'shopper_custom_items') : null
    let next = cart
    for (const [index, { id, ...update }] of updates.entries()) {
      const item = next.items.find((one) => one.id === id.toLowerCase())
      const problem = item === undefined ? unknownItem(id, index) : updateProblem({ item, update, denied }, index)
      if (problem !== null) refused.push(problem)
      else if (item !== undefined) next = withChanges(next, item, update, work.now)
    }
    if (mode === 'all' && refused.length > 0) throw invalid(refused)
    return next
  }
  const priced = await changeCart(work, cartRequest, change, (found) => {
    for (const [index, { id }] of updates.entries()) refuseTaxesAbovePrice(found, id, `/data/${index}/quantity`)
  })
  return { priced, refused }
}

function unknownItem(id: string, index: number): Problem {
  return { detail: `data[${index}].id: the cart has no item ${id}.`, pointer: `/data/${index}/id` }
}

type RequestedUpdate = { item: CartItem; update: ItemChanges; denied: string | null }

function updateProblem({ item, update, denied }: RequestedUpdate, index: number): Problem | null {
  const pointer = `/data/${index}`
  if (denied !== null && isCustom(item)) return { detail: denied, pointer }
  return customDataProblems(update, pointer)[0] ?? null
}

function withChanges(cart: Cart, item: CartItem, update: ItemChanges, now: number): Cart {
  if (update.quantity === 0) return { ...cart, items: cart.items.filter((one) => one !== item) }
  const changed = { ...item, ...update }
  if (isDeepStrictEqual(item, changed)) return cart
  return { ...cart, items: cart.items.map((one) => (one === item ? { ...changed, updated_at: now } : one)) }
}

/** Removes all lines. Throws `forbidden` for custom items if shoppers may not change them. */
export function removeAllItems(work: Work, cartRequest: CartRequest): Promise<PricedCart> {
  return changeCart(work, cartRequest, async (cart) => {
    if (cart.items.some(isCustom)) await requirePermission(work, cartRequest, 'shopper_custom_items')
    return { ...cart, items: [] }
  })
}

/** Throws `not_found`. */
export function findItem({ items }: Cart, item_id: string): CartItem {
  const item = items.find(({ id }) => id === item_id.toLowerCase())
  if (item === undefined) throw notFound('cart item')
  return item
}
