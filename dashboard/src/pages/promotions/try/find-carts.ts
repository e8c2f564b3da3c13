import type { Api } from '../../../api/client.ts'
import { printFilter } from '../../../kit/filter.ts'
import type { Option } from '../../../kit/form/field.ts'
import { formatAmount } from '../../../kit/values/money.ts'

/** Number of recent carts to scan for a customer's carts, because the API cannot filter carts by customer. */
const LOOKED_THROUGH = 100
const SHOWN = 20

const like = (field: string, text: string) =>
  printFilter({ conditions: [{ field, operator: 'ilike', values: [`*${text}*`] }] })

/** Carts whose id or name matches, and carts of customers whose name or email matches; newest first. */
export async function findCarts(api: Api, typed: string): Promise<Option[]> {
  const text = typed.trim()
  const places = await decimalPlaces(api)
  if (text === '') return (await list(api, undefined, SHOWN)).map((cart) => optionOf(cart, places))
  const [byId, byName, latest, customers] = await Promise.all([
    list(api, like('id', text), SHOWN),
    list(api, like('name', text), SHOWN),
    list(api, undefined, LOOKED_THROUGH),
    customersLike(api, text),
  ])
  const theirs = latest.filter(({ relationships }) => relationships.customers.data?.some(({ id }) => customers.has(id)))
  const found = new Map([...byId, ...byName, ...theirs].map((cart) => [cart.id, cart]))
  return [...found.values()].slice(0, SHOWN).map((cart) => optionOf(cart, places, customers))
}

async function list(api: Api, filter: string | undefined, limit: number) {
  const query = { sort: '-updated_at', 'page[limit]': limit, ...(filter === undefined ? {} : { filter: [filter] }) }
  return (await api.GET('/v2/carts', { params: { query } })).data?.data ?? []
}

/** Decimal places by the currencies of the store; empty for people who may not read them. */
async function decimalPlaces(api: Api): Promise<Map<string, number>> {
  const found = await api.GET('/v2/currencies', { params: { query: { 'page[limit]': 100 } } }).catch(() => null)
  return new Map(found?.data?.data.map(({ code, decimal_places }) => [code, decimal_places]))
}

async function customersLike(api: Api, text: string): Promise<Map<string, string>> {
  const by = (field: string) =>
    api.GET('/v2/customers', { params: { query: { filter: [like(field, text)], 'page[limit]': SHOWN } } })
  // People who may not read customers still find carts by id.
  const found = await Promise.all([by('email'), by('name')]).catch(() => [])
  return new Map(found.flatMap(({ data }) => data?.data ?? []).map(({ id, email, name }) => [id, email || name]))
}

type Cart = Awaited<ReturnType<typeof list>>[number]

function optionOf(
  { id, name, meta, relationships }: Cart,
  places: ReadonlyMap<string, number>,
  known: ReadonlyMap<string, string> = new Map(),
): Option {
  const { amount, currency } = meta.display_price.with_tax
  const [customer] = (relationships.customers.data ?? []).flatMap((one) => known.get(one.id) ?? [])
  const lines = relationships.items.data.length
  const parts = [
    name || id,
    customer,
    `${lines} ${lines === 1 ? 'line' : 'lines'}`,
    formatAmount(amount, { currency, decimal_places: places.get(currency) }),
  ]
  return { value: id, label: parts.filter((part) => part !== undefined).join(' · ') }
}
