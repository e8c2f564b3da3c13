import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { errorResponses } from '../../http/error-response.ts'
import { oneOrMoreStrings } from '../../http/lists/lists.ts'
import type { Server } from '../../http/server.ts'
import { AppError, badQuery } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { StreamFilter } from '../rules/stream-filter.ts'
import { parseCursor } from './cursor.ts'
import type { DeliveryStreams } from './delivery-streams.ts'

const EVENT_STREAM = 'text/event-stream'

/** Live stream of deliveries. `streams` is closed with the server. */
export function routes(server: Server, streams: DeliveryStreams): void {
  server.addHook('preClose', () => streams.close())
  server.get('/v2/deliveries/stream', { config, schema }, async (request, reply) => {
    const { query, headers, caller } = request
    if (!String(headers.accept).includes(EVENT_STREAM)) throw notAcceptable()
    const after = query.after ?? headers['last-event-id']
    const { guard } = request.routeOptions.config
    const body = await streams.open({
      owner: caller,
      caller_id: caller.person_id ?? caller.key_id,
      filter: filterOf(query),
      after: after === undefined ? null : parseCursor(after),
      waiting: () => reply.raw.writableLength,
      authorize: async () => guard?.(request),
    })
    return reply.type(`${EVENT_STREAM}; charset=utf-8`).header('x-accel-buffering', 'no').send(body)
  })
}

const config = { access: 'seller', area: 'integrations' } as const

const schema = {
  operationId: 'StreamDeliveries',
  summary: 'Watch deliveries as they are made',
  description:
    'Server-sent events, which need the header `Accept: text/event-stream`. `open` is the first. `delivery` is the log of an attempt as in lists, without headers and bodies, and with its `event`. ' +
    '`skipped` has the `count` of deliveries above 200 a second, which were not sent; null if unknown. `end` has the reason why the stream ends. ' +
    'Reconnect with the id of the last event in `Last-Event-ID` to get missed deliveries, at most 12,000 of the last 5 minutes. ' +
    'A stream ends when its token does. A process allows 5 streams per person or key, 20 per store and 100 in total; above that, a new stream ends the oldest one of the organization with the most streams.',
  tags: ['Deliveries'],
  querystring: Type.Object({
    integrations: Type.Optional(
      oneOrMoreStrings({ description: 'Ids of integrations, separated by commas. Default: all.' }),
    ),
    keys: Type.Optional(
      oneOrMoreStrings({
        description: 'Event keys, and patterns such as `order.*`, separated by commas. Default: all.',
      }),
    ),
    outcome: Type.Optional(Type.Enum(['succeeded', 'failed'], { type: 'string', title: 'DeliveryOutcome' })),
    after: Type.Optional(Type.String({ description: 'The id of an event of the stream; precedes `Last-Event-ID`.' })),
  }),
  headers: Type.Object({
    'last-event-id': Type.Optional(Type.String({ description: 'The id of the last event that was received.' })),
  }),
  response: {
    200: {
      description: 'The events, until the stream ends.',
      content: { [EVENT_STREAM]: { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
    },
    ...errorResponses(406, 429),
  },
}

type StreamQuery = {
  integrations?: string | string[]
  keys?: string | string[]
  outcome?: 'succeeded' | 'failed'
}

/** Throws `malformed_query` for an invalid id of an integration. */
function filterOf({ integrations, keys, outcome }: StreamQuery): StreamFilter {
  const integration_ids = listed(integrations)
  const unknown = integration_ids?.find((id) => !isUuid(id))
  if (unknown !== undefined) throw badQuery('integrations', `integrations must be UUIDs; [${unknown}] is not.`)
  return {
    integration_ids: integration_ids?.map((id) => id.toLowerCase()) ?? null,
    keys: listed(keys),
    succeeded: outcome === undefined ? null : outcome === 'succeeded',
  }
}

function listed(value: string | string[] | undefined): string[] | null {
  const all = [value ?? []].flat().flatMap((text) => text.split(','))
  const named = all.map((text) => text.trim()).filter((text) => text !== '')
  return named.length === 0 ? null : named
}

function notAcceptable(): AppError {
  return new AppError('not_acceptable', [
    { detail: `The response is a stream: send \`Accept: ${EVENT_STREAM}\`.`, header: 'Accept' },
  ])
}
