import { openConnections, openDatabase } from '../db/pool.ts'
import { primaryReader, type Reader, standbyReader } from '../db/reading/reader.ts'
import { setReader } from '../db/reading/reader-of.ts'
import { Standby } from '../db/reading/standby.ts'
import { SECOND } from '../kernel/duration.ts'
import type { Foundation } from './foundation.ts'

/** Timeout of a probe, or of connecting, after which a standby is not used. */
const PROBE_TIMEOUT_MS = SECOND
/** Behind a proxy one standby may hang while the probes reach another; after this time the primary is read. */
const READ_TIMEOUT_MS = 3 * SECOND

/** Opens the reader of `DATABASE_READ_URL`, or of the database itself without that setting. */
export function openReader({ config, source, db, log }: Foundation, use: 'process' | 'command'): Reader {
  const { DATABASE_READ_URL: url, DATABASE_CONNECTIONS: connections } = config
  if (url === undefined || use === 'command') return primaryReader(db)
  const max_lag_ms = config.DATABASE_READ_MAX_LAG_SECONDS * SECOND
  const probing = { connections: 1, timeout_ms: PROBE_TIMEOUT_MS, onError() {} }
  const primary = openDatabase({ ...probing, url: source.url, pooled: source.pooled })
  const standby = new Standby({
    primary,
    readers: openConnections({
      ...probing,
      url,
      connections,
      timeout_ms: READ_TIMEOUT_MS,
      connect_within: PROBE_TIMEOUT_MS,
    }),
    probe: openConnections({ ...probing, url }),
    max_lag_ms,
    onChange(reason) {
      if (reason === null) log.info('the standby is used again')
      else log.warn({ reason }, 'the standby is not used: the primary is read')
    },
  })
  const reader = standbyReader(db, standby, max_lag_ms)
  setReader(db, reader)
  return {
    ...reader,
    async close() {
      await reader.close()
      await primary.close()
    },
  }
}
