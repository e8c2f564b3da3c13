import { isDeletion } from '../../event-types/event.ts'

/** The schema of a type that declares none: the frame that published payloads of the key must have. */
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
