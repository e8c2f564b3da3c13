import { Type } from 'typebox'

export const ORDER_ACTIONS = [
  'pay',
  'edit',
  'create_shipment',
  'ship',
  'fulfill',
  'cancel',
  'create_note',
  'anonymize',
] as const
export type ActionOnOrder = (typeof ORDER_ACTIONS)[number]

export const TRANSACTION_ACTIONS = ['capture', 'refund', 'cancel', 'confirm'] as const
export type ActionOnTransaction = (typeof TRANSACTION_ACTIONS)[number]

/** An action, and if the state of the order allows it. `reason` is the detail of the error otherwise. */
export type Allowed<Action extends string> = { action: Action; allowed: boolean; reason?: string }

/** Schema of `meta.allowed`. `shown` names the responses that have it. */
export function AllowedActions(title: string, actions: readonly string[], shown: string) {
  const action = Type.Object({
    action: Type.Enum([...actions], { title }),
    allowed: Type.Boolean(),
    reason: Type.Optional(Type.String({ description: 'Why not: the detail of the error that a request would get.' })),
  })
  const description = `Actions that the state allows, regardless of permissions; for sellers, ${shown}. Actions without effect are omitted.`
  return Type.Optional(Type.Array(action, { description }))
}

export function withAllowed(shown: Record<string, unknown>, allowed: readonly Allowed<string>[]) {
  return { ...shown, meta: { ...(shown.meta as object), allowed } }
}
