import type { Api } from '../../../api/client.ts'
import { printFilter } from '../../../kit/filter.ts'
import type { Option } from '../../../kit/form/field.ts'

/** Carts that are looked through for a customer's: the API does not filter carts by customer. */
const LOOKED_THROUGH = 100
const SHOWN = 20

const like = (field: string, text: string) =>
  printFilter({ conditions: [{ field, operator: 'ilike', values: [`*${text}*`] }] })

/** Those whose id or name has the text, and those of customers whose name or e-mail address has it; the latest first. */
export async function findCarts(api: Api, typed: string): Promise<Option[]> {
  const text = typed.trim()
  if (text === '') return (await list(api, undefined, SHOWN)).map(optionOf)
  const [byId, byName, latest, customers] = await Promise.all([
    list(api, like('id', text), SHOWN),
    list(api, like('name', text), SHOWN),
    list(api, undefined, LOOKED_THROUGH),
    customersLike(api, text),
  ])
  const theirs = latest.filter(({ relationships }) => relationships.customers.data?.some(({ id }) => customers.has(id)))
  const found = new Map([...byId, ...byName, ...theirs].map((cart) => [cart.id, cart]))
  return [...found.values()].slice(0, SHOWN).map((cart) => optionOf(cart, customers))
}

async function list(api: Api, filter: string | undefined, limit: number) {
  const query = { sort: '-updated_at', 'page[limit]': limit, ...(filter === undefined ? {} : { filter: [filter] }) }
  return (await api.GET('/v2/carts', { params: { query: query as never } })).data?.data ?? []
}

async function customersLike(api: Api, text: string): Promise<Map<string, string>> {
  const by = (field: string) =>
    api.GET('/v2/customers', { params: { query: { filter: [like(field, text)], 'page[limit]': SHOWN } as never } })
  // Who may not read customers finds carts by their ids.
  const found = await Promise.all([by('email'), by('name')]).catch(() => [])
  return new Map(found.flatMap(({ data }) => data?.data ?? []).map(({ id, email, name }) => [id, email || name]))
}

type Cart = Awaited<ReturnType<typeof list>>[number]

function optionOf({ id, name, meta, relationships }: Cart, customers?: unknown): Option {
  const known = customers instanceof Map ? (customers as ReadonlyMap<string, string>) : new Map<string, string>()
  const [customer] = (relationships.customers.data ?? []).flatMap((one) => known.get(one.id) ?? [])
  const lines = relationships.items.data.length
  const parts = [
    name || id,
    customer,
    `${lines} ${lines === 1 ? 'line' : 'lines'}`,
    meta.display_price.with_tax.formatted,
  ]
  return { value: id, label: parts.filter((part) => part !== undefined).join(' · ') }
}
