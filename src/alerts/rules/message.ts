import { isoTime } from '../../kernel/clock.ts'
import { DAY, HOUR, MINUTE } from '../../kernel/duration.ts'
import type { MessageKind, Problem } from '../alert.ts'

export type Reported = {
  message: MessageKind
  problem: Problem
  detail: string
  /** Milliseconds since the epoch. */
  since: number
  integration_id: string
  integration_name: string
}

export type Message = { subject: string; text: string }

type Context = {
  alert_name: string
  owner_name: string
  /** Ends in `/v2`. */
  base_url: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Composes one message for all incidents that an alert reports at one time. It contains only the names of integrations,
 * no secrets.
 */
export function composeMessage(incidents: readonly Reported[], context: Context): Message {
  const lines = incidents.map((incident) => `- ${sentenceOf(incident, context.now)}\n  ${linkTo(incident, context)}`)
  const footer = `This message comes from the alert "${oneLine(context.alert_name)}" of ${oneLine(context.owner_name)}.`
  return { subject: `[Tidings] ${subjectOf(incidents)}`, text: `${lines.join('\n')}\n\n${footer}\n` }
}

/** Composes a test message. Its subject contains no text of the alert, because strangers may receive it. */
export function composeTest({ alert_name, owner_name }: Pick<Context, 'alert_name' | 'owner_name'>): Message {
  return {
    subject: '[Tidings] Test of an alert',
    text: `This is a test of the alert "${oneLine(alert_name)}" of ${oneLine(owner_name)}. No integration has a problem.\n`,
  }
}

function subjectOf(incidents: readonly Reported[]): string {
  const [first] = incidents
  if (first === undefined) return 'Nothing to report'
  const name = `"${oneLine(first.integration_name)}"`
  if (incidents.length === 1) return `${name} ${STATE[first.message === 'resolved' ? 'resolved' : first.problem]}`
  const count = new Set(incidents.map(({ integration_id }) => integration_id)).size
  const integrations = count === 1 ? name : `${count} integrations`
  const isAllWell = incidents.every(({ message }) => message === 'resolved')
  return isAllWell
    ? `${integrations} ${count === 1 ? 'has' : 'have'} recovered`
    : `${integrations} ${count === 1 ? 'has' : 'have'} problems`
}

const STATE: Readonly<Record<Problem | 'resolved', string>> = {
  failing: 'fails',
  disabled: 'was disabled',
  backlog: 'is falling behind',
  resolved: 'has recovered',
}

function sentenceOf({ message, detail, since, integration_name }: Reported, now: number): string {
  const name = `"${oneLine(integration_name)}"`
  const duration = inWords(now - since)
  if (message === 'resolved') return `${name} has recovered after ${duration}. It had this problem: ${oneLine(detail)}`
  const reminder = message === 'reminder' ? `Still, after ${duration}: ` : ''
  return `${reminder}${name} has a problem since ${isoTime(since)}: ${oneLine(detail)}`
}

function linkTo({ integration_id }: Reported, { base_url }: Context): string {
  return `${base_url}/integrations/${integration_id}/health`
}

/** Removes line breaks from names, because added lines could look like a message of the service. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Formats a duration in milliseconds in its two largest units. */
function inWords(duration_ms: number): string {
  const parts = [
    [Math.floor(duration_ms / DAY), 'd'],
    [Math.floor((duration_ms % DAY) / HOUR), 'h'],
    [Math.floor((duration_ms % HOUR) / MINUTE), 'min'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first === -1) return 'less than a minute'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
