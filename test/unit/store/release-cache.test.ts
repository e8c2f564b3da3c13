import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/db/database.ts'
import { ReleaseCache } from '../../../src/store/catalog/cache/release-cache.ts'

const MEBIBYTE = 2 ** 20
const db = {} as Database
const transaction = { isTransaction: true } as unknown as Database
const ref = { owner_id: 'owner', release_id: '0190-1' }
const catalog_id = 'spring'

const aProduct = (index: number) => ({ id: `product ${index}`, description: 'Of oak, with a shade. '.repeat(9) })

test('counts hits and loads', async () => {
  const cache = new ReleaseCache(MEBIBYTE)
  const load = async (ids: readonly string[]) => ids.map((id) => [id, id] as const)
  for (let reading = 0; reading < 3; reading += 1) await cache.get(db, ref, 'count', async () => 1)
  await cache.getEach(db, ref, 'product', ['1', '2'], load)
  await cache.getEach(db, ref, 'product', ['1', '2', '3'], load)
  expect(cache.readings).toEqual({ held: 2 + 2, loaded: 1 + 2 + 1 })
})

describe('the cache limit', () => {
  test('is in bytes that the heap really takes', async () => {
    const program = fileURLToPath(new URL('../../support/store/heap-growth.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
    expect(Number(stdout)).toBeGreaterThan(0.8)
    expect(Number(stdout)).toBeLessThan(1.3)
  })

  test('holds, and evicts the least recently used entries', () => {
    const cache = new ReleaseCache(MEBIBYTE)
    for (let index = 0; index < 5_000; index += 1) {
      cache.set(ref, `product ${index}`, aProduct(index))
      cache.peek(ref, 'product 0')
    }
    expect(cache.bytes).toBeLessThanOrEqual(MEBIBYTE)
    expect(cache.bytes).toBeGreaterThan(0.9 * MEBIBYTE)
    const cached = [0, 1, 4_999].map((index) => cache.peek(ref, `product ${index}`) !== undefined)
    expect(cached).toEqual([true, false, true])
  })

  test('loads an entry larger than the limit without caching it', async () => {
    const cache = new ReleaseCache(1_000)
    expect(await cache.get(db, ref, 'large', async () => 'x'.repeat(2_000))).toHaveLength(2_000)
    expect(cache.peek(ref, 'large')).toBeUndefined()
  })

  test('delivers an entry that is evicted while it loads to its waiting readers', async () => {
    const cache = new ReleaseCache(2_000)
    const loading = cache.get(db, ref, 'first', async () => {
      for (let index = 0; index < 10; index += 1) cache.set(ref, `other ${index}`, 'x'.repeat(300))
      await Promise.resolve()
      return 'loaded'
    })
    expect(await loading).toBe('loaded')
  })
})

describe('concurrent readers', () => {
  test('share one load and its failure, after which the next reader loads again', async () => {
    const cache = new ReleaseCache(MEBIBYTE)
    let loads = 0
    const load = async () => {
      loads += 1
      if (loads === 1) throw new Error('cut off')
      return aProduct(1)
    }
    const read = () => Promise.allSettled([1, 2, 3].map(() => cache.get(db, ref, 'product 1', load)))
    expect((await read()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await read()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(loads).toBe(2)
  })

  test('overlapping pages load each row once, and the missing rows of a page together', async () => {
    const cache = new ReleaseCache(MEBIBYTE)
    const loaded: string[][] = []
    const load = async (ids: readonly string[]) => {
      loaded.push([...ids])
      return ids.filter((id) => id !== '9').map((id) => [id, aProduct(Number(id))] as const)
    }
    const pages = [
      ['1', '2'],
      ['2', '3', '9'],
      ['1', '2', '3'],
    ]
    const found = await Promise.all(pages.map((ids) => cache.getEach(db, ref, 'product', ids, load)))
    expect(loaded).toEqual([
      ['1', '2'],
      ['3', '9'],
    ])
    expect(found.map((page) => [...page.keys()].sort())).toEqual([
      ['1', '2'],
      ['2', '3'],
      ['1', '2', '3'],
    ])
  })

  test('readers in a transaction do not wait for others, and cache what they load', async () => {
    const cache = new ReleaseCache(MEBIBYTE)
    const never = cache.get(db, ref, 'product 1', () => new Promise<never>(() => {}))
    expect(await cache.get(transaction, ref, 'product 1', async () => aProduct(1))).toEqual(aProduct(1))
    expect(cache.peek(ref, 'product 1')).toEqual(aProduct(1))
    expect(never).toBeInstanceOf(Promise)
  })
})

test('an invalidated entry is loaded again', async () => {
  const cache = new ReleaseCache(MEBIBYTE)
  const read = (now: number) =>
    cache.get(
      db,
      ref,
      'amounts',
      async () => ({ until: now + 10 }),
      ({ until }) => now < until,
    )
  expect([await read(0), await read(9), await read(10)]).toEqual([{ until: 10 }, { until: 10 }, { until: 20 }])
})

test('a newer release evicts only the previous release of its catalog', () => {
  const cache = new ReleaseCache(MEBIBYTE)
  const [newer, other] = [
    { ...ref, release_id: '0190-2' },
    { ...ref, release_id: '0190-0' },
  ]
  for (const each of [ref, newer, other]) cache.set(each, 'product 1', aProduct(1))
  for (const each of [ref, newer, ref]) cache.seen({ ...each, catalog_id })
  cache.seen({ ...other, catalog_id: 'autumn' })
  expect([ref, newer, other].map((each) => cache.peek(each, 'product 1') !== undefined)).toEqual([false, true, true])
})
