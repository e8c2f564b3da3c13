import { expect, test } from 'vitest'
import { cartResources } from '../../../src/storefront/carts/resources.ts'
import { catalogResources } from '../../../src/storefront/catalog/resources.ts'
import { orderResources } from '../../../src/storefront/orders/resources.ts'
import { purchaseResources } from '../../../src/storefront/purchases/resources.ts'
import { shopperResources } from '../../../src/storefront/shoppers/resources.ts'
import { quotedIn, specified } from '../../support/documents/specification.ts'

const resources = [...cartResources, ...catalogResources, ...orderResources, ...purchaseResources, ...shopperResources]

const zooms = ['Prices', 'Promotions'].flatMap((heading) =>
  specified('storefront', heading).map((row) => ({
    from: row.get('From') ?? '',
    zoom: quotedIn(row.get('Zoom'))[0] ?? '',
  })),
)

test.each(zooms)('from $from the relations $zoom lead to a resource', ({ from, zoom }) => {
  const named = new Map(resources.map((resource) => [resource.name, resource]))
  let reached = [from]
  for (const rel of zoom.split(':')) {
    reached = reached.flatMap((name) => named.get(name)?.relations[rel] ?? [])
    expect(reached, `${from}: ${rel} in ${zoom}`).not.toEqual([])
  }
})
