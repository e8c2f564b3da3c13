import { type Static, Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import type { Occasion, SampleSource } from '../event-type.ts'

const DAY = 86_400_000

export const Id = Type.String({ format: 'uuid' })

/** An id beside the given one: the same number gives the same id, another number another. */
export function relatedId(id: string, number: number): string {
  const tail = (Number.parseInt(id.slice(-8), 16) ^ number) >>> 0
  return id.slice(0, -8) + tail.toString(16).padStart(8, '0')
}

export const Time = Type.String({ format: 'date-time', description: 'UTC, in whole milliseconds.' })

export const Timestamps = Type.Object({ created_at: Time, updated_at: Time })

/** Of a resource that is a day old unless the occasion is its creation. */
export function timestamps(source: SampleSource, occasion: Occasion): Static<typeof Timestamps> {
  const age = occasion === 'created' ? 0 : DAY
  return { created_at: isoTime(source.time - age), updated_at: isoTime(source.time) }
}

export const Meta = Type.Object({ timestamps: Timestamps })

export const Links = Type.Object({ self: Type.String({ format: 'uri', description: 'Address of the resource.' }) })

/** `path` is what follows the version prefix, such as `/currencies/…`. */
export function links(source: SampleSource, path: string): Static<typeof Links> {
  return { self: source.base_url + path }
}

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In minor units of the currency.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
    formatted: Type.String({ description: 'For people, as the currency is set up.' }),
  },
  { description: 'An amount of money.' },
)

/** US dollars; `amount` in cents. */
export function money(amount: number): Static<typeof Money> {
  const sign = amount < 0 ? '-' : ''
  return { amount, currency: 'USD', formatted: `${sign}$${(Math.abs(amount) / 100).toFixed(2)}` }
}

function Reference<const Name extends string>(type: Name) {
  return Type.Object({ type: Type.Literal(type), id: Type.String({ minLength: 1 }) })
}

export function ToOne<const Name extends string>(type: Name) {
  return Type.Object({ data: Reference(type) })
}

export function ToMany<const Name extends string>(type: Name) {
  return Type.Object({ data: Type.Array(Reference(type)) })
}
