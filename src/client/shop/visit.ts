import { ApiError } from '../api-error.ts'
import { type Account, type Connection, connectAsShopper } from '../connection.ts'
import { parseResponse } from '../list.ts'
import { payFor } from './payment.ts'
import type { Plan } from './plan.ts'
import { type Order, OrderResponse, type Product, Products, ShippingOptions } from './responses.ts'
import { restock, type Seller } from './seller.ts'
import type { VisitReport } from './visit-report.ts'

export type Shop = { account: Account; seller: Seller }

/** Runs the plan of one shopper. Throws API errors other than missing stock. */
export async function visit(shop: Shop, plan: Plan, report: VisitReport): Promise<void> {
  const shopper = await connectAsShopper(shop.account, { 'x-currency': plan.currency })
  const basket = await chooseFrom(shopper, plan)
  if (basket.size === 0 && plan.extra === null) return void report.steps.push('found nothing to buy')
  const cart_id = `shop-${crypto.randomUUID()}`
  await fillCart(shopper, cart_id, plan, basket)
  await addExtra(shop, cart_id, plan)
  const order = await buy(shop, shopper, { cart_id, plan, basket }, report)
  if (order === null) return void report.steps.push('left: out of stock')
  report.order = order
  await payFor({ shopper, seller: await shop.seller() }, order, plan, report)
}

/** Returns the catalog's products at the plan's positions, with their quantities. */
async function chooseFrom(shopper: Connection, { basket }: Plan): Promise<Map<Product, number>> {
  const response = parseResponse(Products, await shopper.get('/catalog/products', { 'page[limit]': '100' }))
  const offered = response.data.filter(({ meta }) => meta.price !== null)
  const chosen = new Map<Product, number>()
  for (const { position, quantity } of basket) {
    const product = offered[Math.floor(position * offered.length)]
    if (product !== undefined) chosen.set(product, (chosen.get(product) ?? 0) + quantity)
  }
  return chosen
}

async function fillCart(
  shopper: Connection,
  id: string,
  { currency, country, address }: Plan,
  basket: ReadonlyMap<Product, number>,
): Promise<void> {
  const cart = { type: 'cart', id, currency, country, region: address.region || null }
  await shopper.post('/carts', { data: cart })
  for (const [product, quantity] of basket) {
    await shopper.post(`/carts/${id}/items`, { data: { type: 'cart_item', id: product.id, quantity } })
  }
}

/** Only the seller may set the price of a custom item. */
async function addExtra({ seller }: Shop, id: string, { extra }: Plan): Promise<void> {
  if (extra === null) return
  const { name, amount } = extra
  const connection = await seller()
  await connection.post(`/carts/${id}/items`, { data: { type: 'custom_item', name, quantity: 1, price: { amount } } })
}

type Purchase = { cart_id: string; plan: Plan; basket: ReadonlyMap<Product, number> }

/** Maximum number of repeated checkouts, because other shoppers may buy the restocked units first. */
const MAX_WAITS = 3

/** Returns the order; null if the shopper leaves because a product is out of stock. */
async function buy(shop: Shop, shopper: Connection, purchase: Purchase, report: VisitReport): Promise<Order | null> {
  const { plan, basket } = purchase
  for (let waits = 0; ; waits += 1) {
    const refusal = await checkOut(shop, shopper, purchase).then(
      (order) => order,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 409 && waits < MAX_WAITS) return error
        throw error
      },
    )
    if (!(refusal instanceof ApiError)) return refusal
    const tracked = [...basket].filter(([product]) => isPhysical(product))
    const levels = new Map(tracked.map(([{ id }, quantity]) => [id, quantity]))
    const restocked = await restock(await shop.seller(), levels)
    report.restocks += restocked
    // No product was out of stock, so the API had another reason to reject the checkout.
    if (restocked === 0 && waits > 0) throw refusal
    if (!plan.isPatient) return null
    if (waits === 0) report.steps.push('waited for stock')
  }
}

async function checkOut(shop: Shop, shopper: Connection, { cart_id, plan, basket }: Purchase): Promise<Order> {
  const { name, email, address } = plan
  const isSent = [...basket.keys()].some(isPhysical)
  const shipping_option_id = isSent ? await findShipping(shop, plan) : null
  const data = {
    customer: { name, email },
    billing_address: address,
    ...(isSent && { shipping_address: address }),
    ...(shipping_option_id !== null && { shipping_option_id }),
  }
  return parseResponse(OrderResponse, await shopper.post(`/carts/${cart_id}/checkout`, { data })).data
}

function isPhysical({ attributes }: Product): boolean {
  return attributes.commodity_type === 'physical'
}

/** Returns the first shipping option for the shopper's country and currency; null without one. */
async function findShipping({ seller }: Shop, { country, currency }: Plan): Promise<string | null> {
  const query = { sort: 'priority', 'page[limit]': '100' }
  const { data } = parseResponse(ShippingOptions, await (await seller()).get('/shipping-options', query))
  const option = data.find(
    ({ enabled, countries, costs }) =>
      enabled && currency in costs && (countries.length === 0 || countries.some((one) => one.country === country)),
  )
  return option?.id ?? null
}
