import { type Static, Type } from 'typebox'
import { Id } from '../../kernel/schemas.ts'

const NO_BODY_REASONS = ['not_sent', 'handshake', 'integration_deleted', 'expired', 'unreadable'] as const
type NoBodyReason = (typeof NO_BODY_REASONS)[number]

/** Request of an attempt, recomposed as far as possible, with every secret masked. */
export type LogRequest = {
  id: string
  method: 'POST' | 'OPTIONS' | 'SEND' | null
  url: string | null
  headers: Record<string, string>
  body: string | null
  no_body: NoBodyReason | null
  /** True if the integration has changed since, so that the body may have been different. */
  integration_changed: boolean
  /** True if another release sent the request; null if its headers do not name a release. */
  release_changed: boolean | null
  /** JSON pointers to masked members of the body. */
  masked: string[]
}

export const LogRequestResource = Type.Object(
  {
    id: Id,
    type: Type.Literal('integration-log-request'),
    method: Type.Union([Type.Enum(['POST', 'OPTIONS', 'SEND'], { type: 'string' }), Type.Null()], {
      description:
        '`OPTIONS` requested permission, `SEND` passed a message to a queue or a broker. Null when nothing was sent.',
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'Address of the target as configured now, with likely secrets masked.',
    }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'As sent, secrets masked; without the signature when the integration has changed.',
    }),
    body: Type.Union([Type.String(), Type.Null()], { description: 'The body as signed, except for masked secrets.' }),
    no_body: Type.Union([Type.Enum([...NO_BODY_REASONS], { type: 'string' }), Type.Null()], {
      description:
        'Why there is no body. `not_sent`: the attempt ended before a request. `handshake`: it requested permission. ' +
        '`expired`: the event or the job is past the retention. `unreadable`: it was encrypted with another key.',
    }),
    recomposed: Type.Boolean({ description: 'Whether the body is composed again from event and integration.' }),
    integration_changed: Type.Boolean({
      description: 'Whether the integration has changed since; the body uses its current name, address and format.',
    }),
    release_changed: Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'Whether another release of Tidings made the request; null for queues, whose messages do not name it.',
    }),
    masked: Type.Array(Type.String(), { description: 'Members of the body that are masked, as JSON pointers.' }),
  },
  { $id: 'IntegrationLogRequest' },
)

export function presentLogRequest(request: LogRequest): Static<typeof LogRequestResource> {
  return { ...request, type: 'integration-log-request', recomposed: request.body !== null }
}
