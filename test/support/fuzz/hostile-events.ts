import { webhookIntegration } from '../app.ts'

/** The longest body of a publish request, minus the envelope of an event. */
const MAX_BODY_LENGTH = 8 * 1_048_576 - 10_000
/** Members and items of a body, just below the limit. */
const MAX_VALUES = 199_000
/** Maximum conditions of one filter. */
const CONDITIONS = 10

/**
 * Only the integrations of the attack observe these keys. The first has a secret in its payload, the last has two keys.
 */
const KEYS = ['one-time-password-token-request.created', 'product.updated', 'wishlist_ext.created'] as const

/** Filters that visit many members, compare long texts, or read prototype members. */
const COSTLY_FILTERS: readonly string[] = [
  anyOf((index) => `like(data.text,*${'a'.repeat(350)}b${'a'.repeat(350 + index)}*)`),
  anyOf((index) => `ilike(data.text,*${'i'.repeat(300)}b${index}*)`),
  anyOf((index) => `like(data.items.name,*${'a'.repeat(200)}b${'a'.repeat(190 + index)}*)`),
  anyOf((index) => `ilike(data.items.name,*${'a'.repeat(300)}b${index}*)`),
  anyOf((index) => `${['gt', 'ge', 'lt', 'le'][index % 4]}(data.items.at,1900-01-0${1 + (index % 9)})`),
  anyOf((index) => `gt(data.text,9${'9'.repeat(100)}${index})`),
  anyOf((index) => `contains_all(data.items.name,${words(index, 80)})`),
  anyOf((index) => `contains_any(data.items.items.items.name,${words(index, 80)})`),
  anyOf((index) => `in(${Array(20).fill('data').join('.')},${words(index, 60)})`),
  anyOf((index) => `eq(data.items.${index}.${'items.'.repeat(16)}name,x)`),
  anyOf((index) => `is_null(data.m${index}.__proto__.constructor)`),
  'eq(data.__proto__.admin,true):is_null(data.constructor.prototype.name):eq(data.items.length,1)',
]

function anyOf(condition: (index: number) => string): string {
  return `(${Array.from({ length: CONDITIONS }, (_, index) => condition(index)).join('|')})`
}

function words(start: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `w${start}${index}`).join(',')
}

/** Webhooks in different formats and ordered queues, each with and without costly filters. */
export function hostileIntegrations(): unknown[] {
  const filtered = COSTLY_FILTERS.map((filter, index) =>
    webhook(index % 2 === 0 ? {} : { cloudevents: 'binary' }, { filter }),
  )
  const unfiltered = [webhook({ cloudevents: 'structured' }), queue('events'), ...Array(4).fill(queue('events.fifo'))]
  return [...filtered, ...unfiltered]
}

function webhook(configuration: object, more: Record<string, unknown> = {}): unknown {
  const { data } = webhookIntegration(NO_RECEIVER, [...KEYS], more)
  return { data: { ...data, configuration: { ...data.configuration, ...configuration } } }
}

function queue(name: string): unknown {
  const configuration = {
    url: `${NO_RECEIVER}/${name}`,
    region: 'eu-west-1',
    access_key_id: 'a',
    secret_access_key: 'b',
  }
  return webhookIntegration('', [...KEYS], { integration_type: 'cloud_sqs', configuration })
}

const NO_RECEIVER = 'http://127.0.0.1:9'

/**
 * Bodies of publish requests of maximum length, with payloads that are the most costly to parse, validate and filter.
 */
export function* hostilePublishes(): Generator<string> {
  for (const payload of hostilePayloads()) yield publish(payload)
  const payload = `{"data":{"type":"product","id":"1","items":[${listOf('{"name":"x"}', 7_000)}]}}`
  yield `[${listOf(event(payload), MAX_BODY_LENGTH)}]`
  yield `[${listOf(event('{"data":{"type":"product"}}'), 1_000 * 90)}]`
  yield `[${listOf('{"no_such":1,"id":"","resource_version":-1}', MAX_BODY_LENGTH)}]`
  yield `[${listOf('{"triggered_by":"product.updatedx","payload":[]}', 1_000 * 50)}]`
  yield publish(`{"data":{"type":"t","text":${text('a')}}}`, KEYS[0])
  yield publish(`{"data":{"items":[${listOf('{"name":"a"}')}],"one_time_password_token":${text('a', 100)}}}`, KEYS[0])
  yield publish(`{"data":{"type":"wishlist_ext",${membersOf((index) => `m${index}`, '0')}}}`, KEYS[2])
  yield `{"specversion":"1.0","id":"1","source":${text('a', 1_000)},"type":"${KEYS[1]}","data":{"items":[${listOf('0')}]}}`
  yield `[${listOf('{}', MAX_BODY_LENGTH, MAX_BODY_LENGTH)}]`
  yield `{${membersOf((index) => `m${index}`, '0', MAX_BODY_LENGTH / 15)}}`
  yield ' '.repeat(MAX_BODY_LENGTH)
  yield '['.repeat(MAX_BODY_LENGTH)
  yield `"${'\\"'.repeat(MAX_BODY_LENGTH / 2)}"`
}

