import { isObject } from '../kernel/json/json.ts'
import {
  type DeletedPayload,
  type EventAction,
  type EventLevel,
  type EventPayload,
  type EventType,
  type OwnerLevel,
  type SampleSource,
  splitKey,
} from './event-type.ts'
import { accountEvents } from './resources/account.ts'
import { accountMemberEvents } from './resources/account-member.ts'
import { accountMembershipEvents } from './resources/account-membership.ts'
import { addressEvents } from './resources/address.ts'
import { cartEvents } from './resources/cart.ts'
import { catalogReleaseEvents } from './resources/catalog-release.ts'
import { catalogRuleEvents } from './resources/catalog-rule.ts'
import { currencyEvents } from './resources/currency.ts'
import { CUSTOM_API_PREFIX, customApiEntryEvents, customApiEventsOf, isApiType } from './resources/custom-api-entry.ts'
import { customerEvents } from './resources/customer.ts'
import { fileEvents } from './resources/file.ts'
import { integrationEvents } from './resources/integration.ts'
import { oneTimePasswordTokenRequestEvents } from './resources/one-time-password-token-request.ts'
import { orderEvents, outsideOrderEvents } from './resources/order.ts'
import { paymentGatewayEvents } from './resources/payment-gateway.ts'
import { productEvents } from './resources/product.ts'
import { settingsEvents } from './resources/settings.ts'
import { stockTransactionEvents } from './resources/stock-transaction.ts'
import { subscriptionEvents } from './resources/subscription.ts'
import { transactionEvents } from './resources/transaction.ts'
import { userAuthenticationInfoEvents } from './resources/user-authentication-info.ts'
import { nearestKeys } from './rules/nearest-keys.ts'
import { ANY_KEY, isPattern, patternsOf, prefixOf } from './rules/patterns.ts'

/**
 * The closed catalog: event types that this store emits, in the specification's order, then those that only outside
 * producers publish.
 */
const everyType = [
  ...addressEvents,
  ...accountEvents,
  ...accountMemberEvents,
  ...accountMembershipEvents,
  ...cartEvents,
  ...currencyEvents,
  ...customerEvents,
  ...customApiEntryEvents,
  ...fileEvents,
  ...integrationEvents,
  ...oneTimePasswordTokenRequestEvents,
  ...orderEvents,
  ...paymentGatewayEvents,
  ...catalogReleaseEvents,
  ...catalogRuleEvents,
  ...settingsEvents,
  ...stockTransactionEvents,
  ...transactionEvents,
  ...userAuthenticationInfoEvents,
  ...outsideOrderEvents,
  ...productEvents,
  ...subscriptionEvents,
]

/** A key that this store emits or accepts from outside producers; custom APIs add dynamic keys of their own. */
export type EventKey = (typeof everyType)[number]['key']

/** Report of an operation: a key with the payload of its resource, or of a deletion. */
export type Report = ReportOf<(typeof everyType)[number]>

type ReportOf<Type> =
  Type extends EventType<infer Key, infer Payload>
    ?
        | { triggered_by: Exclude<Key, DeletedKey>; payload: Exclude<Payload, DeletedPayload> }
        | { triggered_by: Extract<Key, DeletedKey>; payload: DeletedPayload }
    : never

type DeletedKey = `${string}.deleted`

export type EventPrefix = EventKey extends `${infer Prefix}.${string}` ? Prefix : never

export type ActionOf<Prefix extends EventPrefix> = EventKey extends infer Key
  ? Key extends `${Prefix}.${infer Action}`
    ? Action
    : never
  : never

export const eventTypes: readonly EventType<EventKey>[] = everyType

const typeByKey: ReadonlyMap<string, EventType<EventKey>> = new Map<string, EventType<EventKey>>(
  eventTypes.map((type) => [type.key, type]),
)

/** Returns the key for an action on a resource. Throws if the resource has no events for the action. */
export function eventKey<Action extends EventAction>(
  prefix: EventPrefix,
  action: Action,
): Extract<EventKey, `${string}.${Action}`> {
  const key = `${prefix}.${action}` as const
  if (!typeByKey.has(key)) throw new Error(`${key} is not an event key.`)
  return key as Extract<EventKey, `${string}.${Action}`>
}

/** Keys that an organization's own integrations may observe and its own events may have. */
export const organizationKeys: readonly string[] = eventTypes
  .filter((type) => type.level === 'store_organization')
  .map((type) => type.key)

export function findEventType(key: string): EventType | undefined {
  const type = typeByKey.get(key)
  if (type !== undefined || !isCustomApiKey(key)) return type
  return customApiEventsOf(splitKey(key).prefix).find((candidate) => candidate.key === key)
}

/** Event types of an owner: the built-in types of its level, and the keys that its store has declared. */
export type KnownTypes = { level: OwnerLevel; own: ReadonlySet<string> }

export const builtInTypes: Readonly<Record<OwnerLevel, KnownTypes>> = {
  store: { level: 'store', own: new Set() },
  organization: { level: 'organization', own: new Set() },
}

/** True if every store, or every organization, has the key. */
export function isBuiltIn(key: string, level: OwnerLevel): boolean {
  if (level === 'organization') return typeByKey.get(key)?.level === 'store_organization'
  return typeByKey.has(key) || isCustomApiKey(key)
}

/** True if the owner's integrations may observe the key, and its events may have it. */
export function isObservable(key: string, { level, own }: KnownTypes): boolean {
  return isBuiltIn(key, level) || own.has(key)
}

