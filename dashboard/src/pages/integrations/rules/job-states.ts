import type { IntegrationJobStatus } from '../../../generated/schema.ts'
import type { Tone } from './health-sentence.ts'

/** Label and tone of each job status. */
export const JOB_STATES: Readonly<Record<IntegrationJobStatus, { word: string; tone: Tone }>> = {
  pending: { word: 'Pending', tone: 'waiting' },
  delivering: { word: 'Delivering', tone: 'working' },
  succeeded: { word: 'Succeeded', tone: 'ok' },
  failed: { word: 'Failed', tone: 'failed' },
  cancelled: { word: 'Cancelled', tone: 'off' },
}
