import { expect, test } from 'vitest'
import { registry } from '../../../src/storefront/registry.ts'
import { quotedIn, specified } from '../../support/documents/specification.ts'

const zooms = ['Prices', 'Promotions'].flatMap((heading) =>
  specified('storefront', heading).map((row) => ({
    from: row.get('From') ?? '',
    zoom: quotedIn(row.get('Zoom'))[0] ?? '',
  })),
)

test.each(zooms)('starting at $from, the relations $zoom lead to a resource', ({ from, zoom }) => {
  let reached = [from]
  for (const rel of zoom.split(':')) {
    reached = reached.flatMap((name) => registry.get(name)?.relations[rel]?.to ?? [])
    expect(reached, `${from}: ${rel} in ${zoom}`).not.toEqual([])
  }
})
