import { Type } from 'typebox'
import { type EventSource, type EventType, eventsOf, type Occasion } from '../event-type.ts'
import { timestamps } from './nouns.ts'

const OutsidePayload = Type.Object({
  data: Type.Object(
    { type: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) },
    { additionalProperties: true, description: 'The resource as its producer describes it.' },
  ),
  included: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Related resources.' })),
})

/** A resource that this store does not have: only producers outside publish its events, in a shape of their own. */
type OutsideResource = {
  entity: string
  prefix: string
  /** The resource's type string in the sample. */
  type: string
  attributes: Readonly<Record<string, unknown>>
}

/** `happens` says, for each occasion, what has happened to the resource: "is created". */
export function outsideEventsOf(
  { entity, prefix, type, attributes }: OutsideResource,
  happens: Readonly<Record<Occasion, string>>,
): EventType[] {
  const source: EventSource<typeof OutsidePayload> = {
    entity,
    prefix,
    level: 'store',
    origin: 'outside',
    payload: OutsidePayload,
    sample: (given, occasion) => ({
      data: { type, id: given.id, attributes, meta: { timestamps: timestamps(given, occasion) } },
    }),
  }
  const descriptions = Object.entries(happens).map(([occasion, what]) => [
    occasion,
    `Published by a producer outside when a ${entity.toLowerCase()} ${what}; this store never fires it.`,
  ])
  return eventsOf(source, Object.fromEntries(descriptions))
}

/** What happens to most resources. */
export const LIFECYCLE = { created: 'is created', updated: 'changes', deleted: 'is deleted' }
