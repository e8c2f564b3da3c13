import type { FastifyListenOptions } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }
import { type Access, openAccess } from '../access/access.ts'
import { administrationRoutes } from '../access/api/routes.ts'
import { openPasswords } from '../access/passwords/passwords.ts'
import { routes as accessRoutes } from '../access/routes.ts'
import { storeLimit } from '../access/sql/stores.ts'
import { routes as alertRoutes } from '../alerts/routes.ts'
import { routes as auditRoutes } from '../audit/routes.ts'
import { routes as dashboardRoutes } from '../dashboard/routes.ts'
import type { Reader } from '../db/reading/reader.ts'
import { isUnavailable } from '../db/unreachable.ts'
import { detailRoutes as deliveryDetailRoutes } from '../deliveries/api/detail-routes.ts'
import { openDraftQueue } from '../deliveries/api/draft-queue.ts'
import { routes as draftRoutes } from '../deliveries/api/draft-routes.ts'
import { routes as deliveryRoutes } from '../deliveries/api/routes.ts'
import { routes as jobRunRoutes } from '../deliveries/job-runs/routes.ts'
import { routes as replayRoutes } from '../deliveries/replays/routes.ts'
import { routes as seriesRoutes } from '../deliveries/series/routes.ts'
import { DeliveryStreams } from '../deliveries/stream/delivery-streams.ts'
import { routes as deliveryStreamRoutes } from '../deliveries/stream/routes.ts'
import { draftSender } from '../deliveries/targets/draft-sender.ts'
import { routes as docsRoutes } from '../docs/routes.ts'
import type { Backlog } from '../events/backlog.ts'
import type { Ingest } from '../events/ingest.ts'
import type { Outbox } from '../events/outbox.ts'
import { routes as eventRoutes } from '../events/routes.ts'
import { LargeResponses } from '../http/bodies/large-responses.ts'
import { onlyReads } from '../http/methods.ts'
import { createServer, type Server, type ServerOptions } from '../http/server.ts'
import type { IntegrationDeps } from '../integrations/deps.ts'
import { routes as integrationRoutes } from '../integrations/routes.ts'
import { routes as secretRoutes } from '../integrations/secret-routes.ts'
import type { Owner } from '../kernel/owner.ts'
import { trimEnd } from '../kernel/text/trim-end.ts'
import { routes as deploymentRoutes } from '../operations/api/routes.ts'
import { routes as operationRoutes } from '../operations/routes.ts'
import { routes as eventTypeRoutes } from '../own-types/routes.ts'
import { openSchemaChecks } from '../own-types/schemas/schema-checks.ts'
import { lockRights } from '../people/authority.ts'
import { routes as peopleRoutes } from '../people/routes.ts'
import { routes as searchRoutes } from '../search/routes.ts'
import { limitReleaseCache } from '../store/catalog/cache/process-cache.ts'
import { refuseChannels } from '../store/catalog/refuse-channels.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { routes as storeRoutes } from '../store/routes.ts'
import { pageLength, reportsUnknown } from '../store/settings/read.ts'
import { routes as storefrontRoutes } from '../storefront/routes.ts'
import { listenError } from './address/listening.ts'
import type { Alerting } from './alerting.ts'
import { namesOfActors } from './cross-module/actor-names.ts'
import { recordPersonEvents } from './cross-module/record-person-events.ts'
import { createStore } from './cross-module/stores.ts'
import { usersOf } from './cross-module/users-of-event-types.ts'
import { targetOptions } from './deliveries.ts'
import type { Foundation } from './foundation.ts'
import { headerNames } from './header-names.ts'
import type { Observability } from './observing/observability.ts'
import { observeRequests } from './observing/observe-requests.ts'
import { openOidc } from './oidc.ts'
import { operationsOf } from './operations.ts'
import { seriesRetention } from './series.ts'
import type { Transport } from './transport.ts'

export type Api = { server: Server; close(): Promise<void> }

export type ApiDeps = {
  integrationDeps: IntegrationDeps & StoreDeps
  outbox: Outbox
  reader: Reader
  ingest: Ingest
  backlog: Pick<Backlog, 'checkLimit' | 'refused'>
  alerting: Alerting
  transport: Pick<Transport, 'state' | 'queued'>
  observability: Pick<Observability, 'events' | 'responded' | 'droppedUnknown' | 'shop' | 'people' | 'pages'>
  /** Called after each request that may have changed data. */
  onChange: () => void
}

/** Opens the API and listens. Throws an error that names the settings if it cannot listen. */
export async function openApi(foundation: Foundation, deps: ApiDeps): Promise<Api> {
  const { config, db, cipher, clock, log } = foundation
  const access = await openAccess({ db, cipher, clock, log, token_limit: config.TIDINGS_TOKEN_LIMIT })
  limitReleaseCache(config.TIDINGS_CATALOG_CACHE)
  const server = await makeServer(foundation, access, {
    ...deps,
    reportsUnknown: ({ store_id }) => reportsUnknown(db, store_id),
  })
  const { HOST: host, PORT: port, TIDINGS_REUSE_PORT: reusePort } = config
  // Fastify passes `reusePort` to Node, but its type lacks it.
  const options: FastifyListenOptions & { reusePort: boolean } = { host, port, reusePort }
  await server.listen(options).catch((error: unknown) => {
    access.close()
    throw listenError(error, { host, port, host_setting: 'HOST', port_setting: 'PORT', is_shared: reusePort })
  })
  return {
    server,
    async close() {
      await server.close()
      access.close()
    },
  }
}

