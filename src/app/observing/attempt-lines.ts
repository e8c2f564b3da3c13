import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Settlement } from '../../deliveries/jobs/settle.ts'
import { attemptLine } from '../../deliveries/watch/attempt-line.ts'
import type { Snapshot } from '../../integrations/snapshot.ts'

export type AttemptLines = (settlements: readonly Settlement[]) => void

type Options = { written: Config['TIDINGS_LOG_ATTEMPTS']; log: Logger; snapshot: Pick<Snapshot, 'enabled'> }

/**
 * Logs each attempt, or each failed attempt: at full rate the log lines of all attempts cost more than metrics and
 * traces.
 */
export function attemptLines({ written, log, snapshot }: Options): AttemptLines {
  if (written === 'none') return () => {}
  return (settlements) => {
    for (const settlement of settlements) {
      const attempt = settlement.log
      if (attempt === null || (attempt.succeeded && written === 'failed')) continue
      const line = attemptLine(settlement, attempt, snapshot.enabled(settlement.job.integration_id))
      log.info(line, attempt.succeeded ? 'attempt succeeded' : 'attempt failed')
    }
  }
}
