import { isDeletion } from '../../event-types/event.ts'

/** Returns the default schema of a type without one, which published payloads of the key must match. */
export function frameOf(key: string): object {
  return isDeletion(key) ? DELETED : RESOURCE
}

const RESOURCE = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object' }, included: { type: 'object' } },
}

const TEXT = { type: 'string', minLength: 1 }

const DELETED = {
  type: 'object',
  required: ['type', 'id'],
  properties: { type: TEXT, id: TEXT },
  additionalProperties: false,
}