export type ServerFoundation = Pick<Foundation, 'config' | 'db' | 'clock' | 'log' | 'fileStorage'> & {
  source: Pick<Foundation['source'], 'direct_url'>
}

export async function makeServer(
  foundation: ServerFoundation,
  access: Access,
  deps: ApiDeps & Pick<ServerOptions, 'reportsUnknown'>,
): Promise<Server> {
  const { config, log } = foundation
  const server = await createServer({
    base_url: deps.integrationDeps.base_url,
    version: manifest.version,
    authenticate: access.authenticate,
    isUnavailable,
    cors_origins: config.TIDINGS_CORS_ORIGINS,
    trusted_proxies: config.TIDINGS_TRUSTED_PROXIES,
    rate_limit: config.TIDINGS_RATE_LIMIT,
    compression: config.TIDINGS_COMPRESSION,
    ...(deps.reportsUnknown && { reportsUnknown: deps.reportsUnknown }),
    log: log as ServerOptions['log'],
  })
  observeRequests(server, deps.observability)
  server.addHook('onResponse', (request, _reply, done) => {
    if (!onlyReads(request.method)) deps.onChange()
    done()
  })
  operationRoutes(server, deps.observability.pages, config.TIDINGS_METRICS_TOKEN)
  docsRoutes(server, deps.integrationDeps)
  dashboardRoutes(server, { enabled: config.TIDINGS_DASHBOARD })
  accessRoutes(server, access)
  deliveryStreamRoutes(server, deliveryStreams(foundation, deps.integrationDeps.base_url))
  registerModules(server, foundation, access, deps)
  return server
}

function deliveryStreams({ db, clock, log, source }: ServerFoundation, base_url: string): DeliveryStreams {
  const onError = (error: unknown) => log.warn(error, 'streaming deliveries failed')
  return new DeliveryStreams({ db, clock, direct_url: source.direct_url, base_url, onError })
}

function registerModules(
  server: Server,
  foundation: ServerFoundation,
  access: Access,
  { integrationDeps, outbox, reader, ingest, backlog, transport, alerting, observability }: ApiDeps,
) {
  const { config, db, clock, log, fileStorage } = foundation
  const { base_url, ownTypes } = integrationDeps
  const lists = { base_url, pageLength: (owner: Owner) => pageLength(db, owner) }
  administrationRoutes(server, {
    ...lists,
    db,
    clock,
    lockRights,
    createStore: (store, now) => createStore(integrationDeps, { ...store, limit: storeLimit }, now),
  })
  integrationRoutes(server, { ...integrationDeps, ...lists })
  secretRoutes(server, integrationDeps)
  const { cipher, jobSink } = outbox
  const reading = { ...lists, reader, largeResponses: new LargeResponses() }
  eventRoutes(server, {
    ...reading,
    db,
    clock,
    cipher,
    ingest,
    backlog,
    ownTypes,
    telemetry: observability.events,
  })
  eventTypeRoutes(server, { db, clock, base_url, usersOf, schemaChecks: openSchemaChecks() })
  deliveryRoutes(server, { ...reading, db, clock, outbox, ownTypes, jobSink })
  deliveryDetailRoutes(server, {
    ...reading,
    clock,
    cipher,
    header_names: headerNames(config),
    source: base_url,
    retry_schedule: config.TIDINGS_RETRY_SCHEDULE,
  })
  const sending = targetOptions({ config })
  draftRoutes(server, { ...integrationDeps, queue: openDraftQueue(), sending, send: draftSender(sending) })
  replayRoutes(server, { ...integrationDeps, ...reading })
  seriesRoutes(server, { reader, clock, series_retention: seriesRetention({ config }) })
  deploymentRoutes(server, operationsOf(foundation, backlog, transport, reader))
  jobRunRoutes(server, { ...integrationDeps, ...lists })
  searchRoutes(server, { reader, base_url })
  auditRoutes(server, { ...lists, reader, namesOf: (owner, actors) => namesOfActors(db, owner, actors) })
  refuseChannels(server, { db })
  const { issue, failures, newCarts } = access
  const passwords = openPasswords(config.TIDINGS_SCRYPT_COST)
  alertRoutes(server, { ...integrationDeps, ...lists, ...alerting, cipher, passwords })
  peopleRoutes(server, {
    ...{ ...lists, db, clock, cipher, passwords, access },
    password_log_in: config.TIDINGS_PASSWORDS,
    oidc: openOidc(config, { base_url }),
    report: recordPersonEvents(log, clock),
    telemetry: observability.people,
  })
  storeRoutes(server, { ...integrationDeps, ...lists, issue, failures, newCarts, fileStorage, passwords })
  const allowed_bases = config.TIDINGS_STOREFRONT_BASES.map((base) => trimEnd(base, '/'))
  storefrontRoutes(server, { ...integrationDeps, access, passwords, allowed_bases, isUnavailable })
}
