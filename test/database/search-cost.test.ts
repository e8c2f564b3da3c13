import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { newId } from '../../src/db/new-id.ts'
import { searchProducts } from '../../src/store/catalog/search/search.ts'
import { type Counted, openCounted } from '../support/database/blocks.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

const WORDS = 20_000
const ref = { owner_id: newId(1), release_id: newId(2) }

let database: TestDatabase
let counted: Counted

beforeAll(async () => {
  database = await testDatabase()
  counted = openCounted(database.url)
  await query(
    database.db,
    `insert into release_words (owner_id, release_id, word)
     select $1, $2, translate(md5(i::text), '0123456789', 'ghijklmnop') from generate_series(1, ${WORDS}) as i`,
    [ref.owner_id, ref.release_id],
  )
  // Otherwise the server might vacuum between two readings, and the second reading would touch fewer blocks.
  await query(database.db, 'vacuum analyze release_words', [])
})

afterAll(async () => {
  await counted.close()
  await database.close()
})

async function blocksOf(words: readonly string[]): Promise<number> {
  const shop = { store_id: ref.owner_id, now: 0, currency: null }
  const search = { keywords: words.join(' '), sorting: 'relevance', filters: [], shop } as const
  const request = { ...search, offset: 0, limit: 10 }
  return (await counted.counting(() => searchProducts(counted.db, ref, request))).blocks
}

/** Creates distinct words that no release has, each 33 characters long. */
const mistyped = (count: number) =>
  Array.from({ length: count }, (_, index) => `${'qrstuvwxyz'.charAt(index % 10).repeat(32)}z`)

describe('words that a release does not have', () => {
  test('are compared with all its words, for at most five unknown words', async () => {
    const none = await blocksOf(['1st'])
    const each = (await blocksOf(mistyped(1))) - none
    expect(each).toBeGreaterThan(100)
    const [five, twenty] = [await blocksOf(mistyped(5)), await blocksOf(mistyped(20))]
    expect(five - none).toBeGreaterThan(4 * each)
    // An index lookup shows whether a word is known.
    expect((twenty - five) / 15).toBeLessThan(each / 5)
  })
})
