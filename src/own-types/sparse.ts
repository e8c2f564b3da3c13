import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { badQuery } from '../kernel/errors.ts'
import { EventTypeResource } from './own-type.ts'

const { id, type, ...optional } = EventTypeResource.properties
const NAMES = Object.keys(optional) as (keyof typeof optional)[]
const PARAMETER = 'fields[event-type]'

export const ListedEventType = Type.Object(
  { id, type, ...Type.Partial(Type.Object(optional)).properties },
  { $id: 'ListedEventType', description: 'Has all members without `fields[event-type]`.' },
)

/** Query of a list whose items have only the requested members. */
export const SparseQuery = Type.Object({
  [PARAMETER]: Type.Optional(
    Type.String({
      description: `Comma-separated members of each event type in addition to \`id\` and \`type\`, such as key,entity,description: ${NAMES.join(', ')}. Default: all.`,
    }),
  ),
})

/** Reduces each type to the requested members. Throws `malformed_query` for an unknown member. */
export function sparse(
  types: readonly EventTypeResource[],
  query: { [PARAMETER]?: string },
): Static<typeof ListedEventType>[] {
  const named = query[PARAMETER]
  if (named === undefined) return [...types]
  const names = new Set(named.split(',').map(checkedName))
  return types.map(({ id, type, ...members }) => ({
    id,
    type,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name))),
  }))
}

function checkedName(text: string): string {
  const name = text.trim()
  if (name === 'id' || name === 'type' || NAMES.some((known) => known === name)) return name
  throw badQuery(PARAMETER, `${JSON.stringify(name)} is not a member of event types; allowed are ${NAMES.join(', ')}.`)
}

export function tagOf(content: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`
}
