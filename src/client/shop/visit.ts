import { ApiError } from '../api-error.ts'
import { type Account, type Connection, connectAsShopper } from '../connection.ts'
import { checkAnswer } from '../list.ts'
import { type Order, OrderAnswer, type Product, Products, ShippingOptions } from './answers.ts'
import { payFor } from './payment.ts'
import type { Plan } from './plan.ts'
import { restock, type Seller } from './seller.ts'
import type { Story } from './story.ts'

export type Shop = { account: Account; seller: Seller }

/** One shopper comes, buys and leaves, as the plan says. Throws what the API refuses beyond what shops are used to. */
export async function visit(shop: Shop, plan: Plan, story: Story): Promise<void> {
  const shopper = await connectAsShopper(shop.account, { 'x-currency': plan.currency })
  const basket = await chooseFrom(shopper, plan)
  if (basket.size === 0 && plan.extra === null) return tell(story, 'found nothing to buy')
  const cart_id = `shop-${crypto.randomUUID()}`
  await fillCart(shopper, cart_id, plan, basket)
  await addExtra(shop, cart_id, plan)
  const order = await buy(shop, shopper, { cart_id, plan, basket }, story)
  if (order === null) return tell(story, 'left, out of stock')
  story.order = order
  await payFor({ shopper, seller: await shop.seller() }, order, plan, story)
}

function tell({ deeds }: Story, ...more: Story['deeds']): void {
  deeds.push(...more)
}

/** Products of the catalog that the plan's places fall on, with how many of each. */
async function chooseFrom(shopper: Connection, { basket }: Plan): Promise<Map<Product, number>> {
  const answer = checkAnswer(Products, await shopper.get('/catalog/products', { 'page[limit]': '100' }))
  const offered = answer.data.filter(({ meta }) => meta.price !== null)
  const chosen = new Map<Product, number>()
  for (const { place, quantity } of basket) {
    const product = offered[Math.floor(place * offered.length)]
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
  const words = { type: 'cart', id, currency, country, region: address.region || null }
  await shopper.post('/carts', { data: words })
  for (const [product, quantity] of basket) {
    await shopper.post(`/carts/${id}/items`, { data: { type: 'cart_item', id: product.id, quantity } })
  }
}

/** What is in no catalog has its price from the seller. */
async function addExtra({ seller }: Shop, id: string, { extra }: Plan): Promise<void> {
  if (extra === null) return
  const { name, amount } = extra
  const connection = await seller()
  await connection.post(`/carts/${id}/items`, { data: { type: 'custom_item', name, quantity: 1, price: { amount } } })
}

type Purchase = { cart_id: string; plan: Plan; basket: ReadonlyMap<Product, number> }

/** Times that a shopper waits: others may buy what has just come. */
const MOST_WAITS = 3

/** The order; null when something is out of stock and the shopper leaves. */
async function buy(shop: Shop, shopper: Connection, purchase: Purchase, story: Story): Promise<Order | null> {
  const { plan, basket } = purchase
  for (let waits = 0; ; waits += 1) {
    const refusal = await checkOut(shop, shopper, purchase).then(
      (order) => order,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 409 && waits < MOST_WAITS) return error
        throw error
      },
    )
    if (!(refusal instanceof ApiError)) return refusal
    const tracked = [...basket].filter(([product]) => isPhysical(product))
    const wanted = new Map(tracked.map(([{ id }, quantity]) => [id, quantity]))
    const restocked = await restock(await shop.seller(), wanted)
    story.restocks += restocked
    // Nothing was short, so the refusal was about something else.
    if (restocked === 0 && waits > 0) throw refusal
    if (!plan.patient) return null
    if (waits === 0) tell(story, 'waited for stock')
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
  return checkAnswer(OrderAnswer, await shopper.post(`/carts/${cart_id}/checkout`, { data })).data
}

function isPhysical({ attributes }: Product): boolean {
  return attributes.commodity_type === 'physical'
}

/** The option that is offered first where the shopper is; null when there is none. */
async function findShipping({ seller }: Shop, { country, currency }: Plan): Promise<string | null> {
  const query = { sort: 'priority', 'page[limit]': '100' }
  const { data } = checkAnswer(ShippingOptions, await (await seller()).get('/shipping-options', query))
  const goes = data.find(
    ({ enabled, countries, costs }) =>
      enabled && currency in costs && (countries.length === 0 || countries.some((one) => one.country === country)),
  )
  return goes?.id ?? null
}
