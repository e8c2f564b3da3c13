import { Type } from 'typebox'
import { secretIn } from '../http/compression/compress.ts'
import { Data, ifMatch } from '../http/envelope.ts'
import { errorResponses } from '../http/error-response.ts'
import type { Server } from '../http/server.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Owner } from '../kernel/owner.ts'
import { getOne, listSome } from '../store/kit/operations.ts'
import { addressOfRow } from '../store/kit/resource.ts'
import {
  collectionOf,
  idIn,
  type RouteDeps,
  resourceRoutes,
  schemasOf,
  sendOne,
  sendRows,
  sentIn,
} from '../store/kit/routes.ts'
import { type Alert, alerts, incidents, type Unconfirmed } from './alert.ts'
import { confirmationRoutes } from './recipients/routes.ts'
import { withUnconfirmed } from './recipients/unconfirmed.ts'
import { type AlertDeps, createAlert, updateAlert } from './save.ts'
import { type SendDeps, sendTest } from './send.ts'

const config = { access: 'seller', area: 'integrations' } as const
const ALL = '/v2/alerts'
const ONE = `${ALL}/:alert_id` as const

/** Counts the test messages of an alert. Throws `too_many_requests`. */
type CountTest = (alert_id: string, owner: Owner, now: number) => void

export function routes(
  server: Server,
  deps: RouteDeps & AlertDeps & SendDeps & { clock: Clock; countTest: CountTest },
): void {
  server.get(ALL, { config: { ...config, compressed: IS_COMPRESSED }, schema: schemas.list }, async (request) =>
    sendRows(deps, request, alerts, async (page) => {
      const listed = await listSome(deps, alerts, collectionOf(alerts, request), page)
      return { ...listed, rows: await withUnconfirmed(deps.db, request.caller, listed.rows) }
    }),
  )

  server.post(ALL, { config, schema: schemas.create }, async (request, reply) => {
    const row = await createAlert(deps, request.caller, sentIn(alerts, request))
    reply.code(201).header('location', addressOfRow(alerts, row, deps.base_url))
    return sendOne(deps, alerts, await shown(deps, request.caller, row), reply)
  })

  server.get(ONE, { config, schema: schemas.get }, async (request, reply) => {
    const row = await getOne(deps, alerts, collectionOf(alerts, request), idIn(alerts, request))
    return sendOne(deps, alerts, await shown(deps, request.caller, row), reply)
  })

  resourceRoutes(server, deps, alerts)

  server.put(ONE, { config, schema: schemas.update }, async (request, reply) => {
    const update = {
      id: idIn(alerts, request),
      sent: sentIn(alerts, request),
      expected_version: ifMatch(request.headers['if-match']),
    }
    const row = await updateAlert(deps, request.caller, update)
    return sendOne(deps, alerts, await shown(deps, request.caller, row), reply)
  })

  resourceRoutes(server, deps, incidents, ['list'])

  server.post(`${ONE}/test`, { config, schema: schemas.test }, async (request) => {
    const alert_id = idIn(alerts, request)
    deps.countTest(alert_id, request.caller, deps.clock())
    const { error, unconfirmed } = await sendTest(deps, request.caller, alert_id)
    const result = { sent: error === null, error, unconfirmed_recipients: [...unconfirmed] }
    return { data: { type: 'alert_test' as const, id: alert_id, ...result } }
  })

  confirmationRoutes(server, deps)
}

async function shown({ db }: Pick<AlertDeps, 'db'>, owner: Owner, row: Alert): Promise<Alert & Unconfirmed> {
  const [alert] = await withUnconfirmed(db, owner, [row])
  return { unconfirmed_recipients: [], ...row, ...alert }
}

const { list, create, get, update } = schemasOf(alerts)
const IS_COMPRESSED = secretIn(list.response) === null

const params = Type.Object({ alert_id: Type.String({ format: 'uuid', description: 'Id of the alert.' }) })

const AlertTest = Type.Object(
  {
    type: Type.Literal('alert_test'),
    id: Type.String({ format: 'uuid', description: 'Id of the alert.' }),
    sent: Type.Boolean({ description: 'Whether the mail server or the chat system took the message.' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the message was not sent.' }),
    unconfirmed_recipients: Type.Array(Type.String(), {
      description: 'Recipients that it was not sent to, because they have not confirmed the address.',
    }),
  },
  { $id: 'AlertTest' },
)

const schemas = {
  list,
  create,
  get,
  update,
  test: {
    operationId: 'TestAlert',
    summary: 'Send a test message of an alert',
    description:
      'The message is sent before the response, even if the alert is disabled, to confirmed recipients only. At most 10 per alert and 20 per store in 15 minutes.',
    tags: [alerts.tag],
    params,
    response: { 200: Data(AlertTest), ...errorResponses(429) },
  },
}
