// The process under test of the fuzzer: a Tidings with a tenant, on the database at DATABASE_URL. Sends its address and
// tokens to its parent and, on request, the longest block of its event loop since the last request and its memory
// usage.
import { openApp, openTenant } from '../app.ts'

const { DATABASE_URL: url = '' } = process.env
const app = await openApp({ url, direct_url: url } as Parameters<typeof openApp>[0], {
  env: { TIDINGS_RATE_LIMIT: '0', TIDINGS_FILES_LIMIT: '1000000' },
})
const { store_id, organization_id, seller, organization, shopper } = await openTenant(app)
// Written on the first request, once for each process.
await (await fetch(`${app.origin}/docs/json`)).arrayBuffer()

/** Sampling interval in milliseconds. */
const POLL_INTERVAL_MS = 10
let longest_hold_ms = 0
let last_at = performance.now()
let last_cpu = process.threadCpuUsage()
function look(): void {
  const { user, system } = process.threadCpuUsage(last_cpu)
  const since_ms = performance.now() - last_at - POLL_INTERVAL_MS
  // A process that got no CPU time did not block the loop.
  longest_hold_ms = Math.max(longest_hold_ms, Math.min(since_ms, (user + system) / 1000))
  last_at = performance.now()
  last_cpu = process.threadCpuUsage()
}
setInterval(look, POLL_INTERVAL_MS)

process.on('message', () => {
  look()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ longest_hold_ms, rss, heap: heapUsed })
  longest_hold_ms = 0
})
process.once('SIGTERM', async () => {
  await app.close()
  process.exit(0)
})
process.once('disconnect', () => process.exit())
const tokens = { seller: seller.token, organization: organization.token, shopper: shopper.token }
process.send?.({ origin: app.origin, store_id, organization_id, tokens })
