import type { MoneyFormat } from '../../pricing/money.ts'
import type { Snapshot } from '../../store/checkout/snapshot.ts'
import { isOwn } from '../../store/orders/read.ts'
import { type Purchase, selectPurchases } from '../../store/orders/store.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Absent, Body, Params, Resource } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'

/** What was bought, as it was frozen then, with what became of its order since. */
export type Bought = {
  params: Readonly<{ scope: string; purchase: string }>
  order: Omit<Purchase, 'document'>
  sold: Snapshot
  format: MoneyFormat
}

/** Reads resources that are parts of purchases; all that are asked for are loaded together, and once for a request. */
export function ofPurchase(show: (bought: Bought, params: Params) => Body | Absent): Resource<Shop>['read'] {
  return async (shop, addresses) => {
    const found = await purchasesAt(shop, addresses)
    return addresses.map((params, index) => {
      const bought = found[index] ?? 'missing'
      if (typeof bought === 'string') return bought
      const body = show(bought, params)
      return typeof body === 'string' ? body : { ...body, params: { ...params, ...body.params, ...bought.params } }
    })
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function purchasesAt(shop: Shop, addresses: readonly Params[]): Promise<(Bought | Absent)[]> {
  const ids = addresses.map(({ purchase }) => readOpaque(purchase ?? ''))
  const loaded = await once(shop, 'purchases', async () => new Map<string, Bought>())
  const unknown = [...new Set(ids)].filter((id) => !loaded.has(id) && UUID.test(id))
  if (unknown.length > 0)
    for (const one of await selectPurchases(shop.deps.db, shop.owner.store_id, unknown))
      if (isOwn(shop.caller, one)) loaded.set(one.id, read(shop, one))
  return ids.map((id) => loaded.get(id) ?? whyAbsent(shop, id))
}

/** A shopper is not told which purchases of others there are; a seller sees them all. */
function whyAbsent({ caller }: Shop, id: string): Absent {
  return caller.role === 'shopper' && UUID.test(id) ? 'forbidden' : 'missing'
}

/** The parameters of a purchase's addresses. */
export function purchaseAt({ scope }: Pick<Shop, 'scope'>, order_id: string): Bought['params'] {
  return { scope, purchase: opaque(order_id) }
}

function read(shop: Shop, { document, ...order }: Purchase): Bought {
  const sold = JSON.parse(document) as Snapshot
  return { params: purchaseAt(shop, order.id), order, sold, format: sold.money_format }
}

export function lineAt({ sold }: Bought, { lineitem = '' }: Params): Snapshot['lines'][number] | undefined {
  const id = readOpaque(lineitem)
  return sold.lines.find((line) => line.id === id)
}
