import { Type } from 'typebox'
import { limitSentence } from '../db/row-limit.ts'
import { inStore } from '../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch, matchesTag } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import { addressOf, listEnvelope, listSchema } from '../http/lists/list-envelope.ts'
import { listQuerySchema, parseListRequest } from '../http/lists/lists.ts'
import type { Server } from '../http/server.ts'
import { PAGE_LIMIT } from '../kernel/lists/page.ts'
import { getEventType } from './get.ts'
import { listEventTypes } from './list.ts'
import { EventTypeIdentifier, EventTypePut, EventTypeResource, eventTypeList, presentOwn } from './own-type.ts'
import { type DeclareDeps, declareEventType } from './put.ts'
import { type RemoveDeps, removeEventType } from './remove.ts'
import { FORM, MAX_KEY_LENGTH } from './rules/key.ts'
import { ListedEventType, SparseQuery, sparse, tagOf } from './sparse.ts'
import { ownTypeLimit } from './store.ts'

const config = { access: 'seller', area: 'events' } as const
const ALL = '/v2/events/types'
const ONE = `${ALL}/:event_key`

export function routes(server: Server, deps: DeclareDeps & RemoveDeps & { base_url: string }): void {
  const { base_url } = deps

  const list = { config: { ...config, compressed: true }, schema: schemas.list }
  server.get(ALL, list, async ({ query, caller, url, headers }, reply) => {
    const request = parseListRequest(query, eventTypeList, PAGE_LIMIT)
    const page = await listEventTypes(deps, caller, request)
    const rows = sparse(page.rows, query)
    const body = listEnvelope({ rows, request, page, address: addressOf(base_url, url) })
    const tag = tagOf(body)
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (matchesTag(headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.send(body)
  })

  server.get(ONE, { config, schema: schemas.get }, async ({ params, caller }, reply) => {
    const { data, version } = await getEventType(deps, caller, params.event_key)
    if (version !== null) reply.header('etag', etag(version))
    return { data }
  })

  server.put(ONE, { config: putConfig, schema: schemas.put }, async ({ params, body, caller, headers }, reply) => {
    const expected_version = ifMatch(headers['if-match'])
    const declaration = { owner: inStore(caller), key: params.event_key, put: body.data, expected_version }
    const { row, outcome } = await declareEventType(deps, declaration)
    const data = presentOwn(row, base_url)
    reply.header('etag', etag(row.version))
    if (outcome === 'created') reply.code(201).header('location', data.links.self)
    return reply.send({ data })
  })

  server.delete(ONE, { config, schema: schemas.remove }, async ({ params, caller, headers }) => {
    const expected_version = ifMatch(headers['if-match'])
    await removeEventType(deps, inStore(caller), { key: params.event_key, expected_version })
    return { data: { id: params.event_key, type: 'event-type' as const } }
  })
}

const tags = ['Events']
const params = Type.Object({
  event_key: Type.String({ description: 'Key of the event type.', examples: ['acme.order.approved'] }),
})

// The operation validates the key itself, with a more precise message.
const putConfig = {
  ...config,
  reports_unknown: true as const,
  documented: {
    params: Type.Object({
      event_key: Type.String({ ...params.properties.event_key, maxLength: MAX_KEY_LENGTH, pattern: FORM.source }),
    }),
  },
}

const schemas = {
  list: {
    operationId: 'ListEventTypes',
    summary: 'List the observable event keys with their payloads',
    description:
      "The built-in event types, then the store's own by key. With `fields[event-type]` the response is a tenth as long. The response " +
      'to a request with an earlier `ETag` in `If-None-Match` is 304 while nothing has changed.',
    tags,
    querystring: Type.Object({
      ...Type.Pick(listQuerySchema(eventTypeList), ['page[limit]', 'page[offset]']).properties,
      ...SparseQuery.properties,
    }),
    response: {
      200: listSchema(ListedEventType),
      304: Type.Unsafe<undefined>(Type.Null({ description: 'Not modified.' })),
    },
  },
  get: {
    operationId: 'GetEventType',
    summary: 'Get an event type',
    description: "Built in, a custom API's (`wishlist_ext.created`), or the store's own.",
    tags,
    params,
    response: { 200: Data(EventTypeResource) },
  },
  put: {
    operationId: 'PutEventType',
    summary: 'Create or replace an event type of the store',
    description:
      'From then on events with the key can be published, observed, tested and replayed like built-in ones. The key has ' +
      '2 to 5 segments separated by dots, each a lowercase letter and up to 40 lowercase letters, digits, `_` and `-`, ' +
      'and at most 100 characters in all; its first segment is none that a built-in key has, nor `tidings`, and does not ' +
      `end in \`_ext\`. ${limitSentence(ownTypeLimit)}`,
    tags,
    params,
    headers: IfMatch,
    body: Data(EventTypePut),
    response: { 200: Data(EventTypeResource), 201: Data(EventTypeResource), ...errorResponses(400, 403, 409, 429) },
  },
  remove: {
    operationId: 'DeleteEventType',
    summary: 'Delete an event type of the store',
    description:
      'Refused while an integration or a running replay names the key, or a pattern that matches no other event type. ' +
      'Its past events stay.',
    tags,
    params,
    headers: IfMatch,
    response: { 200: Data(EventTypeIdentifier), ...errorResponses(400, 403, 409) },
  },
}
