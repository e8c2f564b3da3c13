import type { Cipher } from '../../secrets/cipher.ts'
import type { OpenStream } from '../jobs/membership.ts'
import type { Settlement } from '../jobs/settle.ts'
import type { Targets } from '../targets/targets.ts'
import type { DeliveryTelemetry } from '../telemetry.ts'
import type { ClaimerOptions } from './claimer.ts'

export type WorkerOptions = Pick<ClaimerOptions, 'db' | 'snapshot' | 'clock' | 'newAreDelivered'> & {
  /** In [0, 1). */
  random: () => number
  /** Opens events that are sealed. */
  cipher: Pick<Cipher, 'open'>
  targets: Targets
  /** Seconds to wait before each retry. */
  schedule: readonly number[]
  /** Called after each batch that was settled. */
  onSettled: (settlements: readonly Settlement[]) => void
  /** Called with each heartbeat, with the streams of deliveries that are read. */
  onStreams: (streams: readonly OpenStream[]) => void
  telemetry: DeliveryTelemetry
  onError: (what: string, error: unknown) => void
}
