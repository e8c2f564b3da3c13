import type { KeyedRequest } from '../../http/idempotency.ts'
import { isUuid } from '../../kernel/ids.ts'
import { isObject } from '../../kernel/json/json.ts'

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const IN_PATH = new RegExp(
  `/(?:accounts|account-members|addresses|carts|customers|orders|user-authentication-info)/(${UUID})`,
  'gi',
)
const IN_SCOPE = new RegExp(`(?:customer|account|account_member)_id (${UUID})`, 'gi')
/** Types of resources that contain personal data. */
const PERSONAL_TYPES = ['account', 'account_member', 'address', 'cart', 'customer', 'order', 'user_authentication_info']
const REFERENCE = /(?:^|_)(?:account|account_member|cart|customer|order|user_authentication_info)_id$/

/**
 * Ids of the data subjects of a stored response: those of the caller, in the path, and of all resources and references
 * in the body, at any depth.
 */
export function subjectsOf({ scope, operation }: Pick<KeyedRequest, 'scope' | 'operation'>, body: unknown): string[] {
  const found = [...scope.matchAll(IN_SCOPE), ...operation.matchAll(IN_PATH)].map(([, id]) => id)
  return [...new Set([...found, ...idsIn(body)].filter((id) => id !== undefined).map((id) => id.toLowerCase()))]
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (!isObject(value)) return []
  const own = typeof value.type === 'string' && PERSONAL_TYPES.includes(value.type) ? [value.id] : []
  const named = Object.keys(value).filter((name) => REFERENCE.test(name))
  const ids = [...own, ...named.map((name) => value[name])].filter((id) => typeof id === 'string' && isUuid(id))
  return [...(ids as string[]), ...Object.values(value).flatMap(idsIn)]
}
