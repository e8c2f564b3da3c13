import type { IntegrationHealth } from '../../../generated/schema.ts'

export type Tone = 'ok' | 'working' | 'waiting' | 'warning' | 'failed' | 'off'

/** Health of an integration: a word and a tone for the list, a sentence and remarks for its page. */
export type HealthWords = { word: string; tone: Tone; sentence: string; remarks: readonly string[] }

/** The sentence comes from the API: pages print its times in their zone. */
export function healthWords(health: IntegrationHealth): HealthWords {
  return { ...stateOf(health), sentence: health.summary, remarks: remarksOf(health) }
}

function stateOf({ status, pace, backlog }: IntegrationHealth): Pick<HealthWords, 'word' | 'tone'> {
  switch (status) {
    case 'disabled':
      return { word: 'Disabled', tone: 'off' }
    case 'failing':
      return { word: pace.probing ? 'Failing, trying again' : 'Failing', tone: 'failed' }
    case 'degraded':
      return { word: 'Degraded', tone: 'warning' }
    case 'healthy':
      return active({ pace, backlog }) ?? { word: 'Healthy', tone: 'ok' }
    case 'idle':
      return active({ pace, backlog }) ?? { word: 'Idle', tone: 'off' }
  }
}

function active({
  pace,
  backlog,
}: Pick<IntegrationHealth, 'pace' | 'backlog'>): Pick<HealthWords, 'word' | 'tone'> | null {
  if (pace.limited) return { word: 'Rate limited', tone: 'waiting' }
  if (pace.in_flight > 0) return { word: 'Delivering', tone: 'working' }
  return backlog.due > 0 ? { word: 'Waiting', tone: 'waiting' } : null
}

/** Facts that the sentence omits. */
function remarksOf({ filtered, confirmation, backlog, pace, status }: IntegrationHealth): string[] {
  const isStuck = backlog.due > 0 && pace.workers === 0 && status !== 'disabled'
  return [
    ...(isStuck ? [`No worker delivers to it at the moment: ${counted(backlog.due, 'job is', 'jobs are')} due.`] : []),
    ...(filtered.count > 0 ? [`Its filter excluded ${counted(filtered.count, 'event', 'events')}.`] : []),
    ...(confirmation.detail === null ? [] : [confirmation.detail]),
  ]
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}
