import { resolvePort } from '../app/address/port.ts'
import { openFoundation } from '../app/foundation.ts'
import { orUndo } from '../app/open-or-close.ts'
import { type Part, run } from '../app/run.ts'
import { readConfig } from '../config.ts'
import { collectGarbageOfStart } from './collect-garbage.ts'
import { serverLog } from './log.ts'
import { untilStopped } from './stop.ts'

/** Runs parts of the server, printing only log lines, until a signal stops it. */
export async function runUntilStopped(parts: readonly Part[]): Promise<void> {
  const stopped = untilStopped()
  const config = await resolvePort(readConfig())
  const log = await serverLog(config)
  const foundation = await openFoundation(config, log)
  const running = await orUndo(run(foundation, parts), () => foundation.close())
  try {
    collectGarbageOfStart()
    log.info({ parts, base_url: running.base_url, database: foundation.source.kind }, 'started')
    await stopped
    log.info('stopping')
    await running.close()
  } finally {
    await foundation.close()
  }
  log.info('stopped')
}
