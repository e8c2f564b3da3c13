/** What the picker knows of an event type. */
export type KnownEvent = {
  key: string
  entity: string
  level: string
  /** Where it comes from: emitted here, only published by producers, declared by the store, or of a custom API. */
  from: EventSource
  description: string
}

export type EventSource = 'here' | 'outside' | 'own' | 'custom'

/** The keys of one resource. A box for all of them stands for those of `main` alone: the others never come by themselves. */
export type EventGroup = { entity: string; main: readonly KnownEvent[]; outside: readonly KnownEvent[] }

export type EventSection = { source: EventSource; groups: readonly EventGroup[] }

export type GroupState = 'none' | 'some' | 'all'

const ORDER: readonly EventSource[] = ['here', 'own', 'custom', 'outside']

/** The groups by where they come from. One with keys of both kinds stands with those that are emitted here. */
export function sectionsOf(events: readonly KnownEvent[]): EventSection[] {
  const byEntity = Map.groupBy(events, ({ entity, from }) => `${from === 'outside' ? 'here' : from} ${entity}`)
  const groups = [...byEntity.values()].map(groupOf).toSorted((a, b) => placeOf(a.group) - placeOf(b.group))
  return ORDER.map((source) => ({
    source,
    groups: groups.filter(({ from }) => from === source).map(({ group }) => group),
  })).filter((section) => section.groups.length > 0)
}

/** What most integrations are about comes first, the rest as the API has it. */
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

/** Keys whose payload is a secret, which the pattern of all keys leaves out. */
const SECRET_START = 'one-time-password-token-request.'

export function isPattern(text: string): boolean {
  return text === '*' || text.endsWith('.*')
}

/** Whether a key or a pattern stands for a key. */
export function covers(text: string, key: string): boolean {
  if (text === '*') return !key.startsWith(SECRET_START)
  return text === key || (text.endsWith('.*') && key.startsWith(text.slice(0, -1)))
}

export function isChosen(observes: readonly string[], key: string): boolean {
  return observes.some((text) => covers(text, key))
}

/** The keys that are chosen, directly or by a pattern. */
export function chosenKeys(observes: readonly string[], events: readonly KnownEvent[]): string[] {
  return events.filter(({ key }) => isChosen(observes, key)).map(({ key }) => key)
}

export function stateOf(observes: readonly string[], { main }: EventGroup): GroupState {
  const chosen = main.filter(({ key }) => isChosen(observes, key)).length
  if (chosen === 0) return 'none'
  return chosen === main.length ? 'all' : 'some'
}

/** Chooses a key, or takes it away: a pattern that stands for it gives way to the other keys that it stood for. */
export function toggle(observes: readonly string[], key: string, events: readonly KnownEvent[]): string[] {
  return isChosen(observes, key) ? without(observes, [key], events) : [...observes, key]
}

/** Chooses the whole group, or takes it away when all of it is chosen. */
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

/** Adds keys and patterns; what they stand for is not kept beside them. */
export function add(observes: readonly string[], texts: readonly string[]): string[] {
  const patterns = texts.filter(isPattern)
  const kept = observes.filter((text) => !patterns.some((pattern) => pattern !== text && covers(pattern, text)))
  return [...kept, ...texts.filter((text) => !isChosen(kept, text))]
}

/** Those with a word in their key, their resource or their description. All words must be there. */
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

/** What such systems usually observe. */
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

/** Those all of whose events can be observed. */
export function templatesFor(events: readonly KnownEvent[]): EventTemplate[] {
  return TEMPLATES.filter(({ texts }) => texts.every((text) => events.some(({ key }) => covers(text, key))))
}
