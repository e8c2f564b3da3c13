import { isRecord, type Value, valueAt } from '../../../kit/form/values/values.ts'
import { ACTIONS, type ActionKind, type Scope } from './choices.ts'

type Body = { readonly [name: string]: Value }

/** The promotion with another action. What the new one has no place for goes, so that no hidden member is refused. */
export function withAction(body: Value, kind: ActionKind, members: readonly string[]): Value {
  const before = valueAt(body, ['action'])
  const kept = members.flatMap((name) => {
    const one = valueAt(before, [name])
    return one === undefined ? [] : [[name, one] as const]
  })
  const action = { ...Object.fromEntries(kept), ...firstValues(kind, before), kind }
  const scope = valueAt(body, ['scope']) as Scope | undefined
  const { scopes } = ACTIONS[kind]
  const [only] = scopes
  const fits = scope !== undefined && scopes.includes(scope)
  return withScope({ ...bodyOf(body), action }, fits ? scope : scopes.length === 1 ? only : scope)
}

/** A free unit is what is meant most often. */
function firstValues(kind: ActionKind, before: Value): Body {
  if (kind !== 'buy_x_get_y') return {}
  return { x: 1, y: 1, buy: {}, get: {}, ...(valueAt(before, ['ppm']) === undefined ? { ppm: 1_000_000 } : {}) }
}

export function withScope(body: Value, scope: Scope | undefined): Value {
  const next: Record<string, Value> = { ...bodyOf(body) }
  if (scope !== undefined) next.scope = scope
  const kind = valueAt(body, ['action', 'kind'])
  if (!hasTarget(scope, kind)) next.target = {}
  if (scope !== 'shipping' && next.shipping_option_ids !== undefined) next.shipping_option_ids = null
  if (!hasBasis(scope) && next.basis !== undefined) next.basis = 'catalog_prices'
  if (scope === 'item') next.trigger = 'automatic'
  return next
}

/** Shipping has options, and some actions choose items themselves. */
export function hasTarget(scope: unknown, action: unknown): boolean {
  return scope !== 'shipping' && action !== 'buy_x_get_y' && action !== 'free_item'
}

export function hasBasis(scope: unknown): boolean {
  return scope === 'cart' || scope === 'shipping'
}

function bodyOf(value: Value): Body {
  return isRecord(value) ? value : {}
}

/** Amounts are of a currency: where there is one and no currency yet, it is the store's. */
export function withCurrency(body: Value, currency: string | undefined): Value {
  const known = valueAt(body, ['currency'])
  const isMissing = known === undefined || known === null || known === ''
  return isMissing && currency !== undefined && namesAmount(body) ? { ...bodyOf(body), currency } : body
}

function namesAmount(body: Value): boolean {
  const isThere = (value: Value) => value !== undefined && value !== null
  const inAction = ['amount', 'max_discount'].some((name) => isThere(valueAt(body, ['action', name])))
  return inAction || hasSubtotal(valueAt(body, ['when']))
}

function hasSubtotal(condition: Value): boolean {
  if (Array.isArray(condition)) return condition.some(hasSubtotal)
  if (!isRecord(condition)) return false
  return condition.kind === 'subtotal' ? condition.minimum !== undefined : hasSubtotal(condition.of)
}
