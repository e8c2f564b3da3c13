import { isObservable, type KnownTypes, unknownKeyDetail } from '../event-types/catalog.ts'
import { isDeletion } from '../event-types/event.ts'
import type { Problem } from '../kernel/errors.ts'
import { isObject } from '../kernel/json/json.ts'

/**
 * Returns all problems of an event published by another system; pointers are relative to the event. Checks only the envelope of
 * the payload, because the resource itself is up to the producer.
 */
export function checkPublished(triggered_by: unknown, payload: unknown, known: KnownTypes): readonly Problem[] {
  return [...checkKey(triggered_by, known), ...checkPayload(triggered_by, payload, known)]
}

function checkKey(triggered_by: unknown, known: KnownTypes): Problem[] {
  const pointer = '/triggered_by'
  if (typeof triggered_by !== 'string') {
    return [{ detail: 'triggered_by is required: an observable event key, such as "order.paid".', pointer }]
  }
  return isObservable(triggered_by, known) ? [] : [{ detail: unknownKeyDetail(triggered_by, known), pointer }]
}

function checkPayload(triggered_by: unknown, payload: unknown, { own }: KnownTypes): Problem[] {
  if (!isObject(payload)) return [{ detail: 'payload is required: an object.', pointer: '/payload' }]
  // The envelope for an unknown key cannot be determined.
  if (typeof triggered_by !== 'string' || !isObservable(triggered_by, { level: 'store', own })) return []
  return isDeletion(triggered_by) ? checkDeleted(payload) : checkResource(payload)
}

function checkDeleted(payload: Record<string, unknown>): Problem[] {
  if (payload.data !== undefined) {
    const detail = 'The payload of a deleted resource is its "type" and "id", not wrapped in "data".'
    return [{ detail, pointer: '/payload/data' }]
  }
  const problems: Problem[] = ['type', 'id']
    .filter((name) => typeof payload[name] !== 'string' || payload[name] === '')
    .map((name) => ({ detail: `${name} is required: a non-empty string.`, pointer: `/payload/${name}` }))
  if (Object.keys(payload).some((name) => name !== 'type' && name !== 'id')) {
    const detail = 'The payload of a deleted resource has only the members "type" and "id".'
    problems.push({ detail, pointer: '/payload' })
  }
  return problems
}

function checkResource(payload: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  if (!isObject(payload.data)) {
    problems.push({ detail: 'data is required: the resource, an object.', pointer: '/payload/data' })
  }
  if (payload.included !== undefined && !isObject(payload.included)) {
    problems.push({ detail: 'included must be an object: related resources by name.', pointer: '/payload/included' })
  }
  return problems
}
