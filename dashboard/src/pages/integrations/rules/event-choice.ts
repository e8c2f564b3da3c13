/** Event type in the picker. */
export type KnownEvent = {
  key: string
  entity: string
  level: string
  /**
   * `here`: emitted by Tidings; `outside`: only published by producers; `own`: declared by the store; `custom`: of a
   * custom API.
   */
  from: EventSource
  description: string
}

export type EventSource = 'here' | 'outside' | 'own' | 'custom'

/** Keys of a resource. The group's checkbox stands only for `main`, because Tidings itself never emits the others. */
export type EventGroup = { entity: string; main: readonly KnownEvent[]; outside: readonly KnownEvent[] }

export type EventSection = { source: EventSource; groups: readonly EventGroup[] }

export type GroupState = 'none' | 'some' | 'all'

const ORDER: readonly EventSource[] = ['here', 'own', 'custom', 'outside']

/** Groups by source. A group with keys of both kinds counts as emitted here. */
export function sectionsOf(events: readonly KnownEvent[]): EventSection[] {
  const byEntity = Map.groupBy(events, ({ entity, from }) => `${from === 'outside' ? 'here' : from} ${entity}`)
  const groups = [...byEntity.values()].map(groupOf).toSorted((a, b) => placeOf(a.group) - placeOf(b.group))
  return ORDER.map((source) => ({
    source,
    groups: groups.filter(({ from }) => from === source).map(({ group }) => group),
  })).filter((section) => section.groups.length > 0)
}

/** The most common resources come first, the others in the order of the API. */
const FIRST = ['Order', 'Cart', 'Customer', 'Transaction', 'Stock transaction', 'Catalog release']

function placeOf({ entity }: EventGroup): number {
  return FIRST.includes(entity) ? FIRST.indexOf(entity) : FIRST.length
}

function groupOf(events: readonly KnownEvent[]): { from: EventSource; group: EventGroup } {
  const entity = events[0]?.entity ?? ''
  const main = events.filter(({ from }) => from !== 'outside')
  const first = main[0]
  if (first === undefined) return { from: 'outside', group: { entity, main: events, outside: [] } }
  return { from: first.from, group: { entity, main, outside: events.filter(({ from }) => from === 'outside') } }
}

/** Prefix of keys whose payload is a secret; the pattern `*` excludes them. */
const SECRET_START = 'one-time-password-token-request.'

export function isPattern(text: string): boolean {
  return text === '*' || text.endsWith('.*')
}

/** True if a key or pattern matches a key. */
export function covers(text: string, key: string): boolean {
  if (text === '*') return !key.startsWith(SECRET_START)
  return text === key || (text.endsWith('.*') && key.startsWith(text.slice(0, -1)))
}

export function isChosen(observes: readonly string[], key: string): boolean {
  return observes.some((text) => covers(text, key))
}

/** Keys selected directly or by a pattern. */
export function chosenKeys(observes: readonly string[], events: readonly KnownEvent[]): string[] {
  return events.filter(({ key }) => isChosen(observes, key)).map(({ key }) => key)
}

export function stateOf(observes: readonly string[], { main }: EventGroup): GroupState {
  const chosen = main.filter(({ key }) => isChosen(observes, key)).length
  if (chosen === 0) return 'none'
  return chosen === main.length ? 'all' : 'some'
}

/** Selects or deselects a key. Deselecting replaces a matching pattern with its other keys. */
export function toggle(observes: readonly string[], key: string, events: readonly KnownEvent[]): string[] {
  return isChosen(observes, key) ? without(observes, [key], events) : [...observes, key]
}

/** Selects the group, or deselects it if all of its keys are selected. */
export function toggleGroup(observes: readonly string[], group: EventGroup, events: readonly KnownEvent[]): string[] {
  const keys = group.main.map(({ key }) => key)
  if (stateOf(observes, group) === 'all') return without(observes, keys, events)
  return [...observes, ...keys.filter((key) => !isChosen(observes, key))]
}

function without(observes: readonly string[], keys: readonly string[], events: readonly KnownEvent[]): string[] {
  const next = observes.flatMap((text) => {
    if (!keys.some((key) => covers(text, key))) return [text]
    if (!isPattern(text)) return []
    return events.filter(({ key }) => covers(text, key) && !keys.includes(key)).map(({ key }) => key)
  })
  return [...new Set(next)]
}

/** Adds keys and patterns, and drops keys that a pattern covers. */
export function add(observes: readonly string[], texts: readonly string[]): string[] {
  const patterns = texts.filter(isPattern)
  const remaining = observes.filter((text) => !patterns.some((pattern) => pattern !== text && covers(pattern, text)))
  return [...remaining, ...texts.filter((text) => !isChosen(remaining, text))]
}

/** Events whose key, resource or description contains all words. */
export function matching(events: readonly KnownEvent[], search: string): readonly KnownEvent[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return events
  return events.filter(({ key, entity, description }) => {
    const text = `${key} ${entity} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

type EventTemplate = { name: string; texts: readonly string[] }

/** Typical selections by kind of system. */
const TEMPLATES: readonly EventTemplate[] = [
  {
    name: 'Orders to an ERP',
    texts: ['order.created', 'order.updated', 'order.paid', 'order.fulfilled', 'order.cancelled', 'order.refunded'],
  },
  { name: 'Paid orders to a warehouse', texts: ['order.paid', 'order.cancelled', 'stock-transaction.created'] },
  {
    name: 'Payments to accounting',
    texts: ['transaction.created', 'transaction.updated', 'order.paid', 'order.refunded'],
  },
  { name: 'Customers to a CRM', texts: ['customer.*', 'account.*', 'address.*'] },
  { name: 'Carts to marketing', texts: ['cart.updated', 'cart.deleted', 'order.created', 'customer.*'] },
  { name: 'Catalog to a search index', texts: ['catalog-release.*', 'catalog-rule.*'] },
  { name: 'Everything', texts: ['*'] },
]

/** Templates whose events are all available. */
export function templatesFor(events: readonly KnownEvent[]): EventTemplate[] {
  return TEMPLATES.filter(({ texts }) => texts.every((text) => events.some(({ key }) => covers(text, key))))
}
