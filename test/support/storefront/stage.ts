import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openSharedStage, type Stage } from '../stage.ts'
import { openStore, type Store, shopperOf } from './carts.ts'
import type { StorefrontClient } from './hypermedia.ts'

/**
 * The stage and store of a test file, which `prepare` completes, with a new anonymous shopper in each test. Hooks set
 * the members, so they exist only in tests and later hooks.
 */
export function shopStage(prepare: (store: Store) => Promise<void> = async () => {}) {
  const [stage, store, shopper] = [{} as Stage, {} as Store, {} as StorefrontClient]
  beforeAll(async () => {
    Object.assign(stage, await openSharedStage())
    Object.assign(store, await openStore(stage))
    await prepare(store)
  })
  beforeEach(async () => {
    Object.assign(shopper, await shopperOf(store))
  })
  afterAll(() => stage.close())
  return { stage, store, shopper }
}
