import { isRecord, type Value, valueAt } from '../../../kit/form/values/values.ts'
import { ACTIONS, type ActionKind, actionOf } from './actions.ts'
import type { Scope } from './choices.ts'
import { conditionOf } from './conditions.ts'

type Body = { readonly [name: string]: Value }

/**
 * Changes the action. Members that the new action lacks are dropped, since the API would reject them while no field
 * shows them.
 */
export function withAction(body: Value, kind: ActionKind, members: readonly string[]): Value {
  const before = valueAt(body, ['action'])
  const shared = members.flatMap((name) => {
    const one = valueAt(before, [name])
    return one === undefined ? [] : [[name, one] as const]
  })
  const { scopes, initial } = ACTIONS[kind]
  const first = initial?.((name) => valueAt(before, [name]) === undefined)
  const action = { ...Object.fromEntries(shared), ...first, kind }
  const scope = valueAt(body, ['scope']) as Scope | undefined
  const [only] = scopes
  const fits = scope !== undefined && scopes.includes(scope)
  return withScope({ ...bodyOf(body), action }, fits ? scope : scopes.length === 1 ? only : scope)
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

/** Shipping has no items, and some actions select items themselves. */
export function hasTarget(scope: unknown, action: unknown): boolean {
  return scope !== 'shipping' && actionOf(action)?.selectsItems !== true
}

export function hasBasis(scope: unknown): boolean {
  return scope === 'cart' || scope === 'shipping'
}

function bodyOf(value: Value): Body {
  return isRecord(value) ? value : {}
}

/** Amounts need a currency: fills in the store's default if there is none yet. */
export function withCurrency(body: Value, currency: string | undefined): Value {
  const known = valueAt(body, ['currency'])
  const isMissing = known === undefined || known === null || known === ''
  return isMissing && currency !== undefined && namesAmount(body) ? { ...bodyOf(body), currency } : body
}

function namesAmount(body: Value): boolean {
  const isThere = (value: Value) => value !== undefined && value !== null
  const { amounts = [] } = actionOf(valueAt(body, ['action', 'kind'])) ?? {}
  const inAction = amounts.some((name) => isThere(valueAt(body, ['action', name])))
  return inAction || hasAmount(valueAt(body, ['when']))
}

function hasAmount(condition: Value): boolean {
  if (Array.isArray(condition)) return condition.some(hasAmount)
  if (!isRecord(condition)) return false
  return conditionOf(condition.kind)?.namesAmount === true ? condition.minimum !== undefined : hasAmount(condition.of)
}
