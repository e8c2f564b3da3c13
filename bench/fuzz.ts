// Sends schema-derived and hostile requests to every operation of the document and every resource of the storefront.
// Ends with one line of JSON; exits with 1 for a response of 500, a request without a response, a blocked event loop,
// or too much memory.
// node bench/fuzz.ts [--requests 60] [--seed 1]
import { parseArgs } from 'node:util'
import { makeDatabase, startCluster } from '../test/support/database/cluster.ts'
import { fuzz } from '../test/support/fuzz/fuzz.ts'

const { values } = parseArgs({
  options: {
    /** Requests to each operation; costly requests are repeated for every 20 of them. */
    requests: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})

/** Maximum time that a request may block the event loop. */
const MAX_HOLD_MS = 250
/** Maximum memory of the process, from the operating guide. */
const MAX_MB = 1_300

const cluster = await startCluster(undefined)
const database = await makeDatabase(cluster, 'migrated')
try {
  const report = await fuzz({
    database_url: database.url,
    requests: Number(values.requests),
    costly_share: 1,
    seed: Number(values.seed),
    max_hold_ms: MAX_HOLD_MS,
    onFault: (line) => console.error(line),
  })
  console.log(JSON.stringify(report))
  const { status_500, no_response, longest_hold_ms, rss_after_mb } = report
  const isHeld = longest_hold_ms >= MAX_HOLD_MS || rss_after_mb >= MAX_MB
  if (status_500 + no_response > 0 || isHeld) process.exitCode = 1
} finally {
  await database.close()
  await cluster.close()
}
