import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../../api/client.ts'
import { printFilter } from '../../kit/filter.ts'
import type { Option, Picker } from '../../kit/form/field.ts'
import { type Scope, useScope } from '../../kit/scope.ts'

/** Pickers for the ids and codes that promotions reference. */
export type Pickers = Readonly<
  Record<'skus' | 'products' | 'categories' | 'tags' | 'accounts' | 'shippingOptions', Picker>
>

const FOUND = 20

export function usePickers(): Pickers {
  const scope = useScope()
  return useMemo(() => pickersOf(scope), [scope])
}

function pickersOf({ api, id }: Scope): Pickers {
  const categories = categoriesOf(api)
  return {
    skus: { name: `${id} sku`, search: (text) => findSkus(api, text), label: (sku) => Promise.resolve(sku) },
    products: {
      name: `${id} product`,
      search: (text) => findProducts(api, text),
      label: (one) => nameOfProduct(api, one),
    },
    categories: { name: `${id} category`, ...categories },
    tags: { name: `${id} tag`, search: (text) => findTags(api, text), label: (tag) => Promise.resolve(tag) },
    accounts: {
      name: `${id} account`,
      search: (text) => findAccounts(api, text),
      label: (one) => nameOfAccount(api, one),
    },
    shippingOptions: {
      name: `${id} shipping option`,
      search: (text) => findShippingOptions(api, text),
      label: (one) => nameOfShippingOption(api, one),
    },
  }
}

const like = (field: string, text: string) =>
  text.trim() === ''
    ? {}
    : { filter: [printFilter({ conditions: [{ field, operator: 'ilike', values: [`*${text.trim()}*`] }] })] }

const limit = { 'page[limit]': FOUND }

async function products(api: Api, field: string, text: string) {
  const { data } = await api.GET('/v2/products', { params: { query: { ...like(field, text), ...limit } } })
  return (data?.data ?? []).map(({ id, attributes }) => ({ id, ...attributes }))
}

/** Offers the typed text too, since it may name a future product. */
function withTyped(options: Option[], text: string): Option[] {
  const typed = text.trim()
  return typed === '' || options.some(({ value }) => value === typed)
    ? options
    : [...options, { value: typed, label: `${typed} (as typed)` }]
}

async function findSkus(api: Api, text: string): Promise<Option[]> {
  const [bySku, byName] = await Promise.all([
    products(api, 'sku', text),
    text.trim() === '' ? [] : products(api, 'name', text),
  ])
  const found = new Map([...bySku, ...byName].flatMap(({ sku, name }) => (sku ? [[sku, name ?? ''] as const] : [])))
  return withTyped(
    Array.from(found, ([value, name]) => ({ value, label: `${value} · ${name}` })),
    text,
  )
}

async function findProducts(api: Api, text: string): Promise<Option[]> {
  return (await products(api, 'name', text)).map(({ id, name, sku }) => ({
    value: id,
    label: sku ? `${name} · ${sku}` : (name ?? id),
  }))
}

async function findTags(api: Api, text: string): Promise<Option[]> {
  const tags = new Set((await products(api, 'name', '')).flatMap((product) => product.tags ?? []))
  const wanted = text.trim().toLowerCase()
  const found = [...tags].filter((tag) => tag.toLowerCase().includes(wanted)).toSorted()
  return withTyped(
    found.map((tag) => ({ value: tag, label: tag })),
    text,
  )
}

async function findAccounts(api: Api, text: string): Promise<Option[]> {
  const { data } = await api.GET('/v2/accounts', { params: { query: { ...like('name', text), ...limit } } })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

async function findShippingOptions(api: Api, text: string): Promise<Option[]> {
  const { data } = await api.GET('/v2/shipping-options', {
    params: { query: { ...like('name', text), ...limit } },
  })
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

async function nameOfProduct(api: Api, product_id: string): Promise<string | null> {
  const found = await api.GET('/v2/products/{product_id}', { params: { path: { product_id } } }).catch(() => null)
  return found?.data?.data.attributes.name ?? null
}

async function nameOfAccount(api: Api, account_id: string): Promise<string | null> {
  const found = await api.GET('/v2/accounts/{account_id}', { params: { path: { account_id } } }).catch(() => null)
  return found?.data?.data.name ?? null
}

async function nameOfShippingOption(api: Api, shipping_option_id: string): Promise<string | null> {
  const path = { shipping_option_id }
  const found = await api.GET('/v2/shipping-options/{shipping_option_id}', { params: { path } }).catch(() => null)
  return found?.data?.data.name ?? null
}

/** Nodes belong to hierarchies, so each hierarchy is searched. */
function categoriesOf(api: Api): Pick<Picker, 'search' | 'label'> {
  const hierarchies = async () =>
    (await api.GET('/v2/hierarchies', { params: { query: { 'page[limit]': 100 } } })).data?.data ?? []
  return {
    async search(text) {
      const found = await Promise.all(
        (await hierarchies()).map(async ({ id, attributes }) => {
          const params = { path: { hierarchy_id: id }, query: { ...like('name', text), ...limit } }
          const { data } = await api.GET('/v2/hierarchies/{hierarchy_id}/nodes', { params })
          return (data?.data ?? []).map((node) => ({
            value: node.id,
            label: `${node.attributes.name} · ${attributes.name}`,
          }))
        }),
      )
      return found.flat().slice(0, FOUND)
    },
    async label(node_id) {
      for (const { id: hierarchy_id } of await hierarchies()) {
        const path = { hierarchy_id, node_id }
        const found = await api
          .GET('/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', { params: { path } })
          .catch(() => null)
        if (found?.data !== undefined) return found.data.data.attributes.name ?? null
      }
      return null
    },
  }
}

/** Currency codes of the store, default first, and the number of minor units in one unit of the default. */
export function useCurrencies(): { codes: readonly string[]; unit: number } | null {
  const { api, id } = useScope()
  const { data } = useQuery({
    queryKey: ['/v2/currencies', id, 'codes'],
    queryFn: async () =>
      (await api.GET('/v2/currencies', { params: { query: { 'page[limit]': 100 } } })).data?.data ?? [],
  })
  if (data === undefined) return null
  const sorted = data.toSorted((a, b) => Number(b.default) - Number(a.default))
  return { codes: sorted.map(({ code }) => code), unit: 10 ** (sorted[0]?.decimal_places ?? 2) }
}
