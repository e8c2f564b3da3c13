import type { FastifyRequest } from 'fastify'
import { inStore } from '../../../http/callers/caller.ts'
import { Data, etag } from '../../../http/envelope.ts'
import { errorResponses } from '../../../http/error-response.ts'
import { give, IdempotencyKey, keyedRequest } from '../../../http/idempotency.ts'
import type { Server } from '../../../http/server.ts'
import { rejectOtherRelationships } from '../../kit/relationships.ts'
import { addressOfRow, present } from '../../kit/resource.ts'
import { pathOf, type RouteDeps, resourceRoutes, schemasOf, sentIn } from '../../kit/routes.ts'
import { idempotent } from '../../kit/sql/idempotency.ts'
import { createNote } from './create.ts'
import { type OrderNote, orderNotes } from './note.ts'

export function routes(server: Server, deps: RouteDeps): void {
  resourceRoutes(server, deps, orderNotes, ['list', 'get', 'remove'])

  server.post(
    pathOf(orderNotes),
    { config: { access: 'seller', area: 'orders', reports_unknown: true }, schema },
    async (request, reply) => {
      const { text } = sentIn(orderNotes, request) as { text: string }
      const response = await idempotent(deps, inStore(request.caller), keyedRequest(request), async (work) => {
        const { order_id } = request.params as { order_id: string }
        const note = await createNote(work, order_id, request.caller, text)
        refuseOtherOrder(request, note, deps.base_url)
        const headers = { location: addressOfRow(orderNotes, note, deps.base_url), etag: etag(note.version) }
        return { status: 201, body: { data: present(orderNotes, note, deps.base_url) }, headers }
      })
      return give(reply, response)
    },
  )
}

/** Throws `invalid` if the body names another order than the path. */
function refuseOtherOrder({ body }: FastifyRequest, note: OrderNote, base_url: string): void {
  const { relationships } = (body as { data: { relationships?: unknown } }).data
  rejectOtherRelationships(relationships, [present(orderNotes, note, base_url).relationships])
}

const schema = {
  ...schemasOf(orderNotes).create,
  description:
    'For sellers alone: shoppers do not see it, and it is in no event. Anonymizing the order deletes it; an anonymized order ' +
    'cannot have notes.',
  headers: IdempotencyKey,
  response: { 201: Data(orderNotes.schemas.resource), ...errorResponses(409) },
}
