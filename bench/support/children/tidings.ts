// A Tidings process of its own for a bench: API and deliveries on the database of DATABASE_URL. Says `ready` to its parent
// and, when asked, what it uses; what is garbage does not count when it was started with --expose-gc.
import pino from 'pino'
import { layFoundation } from '../../../src/app/foundation.ts'
import { type Part, run } from '../../../src/app/run.ts'
import { readConfig } from '../../../src/config.ts'
import { collectGarbageOfStart } from '../../../src/tool/collect-garbage.ts'

const config = readConfig()
const foundation = await layFoundation(config, pino({ level: config.TIDINGS_LOG_LEVEL ?? 'warn' }))
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
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
