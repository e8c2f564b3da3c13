import { styleText } from 'node:util'
import { timeOfId } from '../kernel/ids.ts'
import { printable } from '../kernel/text/printable.ts'
import { type Arrival, resourceName } from './arrival.ts'

export function describeInLine(arrival: Arrival): string {
  const parts = [
    timeOfDay(arrival.received_at),
    nameOf(arrival),
    printable(resourceName(arrival.payload)),
    attemptOf(arrival),
    signatureOf(arrival),
    eventOf(arrival),
  ]
  return `${parts.filter((part) => part !== '').join('  ')}\n`
}

/** Formats a delivery with its payload in several lines; `response` describes the response to it. */
export function describeInFull(arrival: Arrival, response: string): string {
  const lines = [
    [timeOfDay(arrival.received_at), nameOf(arrival), attemptOf(arrival)].filter(Boolean).join('  '),
    `  ${signatureOf(arrival)}; ${SECRET_HEADER[arrival.secret_header]}`,
    `  ${eventOf(arrival)}`,
    `  ${printable(resourceName(arrival.payload))}`,
    `  response: ${response}`,
    ...JSON.stringify(arrival.payload, null, 2)
      .split('\n')
      .map((line) => `  ${line}`),
  ]
  return `${lines.filter((line) => line.trim() !== '' && line.trim() !== 'null').join('\n')}\n\n`
}

/** Returns the milliseconds from the event to its arrival; null if the request is not an event. */
export function delayOf({ event_id, received_at }: Arrival): number | null {
  return event_id !== null && IS_VERSION_7.test(event_id) ? received_at - timeOfId(event_id) : null
}

const IS_VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/

function nameOf({ triggered_by, method, path }: Arrival): string {
  return triggered_by === null
    ? printable(`${method} ${path} (not an event)`)
    : styleText('bold', printable(triggered_by))
}

function attemptOf({ attempt }: Arrival): string {
  return attempt === null ? '' : printable(`attempt ${attempt}`)
}

function signatureOf({ signature, reason }: Arrival): string {
  switch (signature) {
    case 'valid':
      return styleText('green', 'signature valid')
    case 'invalid':
      return styleText('red', `signature INVALID: ${printable(reason ?? '')}`)
    case 'unsigned':
      return styleText('yellow', 'unsigned')
    case 'unchecked':
      return styleText('yellow', 'signature not checked: no secret configured')
  }
}

const SECRET_HEADER: Record<Arrival['secret_header'], string> = {
  matches: 'secret header matches',
  differs: 'secret header DIFFERS',
  absent: 'no secret header',
  unchecked: 'secret header not checked',
}

function eventOf(arrival: Arrival): string {
  const delay = delayOf(arrival)
  if (arrival.event_id === null) return ''
  return `event ${printable(arrival.event_id)}${delay === null ? '' : `, received after ${delay} ms`}`
}

function timeOfDay(time: number): string {
  const at = new Date(time)
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((number) =>
    String(number).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`
}
