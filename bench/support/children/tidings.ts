// A Tidings child process for a bench: API and deliveries on the database at DATABASE_URL. Sends `ready` to its parent
// and, on request, its resource usage, which excludes garbage if started with --expose-gc.
import pino from 'pino'
import { openFoundation } from '../../../src/app/foundation.ts'
import { type Part, run } from '../../../src/app/run.ts'
import { readConfig } from '../../../src/config.ts'
import { collectGarbageOfStart } from '../../../src/tool/collect-garbage.ts'

const config = readConfig()
const foundation = await openFoundation(config, pino({ level: config.TIDINGS_LOG_LEVEL ?? 'warn' }))
const running = await run(foundation, (process.argv[2] ?? 'api,deliveries').split(',') as Part[])
collectGarbageOfStart()
process.once('SIGTERM', async () => {
  await running.close()
  await foundation.close()
  process.exit(0)
})
process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpu_us: user + system })
})
process.send?.('ready')
// The parent has ended.
process.once('disconnect', () => process.exit())