/** True if an integration may observe the text: an observable key, or a pattern that matches one. */
export function isObservableBy(text: string, known: KnownTypes): boolean {
  return isPattern(text) ? keysOf(text, known).length > 0 : isObservable(text, known)
}

/**
 * Returns the observable keys that a key or a pattern matches, including those of a custom API if the pattern names its
 * prefix.
 */
export function keysOf(text: string, known: KnownTypes): readonly string[] {
  if (!isPattern(text)) return isObservable(text, known) ? [text] : []
  const prefix = prefixOf(text)
  const types = prefix !== null && isApiType(prefix) ? customApiEventsOf(prefix) : eventTypes
  const keys = [...types.map(({ key }) => key), ...known.own]
  return keys.filter((key) => matches(text, key) && isObservable(key, known))
}

/** True if the key is one of these texts, or matches one of these patterns. */
export function isObservedBy(observes: readonly string[], key: string): boolean {
  return observes.some((text) => text === key || matches(text, key))
}

function matches(pattern: string, key: string): boolean {
  if (pattern === ANY_KEY) return !SECRET_KEYS.has(key)
  const prefix = prefixOf(pattern)
  return prefix !== null && key.startsWith(`${prefix}.`)
}

/** Keys with a secret payload, which the pattern of all keys does not match. */
const SECRET_KEYS: ReadonlySet<string> = new Set(oneTimePasswordTokenRequestEvents.map(({ key }) => key))

export function matchingPatterns(key: string): readonly string[] {
  return patternsOf(key, SECRET_KEYS.has(key))
}

/** Explains that the owner does not have the key, and suggests similar keys. */
export function unknownKeyDetail(key: string, { level, own }: KnownTypes): string {
  const start = key.slice(0, MAX_SHOWN_LENGTH)
  const shown = JSON.stringify(start)
  if (level === 'organization' && isBuiltIn(key, 'store')) {
    return `${shown} is an event of stores; an organization has only ${organizationKeys.join(', ')}.`
  }
  const keys = level === 'store' ? [...storeKeysNear(start), ...own] : organizationKeys
  const near = nearestKeys(start, isPattern(key) ? patternsAmong(keys) : keys)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`
  return `${shown} is not an observable event key.${hint} GET /v2/events/types lists all of them.`
}

/**
 * Returns the keys under which an event is observed; the first takes precedence if an integration observes several. An
 * entry of a custom API has two, the literal key and that of its API; `payload` is called (and parses) only then.
 */
export function matchingKeys(triggered_by: string, payload: () => unknown): readonly string[] {
  if (triggered_by.startsWith(LITERAL_START)) {
    const api_type = resourceType(payload())
    const action = triggered_by.slice(LITERAL_START.length)
    return isApiType(api_type) ? [triggered_by, `${api_type}.${action}`] : [triggered_by]
  }
  if (!isCustomApiKey(triggered_by)) return [triggered_by]
  return [LITERAL_START + splitKey(triggered_by).action, triggered_by]
}

export function describeEventType(type: EventType): EventTypeDescription {
  const { key, entity, level, origin, description, payload } = type
  return {
    type: 'event-type',
    id: key,
    key,
    entity,
    level: LEVEL_NAMES[level],
    origin,
    description,
    payload,
    sample: type.sample(EXAMPLE),
  }
}

export type EventTypeDescription = Pick<EventType, 'key' | 'entity' | 'origin' | 'description' | 'payload'> & {
  type: 'event-type'
  id: string
  level: 'Store' | 'Store, Organization'
  sample: EventPayload
}

const LEVEL_NAMES: Readonly<Record<EventLevel, EventTypeDescription['level']>> = {
  store: 'Store',
  store_organization: 'Store, Organization',
}

const EXAMPLE: SampleSource = {
  id: '019bc0fd-89c0-7c41-9d52-6f0a3b8e1000',
  organization_id: '019b8a10-5c00-7d18-8a63-2e4f905b7c11',
  store_id: '019b8a10-6fa0-7b32-b1c4-71d8e6a04f22',
  base_url: 'https://store.example.com/v2',
  time: Date.UTC(2026, 0, 15, 9, 30),
}

/** Longer keys are truncated before they are compared and repeated; known keys are shorter. */
const MAX_SHOWN_LENGTH = 100

const LITERAL_START = `${CUSTOM_API_PREFIX}.`

function isCustomApiKey(key: string): boolean {
  if (!key.includes('_ext.')) return false
  const { prefix, action } = splitKey(key)
  return typeByKey.has(LITERAL_START + action) && isApiType(prefix)
}

function patternsAmong(keys: readonly string[]): readonly string[] {
  return [...new Set(keys.flatMap(matchingPatterns))].filter((pattern) => pattern !== ANY_KEY)
}

/** Returns the keys to compare: those of the custom API with this prefix, or else those in the list. */
function storeKeysNear(key: string): readonly string[] {
  const { prefix } = splitKey(key)
  return (isApiType(prefix) ? customApiEventsOf(prefix) : eventTypes).map((type) => type.key)
}

/** Returns the type of the resource in a payload; '' without one. */
function resourceType(payload: unknown): string {
  if (!isObject(payload)) return ''
  const resource = isObject(payload.data) ? payload.data : payload
  return typeof resource.type === 'string' ? resource.type : ''
}
