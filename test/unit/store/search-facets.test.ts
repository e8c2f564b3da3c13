import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/db/database.ts'
import { limitReleaseCache, readCached } from '../../../src/store/catalog/cache/process-cache.ts'
import { matchEverything } from '../../../src/store/catalog/search/rules/matches.ts'
import type { FacetList } from '../../../src/store/catalog/search/sql/facets.ts'
import { countFacets } from '../../../src/store/released-catalogs/multi-search/facet-counts.ts'
import type { Scope } from '../../../src/store/released-catalogs/multi-search/scope.ts'

// Cached data of a release is read without a statement, so even a large release needs no database.

const PRODUCTS = 200_000
const NODES = 40_000
const IN_NODE = 10
const SHARING = 2

const ref = { owner_id: 'owner', release_id: 'release' }
const db = {} as Database
const scope: Scope = { db, ref, now: 0, store_id: 'store', currency: null, currencies: [] }

function listOf(facet: string, value: string, positions: readonly number[]): FacetList {
  const products = Buffer.alloc(3 * positions.length)
  for (const [index, position] of positions.entries()) products.writeUIntBE(position, 3 * index, 3)
  return { facet, value, facet_label: '', value_label: '', products }
}

/** The second node of each name shares half of the products of the first. */
function positionsIn(node: number): number[] {
  const first = (IN_NODE * Math.floor(node / SHARING) * 3) / 2 + (node % SHARING) * (IN_NODE / 2)
  return Array.from({ length: IN_NODE }, (_, index) => (first + index) % PRODUCTS)
}

beforeAll(async () => {
  limitReleaseCache(1_000)
  const numbers = Array.from({ length: NODES }, (_, number) => number)
  const nodes = numbers.map((number) => {
    const id = `n${number}`
    const name = `Name ${Math.floor(number / SHARING)}`
    return [id, { id, name, slug: `s${number}`, path: name, level: 1 }] as const
  })
  const lists = [
    ...numbers.map((number) => listOf('nodes', `n${number}`, positionsIn(number))),
    ...Array.from({ length: PRODUCTS }, (_, position) => listOf('option:serial', `Serial ${position}`, [position])),
  ]
  await readCached(db, ref, 'categories', async () => ({ nodes: new Map(nodes), levels: new Map() }))
  await readCached(db, ref, 'facets', async () => lists)
})
afterAll(() => limitReleaseCache(64))

const everything = matchEverything(PRODUCTS)
const spellings = ['nodes.name', 'meta.search.nodes.name']

test('a facet of many nodes costs the length of their lists, and duplicate fields count once', async () => {
  const began = process.cpuUsage()
  const { counted } = await countFacets(scope, everything, { names: spellings, max: 2, searched: null })
  const { user } = process.cpuUsage(began)
  expect(counted.map(({ field_name }) => field_name)).toEqual(spellings)
  const count = (IN_NODE * 3) / 2
  for (const facet of counted) {
    expect(facet.counts.map(({ value }) => value)).toEqual(['Name 0', 'Name 1'])
    expect(facet.counts.map((one) => one.count)).toEqual([count, count])
    expect(facet.stats).toEqual({ total_values: NODES / SHARING })
  }
  // A scan of all products for each name would take ten seconds.
  expect(user / 1_000).toBeLessThan(2_000)
})

test.each([
  ['', ['Serial 0', 'Serial 1'], PRODUCTS],
  ['SERIAL 19999', ['Serial 19999', 'Serial 199990'], 11],
])('the event loop stays free while many values that contain %j are counted', async (text, values, total_values) => {
  let turns = 0
  let pending = setImmediate(function turn() {
    turns += 1
    pending = setImmediate(turn)
  })
  const searched = { field_name: 'options.serial', text }
  const { counted } = await countFacets(scope, everything, { names: ['options.serial'], max: 2, searched })
  clearImmediate(pending)
  expect(counted[0]?.counts.map(({ value }) => value)).toEqual(values)
  expect(counted[0]?.stats).toEqual({ total_values })
  expect(turns).toBeGreaterThan(1)
})
