import { type OperationsDeps, readOperations } from '../operations/api/read.ts'
import type { OperationsRouteDeps } from '../operations/api/routes.ts'
import { cached } from './cached.ts'
import type { Foundation } from './foundation.ts'
import { partitionRetention } from './partitions.ts'
import { seriesRetention } from './series.ts'
import type { Transport } from './transport.ts'

const TTL_MS = 5_000

/** Reads operators' data of the deployment; the overview at most every five seconds, however many operators look. */
export function operationsOf(
  { config, db, clock, log }: Pick<Foundation, 'config' | 'db' | 'clock' | 'log'>,
  backlog: Pick<OperationsDeps['backlog'], 'refused'>,
  transport: Pick<Transport, 'state' | 'queued'>,
  reader: OperationsDeps['reader'],
): OperationsRouteDeps {
  const deps = {
    db,
    clock,
    transport,
    reader,
    backlog: { limit: config.TIDINGS_BACKLOG_LIMIT, refused: () => backlog.refused() },
    retention: partitionRetention(config),
    standbys_required: config.TIDINGS_SYNCHRONOUS_STANDBYS ?? null,
    series_retention: seriesRetention({ config }),
    onFailed: (error: unknown) => log.warn(error, 'operations: a statement failed or timed out'),
  }
  return { ...deps, overview: cached(TTL_MS, () => readOperations(deps)) }
}
