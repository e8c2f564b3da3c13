import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { vi } from 'vitest'
import { limitReleaseCache } from '../../../src/store/catalog/cache/process-cache.ts'
import type { Stage } from '../stage.ts'

const TRIES = 5
const REQUEST_STARTS = 'http.server.request.start'

/** Number of matching statements that a request sends with warm caches: the minimum of several tries. */
export async function statementsOf(stage: Stage, request: () => Promise<unknown>, matching = /^/): Promise<number> {
  const { db } = stage.app.foundation
  const execute = db.execute.bind(db)
  // Excludes background jobs, which send statements outside every request.
  const inRequest = new AsyncLocalStorage<boolean>()
  const enter = () => inRequest.enterWith(true)
  let count = 0
  const spy = vi.spyOn(db, 'execute').mockImplementation((text, ...more) => {
    if (inRequest.getStore() && matching.test(text)) count += 1
    return execute(text, ...more)
  })
  subscribe(REQUEST_STARTS, enter)
  try {
    const counts: number[] = []
    for (let tried = 0; tried < TRIES; tried += 1) {
      count = 0
      await request()
      counts.push(count)
    }
    return Math.min(...counts)
  } finally {
    unsubscribe(REQUEST_STARTS, enter)
    spy.mockRestore()
  }
}

/** Same as `statementsOf`, with an empty cache of releases. */
export function uncachedStatementsOf(stage: Stage, request: () => Promise<unknown>, matching = /^/): Promise<number> {
  const uncached = () => {
    limitReleaseCache(64)
    return request()
  }
  return statementsOf(stage, uncached, matching)
}