function* hostilePayloads(): Generator<string> {
  for (const unit of ['a', 'İ', '1', '\\u0130', '\\"', '\\\\', '\\u0000', '\\ud800', '\uFFFE', '💣'])
    yield `{"data":{"type":"product","id":"1","text":${text(unit)}}}`
  yield `{"data":{"text":"2026-01-01T00:00:00.${'1'.repeat(MAX_BODY_LENGTH)}x"}}`
  yield `{"data":{"id":${text('a')}}}`
  for (const item of ['0', '0.1', '[]', '{}', '""', '"\\u0041"', 'null', '{"items":[{"items":[{"name":"w"}]}]}'])
    yield `{"data":{"items":[${listOf(item)}]}}`
  // Sized so that only all filters together exceed the limit of visited members.
  const name = `{"name":${text('a', 400)},"at":"2026-01-01T00:00:00.123456789+01:00"}`
  for (const count of [2_000, 15_000]) yield `{"data":{"items":[${listOf(name, count * name.length)}]}}`
  yield `{"data":{"items":[${listOf('{"at":"2026-01-01T00:00:00.123456789+01:00"}')}]}}`
  yield `{"data":{${membersOf((index) => `m${index}`, '0')}}}`
  yield `{"data":{${membersOf((index) => `m${index}`, '{"x":1}')}}}`
  yield `{"data":{${membersOf((index) => `${index}`, '0')}}}`
  yield `{"data":{${membersOf((index) => `m\\u0041${index}`, '0')}}}`
  yield `{"data":{${membersOf(() => 'same', '0')}}}`
  yield `{"data":{${membersOf((index) => `${4_000_000_000 - index * 7919}`, '0')}}}`
  yield `{"data":{"items":[${Array.from({ length: 900 }, (_, index) => manyNames(index)).join(',')}]}}`
  yield `{"data":{${text('n')}:0}}`
  yield `{"data":{"text":"x"},"included":{"items":[${listOf('{"id":"1"}')}]}}`
  yield `{"data":${'{"data":'.repeat(400)}{"items":[${listOf('1')}]}${'}'.repeat(400)}}`
  yield `{"data":{"items":${'[{"items":'.repeat(200)}[${listOf('{"name":"w"}')}]${'}]'.repeat(200)}}}`
  yield `{"data":{"items":[${listOf('[[[[[[[[[[0]]]]]]]]]]')}]}}`
  yield `{"data":{"items":[${listOf('1234567.125')}]}}`
  yield `{"data":{"items":[${listOf('1234567890.1234567')}]}}`
  yield `{"data":{"__proto__":{"admin":true},"items":[${listOf('{"constructor":1}')}]}}`
}

/** An object with member names that no other object has. */
function manyNames(index: number): string {
  return `{${membersOf((member) => `m${index}x${member}`, '0', 200)}}`
}

/** An event whose text has the maximum length for any payload. */
function publish(payload: string, triggered_by: string = KEYS[1]): string {
  const length = Math.max(0, MAX_BODY_LENGTH - Buffer.byteLength(payload))
  return event(`{"padding":${text('p', length)},${payload.slice(1)}`, triggered_by)
}

function event(payload: string, triggered_by: string = KEYS[1]): string {
  return `{"triggered_by":"${triggered_by}","payload":${payload}}`
}

function text(unit: string, length = MAX_BODY_LENGTH): string {
  return `"${unit.repeat(Math.floor(length / Buffer.byteLength(unit)))}"`
}

function listOf(item: string, length = MAX_BODY_LENGTH, values = MAX_VALUES): string {
  const most = Math.min(length / (Buffer.byteLength(item) + 1), values / valuesIn(item))
  const count = Math.max(1, Math.floor(most))
  return `${item},`.repeat(count).slice(0, -1)
}

function membersOf(name: (index: number) => string, value: string, values = MAX_VALUES): string {
  const count = Math.floor(values / valuesIn(value))
  return Array.from({ length: count }, (_, index) => `"${name(index)}":${value}`).join(',')
}

/** Number of values that the text counts as, including the comma after it. */
function valuesIn(json: string): number {
  return 1 + json.replaceAll(/\[\]|\{\}|[^,[{]/g, '').length
}
