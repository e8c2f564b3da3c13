import { ReleaseCache } from '../../../src/store/catalog/cache/release-cache.ts'

// A child process, so that nothing else changes its heap: node --expose-gc heap-growth.ts

/** Resembles a row from the driver: parsed text, sharing only member names. */
function aProduct(index: number): { id: string } {
  const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const price = { amount: 1999, sale_amount: null, tiers: [], valid_from: null, valid_to: null, includes_tax: null }
  const texts = { sku: `LAMP-${index}`, name: `Lamp ${index}`, description: 'Of oak, with a shade. '.repeat(9) }
  const lists = { node_ids: [id], category_ids: [id, id], tags: ['oak'], prices: { USD: [price] }, locales: {} }
  return { ...JSON.parse(JSON.stringify({ id, ...texts, ...lists, weight: 800 })), updated_at: new Date(index) }
}

const cache = new ReleaseCache(2 ** 30)
const ref = { owner_id: 'owner', release_id: 'release' }
gc?.()
const before = process.memoryUsage().heapUsed
for (let index = 0; index < 20_000; index += 1) cache.set(ref, `product ${index}`, aProduct(index))
gc?.()
console.log(cache.bytes / (process.memoryUsage().heapUsed - before))
