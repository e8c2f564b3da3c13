import { Type } from 'typebox'
import { Data, ifMatch } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import type { Server } from '../http/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Owner } from '../kernel/owner.ts'
import { addressOfRow } from '../store/kit/resource.ts'
import { idIn, type RouteDeps, resourceRoutes, schemasOf, sendOne, sentIn } from '../store/kit/routes.ts'
import { alerts, incidents } from './alert.ts'
import { type AlertDeps, createAlert, updateAlert } from './save.ts'
import { type SendDeps, sendTest } from './send.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ONE = '/v2/alerts/:alert_id'

/** Counts the test messages of an alert; throws `too_many_requests`. */
type CountTest = (alert_id: string, owner: Owner, now: number) => void

export function routes(
  server: Server,
  deps: RouteDeps & AlertDeps & SendDeps & { clock: Clock; countTest: CountTest },
): void {
  resourceRoutes(server, deps, alerts)
  resourceRoutes(server, deps, incidents, ['list'])

  server.post('/v2/alerts', { config, schema: schemas.create }, async (request, reply) => {
    const row = await createAlert(deps, request.caller, sentIn(alerts, request))
    reply.code(201).header('location', addressOfRow(alerts, row, deps.base_url))
    return sendOne(deps, alerts, row, reply)
  })

  server.put(ONE, { config, schema: schemas.update }, async (request, reply) => {
    const update = {
      id: idIn(alerts, request),
      sent: sentIn(alerts, request),
      expected_version: ifMatch(request.headers['if-match']),
    }
    return sendOne(deps, alerts, await updateAlert(deps, request.caller, update), reply)
  })

  server.post(`${ONE}/test`, { config, schema: schemas.test }, async (request) => {
    const alert_id = idIn(alerts, request)
    deps.countTest(alert_id, request.caller, deps.clock())
    const error = await sendTest(deps, request.caller, alert_id)
    return { data: { type: 'alert_test' as const, id: alert_id, sent: error === null, error } }
  })
}

const { create, update } = schemasOf(alerts)

const params = Type.Object({ alert_id: Type.String({ format: 'uuid', description: 'Id of the alert.' }) })

const AlertTest = Type.Object(
  {
    type: Type.Literal('alert_test'),
    id: Type.String({ format: 'uuid', description: 'Id of the alert.' }),
    sent: Type.Boolean({ description: 'Whether the mail server or the chat system took the message.' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the message was not sent.' }),
  },
  { $id: 'AlertTest' },
)

const schemas = {
  create,
  update,
  test: {
    operationId: 'TestAlert',
    summary: 'Send a test message of an alert',
    description:
      'The message is sent before the response, also if the alert is disabled. At most 10 of an alert and 20 of a store in a quarter of an hour.',
    tags: [alerts.tag],
    params,
    response: { 200: Data(AlertTest), ...errorResponses(429) },
  },
}
