import type { Api } from '../../../../api/client.ts'
import { inFilter } from '../../products/product-reads.ts'
import type { Tools } from './made.ts'

type NewOption = { name: string; values: readonly string[] }

const LIST = '/v2/variations/{product_variation_id}/options'

/** Variations of the store with these values. One with the same name and values serves several products. */
export async function ensureOptions(options: readonly NewOption[], tools: Tools): Promise<void> {
  const { ids } = tools.made
  const wanted = options.map(nameOf)
  // An earlier try may have had other options.
  for (const name of [...ids.keys()]) if (name.startsWith('option ') && !wanted.includes(name)) ids.delete(name)
  for (const [sort_order, option] of options.entries())
    await addValues(await ensureVariation(option, sort_order, tools), option, tools)
}

const nameOf = ({ name, values }: NewOption) => `option ${JSON.stringify([name, ...values])}`

async function ensureVariation(option: NewOption, sort_order: number, { api, made }: Tools): Promise<string> {
  const known = made.ids.get(nameOf(option))
  if (known !== undefined) return known
  const all = await variationsNamed(api, option.name)
  for (const id of all) {
    const values = await valuesOf(api, id)
    const isSame = values.length === option.values.length && option.values.every((value) => values.includes(value))
    if (!isSame) continue
    made.ids.set(nameOf(option), id)
    return id
  }
  return made.once(
    nameOf(option),
    async () => all,
    async () => {
      const data = { type: 'product-variation' as const, attributes: { name: option.name, sort_order } }
      return (await api.POST('/v2/variations', { body: { data } })).data?.data.id ?? ''
    },
  )
}

async function addValues(product_variation_id: string, { values }: NewOption, { api }: Tools): Promise<void> {
  const path = { product_variation_id }
  const there = await valuesOf(api, product_variation_id)
  for (const [sort_order, name] of values.entries()) {
    if (there.includes(name)) continue
    const data = { type: 'product-variation-option' as const, attributes: { name, sort_order } }
    await api.POST(LIST, { params: { path }, body: { data } })
  }
}

/** Of variations with the same name, the newest ones. */
const COMPARED = 10

async function variationsNamed(api: Api, name: string): Promise<string[]> {
  const query = { filter: inFilter('name', [name]), 'page[limit]': COMPARED, sort: '-created_at' as const }
  const { data } = await api.GET('/v2/variations', { params: { query } })
  return (data?.data ?? []).map(({ id }) => id)
}

async function valuesOf(api: Api, product_variation_id: string): Promise<string[]> {
  const params = { path: { product_variation_id }, query: { 'page[limit]': 100, sort: 'sort_order' as const } }
  const { data } = await api.GET(LIST, { params })
  return (data?.data ?? []).map(({ attributes }) => attributes.name)
}
