import { Type } from 'typebox'
import { eventsOf } from '../event-type.ts'
import { timestamps } from '../samples.ts'

const OutsidePayload = Type.Object({
  data: Type.Object(
    { type: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) },
    { additionalProperties: true, description: 'The resource as its producer describes it.' },
  ),
  included: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Related resources.' })),
})

/** A resource that this store does not have: only outside producers publish its events, in their own shape. */
type OutsideResource<Prefix extends string> = {
  entity: string
  prefix: Prefix
  type: string
  attributes: Readonly<Record<string, unknown>>
}

/** `happens` describes each action for the resource: "is created". */
export function outsideEventsOf<const Prefix extends string, Action extends string>(
  { entity, prefix, type, attributes }: OutsideResource<Prefix>,
  happens: Readonly<Record<Action, string>>,
) {
  const descriptions = Object.entries<string>(happens).map(([action, what]) => [
    action,
    `Published by a producer outside when a ${entity.toLowerCase()} ${what}; this store never emits it.`,
  ])
  return eventsOf({
    entity,
    prefix,
    level: 'store',
    origin: 'outside',
    payload: OutsidePayload,
    sample: (source, action) => ({
      data: { type, id: source.id, attributes, meta: { timestamps: timestamps(source, action) } },
    }),
    actions: Object.fromEntries(descriptions) as Record<Action, string>,
  })
}

/** Actions of most resources. */
export const LIFECYCLE = { created: 'is created', updated: 'changes', deleted: 'is deleted' }
