import { vi } from 'vitest'
import type { Stage } from './stage.ts'

/** What a request costs in statements: the fewest of several tries, as the service has other things to do beside. */
export async function statementsOf(stage: Stage, request: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(stage.app.foundation.db, 'executeQuery')
  const tries: number[] = []
  for (let tried = 0; tried < 5; tried += 1) {
    spy.mockClear()
    await request()
    tries.push(spy.mock.calls.length)
  }
  spy.mockRestore()
  return Math.min(...tries)
}
