import { layFoundation } from '../app/foundation.ts'
import { orUndo } from '../app/or-undo.ts'
import { settlePort } from '../app/port.ts'
import { type Part, run } from '../app/run.ts'
import { readConfig } from '../config.ts'
import { jsonLog } from './log.ts'
import { untilStopped } from './stop.ts'

/** Runs parts of the server, writing log lines only, until a signal asks for the end. */
export async function runUntilStopped(parts: readonly Part[]): Promise<void> {
  const stopped = untilStopped()
  const config = await settlePort(readConfig())
  const log = jsonLog(config)
  const foundation = await layFoundation(config, log)
  const running = await orUndo(run(foundation, parts), () => foundation.close())
  try {
    log.info({ parts, base_url: running.base_url, database: foundation.source.kind }, 'started')
    await stopped
    log.info('stopping')
    await running.close()
  } finally {
    await foundation.close()
  }
  log.info('stopped')
}
