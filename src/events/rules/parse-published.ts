import { isDeletion } from '../../event-types/event.ts'
import type { Problem } from '../../kernel/errors.ts'
import { isObject } from '../../kernel/json/json.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import { unknownMember } from '../../kernel/text/nearest-word.ts'
import { readTraceparent } from '../../kernel/traceparent.ts'

/** A published event before its key and payload are checked. `payload` is as sent, or extracted from a CloudEvent. */
export type Published = {
  triggered_by: unknown
  payload: unknown
  resource_version: number | null
  external_id: string | null
  /** Idempotency key: the id, and for a CloudEvent its source as well. */
  key: string | null
  /** Trace context of the CloudEvent itself, which overrides that of the request. */
  traceparent: string | null
  pointer: string
  /** The form decides the names of the members in pointers. */
  form: 'plain' | 'cloud_event'
}

/** Maximum number of events that one request may publish. @operator */
export const MAX_PUBLISHED = 1_000

type Parsed = { published: Published[]; problems: Problem[] }

/**
 * Parses the body of a publish request: one event or a list, bare or in `data`, each `{triggered_by, payload, id?}` or a
 * structured CloudEvent.
 */
export function parsePublished(body: unknown): Parsed {
  const { content, pointer } = unwrap(body)
  if (!Array.isArray(content)) return parseAll([content], () => pointer)
  if (content.length > 0 && content.length <= MAX_PUBLISHED) {
    return parseAll(content, (index) => `${pointer}/${index}`)
  }
  const detail = `A list must have 1 to ${MAX_PUBLISHED} events, not ${content.length}.`
  return { published: [], problems: [{ detail, pointer }] }
}

/** Pointer to a member of an event in the body; `place` is a pointer as in `checkPublished`. */
export function pointerTo({ pointer, form, triggered_by }: Published, place: string): string {
  if (form === 'plain') return pointer + place
  const deleted = typeof triggered_by === 'string' && isDeletion(triggered_by)
  return pointer + place.replace('/triggered_by', '/type').replace(deleted ? '/payload' : /\/payload(\/data)?/, '/data')
}

/** Unwraps `data`, but not the `data` of a CloudEvent. */
function unwrap(body: unknown): { content: unknown; pointer: string } {
  const wrapped = isObject(body) && 'data' in body && !isCloudEvent(body) && !('triggered_by' in body)
  return wrapped ? { content: body.data, pointer: '/data' } : { content: body, pointer: '' }
}

function parseAll(items: readonly unknown[], pointerOf: (index: number) => string): Parsed {
  const parsed = items.map((item, index) => parseOne(item, pointerOf(index)))
  return { published: parsed.flatMap((one) => one.published), problems: parsed.flatMap((one) => one.problems) }
}

function parseOne(item: unknown, pointer: string): Parsed {
  if (!isObject(item)) {
    const detail = 'An event is an object with triggered_by and payload, or a structured CloudEvent.'
    return { published: [], problems: [{ detail, pointer }] }
  }
  const { problems, ...published } = isCloudEvent(item) ? readCloudEvent(item) : readPlain(item)
  return {
    published: [{ ...published, pointer }],
    problems: problems.map((problem) => ({ ...problem, pointer: `${pointer}${problem.pointer}` })),
  }
}

function isCloudEvent(item: Record<string, unknown>): boolean {
  return 'specversion' in item
}

const MEMBERS = ['triggered_by', 'payload', 'id', 'resource_version']
/** Members of responses, which are ignored so that an event that was read can be published again. */
const SHOWN = ['type', 'external_id', 'links', 'meta', 'org_id', 'store_id']

/**
 * Rejects unknown members, because a misspelled `resource_version` would lose the order, and a misspelled `id` the protection
 * from duplicates.
 */
function checkMembers(item: Record<string, unknown>): Problem[] {
  const unknown = Object.keys(item).filter((name) => !MEMBERS.includes(name) && !SHOWN.includes(name))
  const problems = unknown.map((name) => ({
    detail: `${name} ${unknownMember(name, MEMBERS)}.`,
    pointer: pointerStep(name),
  }))
  if ((item.external_id ?? null) === null || (item.id ?? null) !== null) return problems
  return [
    ...problems,
    { detail: 'external_id is read-only: send your own id of an event as id.', pointer: '/external_id' },
  ]
}

function readPlain(item: Record<string, unknown>) {
  const version = readVersion(item.resource_version, 'resource_version')
  const id = item.id === undefined || item.id === null ? { external_id: null, problems: [] } : readId(item.id)
  return {
    form: 'plain' as const,
    triggered_by: item.triggered_by,
    payload: item.payload,
    resource_version: version.resource_version,
    external_id: id.external_id,
    key: id.external_id,
    traceparent: null,
    problems: [...id.problems, ...version.problems, ...checkMembers(item)],
  }
}

function readCloudEvent(item: Record<string, unknown>) {
  const version = readVersion(integerIn(item.resourceversion), 'resourceversion')
  const id = readId(item.id)
  return {
    form: 'cloud_event' as const,
    triggered_by: item.type,
    payload: payloadOf(item.data, item.type),
    resource_version: version.resource_version,
    external_id: id.external_id,
    key: id.external_id === null || typeof item.source !== 'string' ? null : `${item.source}\n${id.external_id}`,
    traceparent: readTraceparent(item.traceparent),
    problems: [...checkFrame(item), ...id.problems, ...version.problems],
  }
}

function checkFrame(item: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  if (item.specversion !== '1.0') problems.push({ detail: 'specversion must be "1.0".', pointer: '/specversion' })
  if (typeof item.source !== 'string' || item.source === '' || item.source.length > 1024) {
    problems.push({ detail: 'source is required: an address of 1 to 1024 characters.', pointer: '/source' })
  }
  if (typeof item.type !== 'string') {
    problems.push({ detail: 'type is required: an observable event key, such as "order.paid".', pointer: '/type' })
  }
  if (!isObject(item.data)) {
    problems.push({
      detail: 'data is required: the resource, an object; data_base64 is not supported.',
      pointer: '/data',
    })
  }
  return problems
}

/** Extracts related resources, which a CloudEvent contains inside the resource. */
function payloadOf(data: unknown, type: unknown): unknown {
  if (!isObject(data)) return data
  if (typeof type === 'string' && isDeletion(type)) return data
  const { included, ...resource } = data
  return included === undefined ? { data: resource } : { data: resource, included }
}

function readId(id: unknown): { external_id: string | null; problems: Problem[] } {
  if (typeof id === 'string' && /^[\x20-\x7e]{1,128}$/.test(id)) return { external_id: id, problems: [] }
  return {
    external_id: null,
    problems: [{ detail: 'id must be 1 to 128 printable ASCII characters.', pointer: '/id' }],
  }
}

/** Parses integers sent as text: all attributes in binary mode, and values above 2^31-1, the limit of CloudEvents. */
function integerIn(version: unknown): unknown {
  return typeof version === 'string' && /^\d{1,16}$/.test(version) ? Number(version) : version
}

function readVersion(version: unknown, name: string): { resource_version: number | null; problems: Problem[] } {
  if (version === undefined || version === null) return { resource_version: null, problems: [] }
  if (Number.isSafeInteger(version) && Number(version) >= 0) return { resource_version: Number(version), problems: [] }
  return {
    resource_version: null,
    problems: [{ detail: `${name} must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}.`, pointer: `/${name}` }],
  }
}
