import { expect, test } from 'vitest'
import { testDatabase } from '../support/database/database.ts'
import { fuzz } from '../support/fuzz/fuzz.ts'

/** CPU time in milliseconds for which a request may block the event loop. */
const MAX_HOLD_MS = 250
/** Memory limit of the process in the operating guide. */
const MAX_MB = 1_300

test('random input to any operation causes no internal failure and delays no other request', async () => {
  const database = await testDatabase()
  const faults: string[] = []
  const onFault = (line: string) => faults.push(line)
  const report = await fuzz({
    database_url: database.url,
    requests: 1,
    costly_share: 10,
    seed: 1,
    max_hold_ms: MAX_HOLD_MS,
    onFault,
  })
  await database.close()
  expect(faults).toEqual([])
  expect(report.operations).toBeGreaterThan(400)
  expect(report.longest_hold_ms).toBeLessThan(MAX_HOLD_MS)
  expect(report.rss_after_mb).toBeLessThan(MAX_MB)
}, 300_000)
