import { pino } from 'pino'
import { Failures } from '../../src/access/limits/failures.ts'
import { NewTokens } from '../../src/access/limits/new-tokens.ts'
import { makeServer } from '../../src/app/api.ts'
import { openFileStorage } from '../../src/app/file-storage.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { primaryReader } from '../../src/db/reading/reader.ts'
import { Announcer } from '../../src/deliveries/jobs/announcer.ts'
import { Ingest } from '../../src/events/ingest.ts'
import { makeRecord } from '../../src/events/record.ts'
import { noEventTelemetry } from '../../src/events/telemetry.ts'
import type { Authenticate } from '../../src/http/callers/authentication.ts'
import type { Server } from '../../src/http/server.ts'
import { Snapshot } from '../../src/integrations/snapshot.ts'
import { makePages } from '../../src/operations/pages.ts'
import { openOwnTypes } from '../../src/own-types/known.ts'
import { noPeopleTelemetry } from '../../src/people/telemetry.ts'
import { makeCipher } from '../../src/secrets/cipher.ts'
import { noShopTelemetry } from '../../src/store/kit/telemetry.ts'

/** The document that a server serves at /docs/json. */
export async function openapiDocument(): Promise<string> {
  const server = await serverWithoutDatabase()
  const document = server.swagger()
  await server.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Refuses connections at once, while resolving an unknown host name can take seconds. */
const NO_DATABASE = 'postgres://127.0.0.1:1'

/** A server with the production routes, but no database: requests work up to their operation. */
export async function serverWithoutDatabase(
  authenticate: Authenticate = unused,
  prepare: (server: Server) => void = () => {},
): Promise<Server> {
  const config = readConfig({})
  const db = openDatabase({ url: NO_DATABASE, connections: 2, onError: () => {} })
  const foundation = {
    config,
    db,
    clock: () => 0,
    log: pino({ level: 'silent' }),
    fileStorage: await openFileStorage(config),
    source: { direct_url: NO_DATABASE },
  }
  const server = await makeServer(foundation, { ...noAccess, authenticate }, depsOn(db))
  server.addHook('onClose', () => db.close())
  prepare(server)
  await server.ready()
  return server
}

const unused = () => Promise.reject(new Error('Generating the document must not send requests.'))
const noAccess = {
  authenticate: unused,
  grant: unused,
  failures: new Failures(),
  newCarts: new NewTokens(0, () => 0),
  issue: unused,
  openSession: unused,
  endSession: unused,
  issuePersonToken: unused,
  challenges: { sign: unused, verify: unused },
  close: () => {},
}

function depsOn(db: ReturnType<typeof openDatabase>) {
  const clock = () => 0
  const cipher = makeCipher(Buffer.alloc(32).toString('base64'), [])
  const snapshot: Snapshot = Object.create(Snapshot.prototype)
  const jobSink = new Announcer(db, () => {})
  const backlog = { note() {}, checkLimit() {}, refused: () => [] }
  const filteredCount = { note() {} }
  const outbox = {
    snapshot,
    cipher,
    clock,
    jobSink,
    backlog,
    filteredCount,
    announce() {},
    telemetry: noEventTelemetry,
  }
  const integrationDeps = {
    db,
    cipher,
    clock,
    record: makeRecord(outbox),
    ownTypes: openOwnTypes({ db, clock }),
    cancelJobs: async () => {},
    clearOrderKeys: async () => {},
    newestJob: async () => null,
    countUnfinished: async () => 0,
    permissions: { sqs_machine_role: false },
    base_url: 'http://localhost:7070/v2',
    shop: noShopTelemetry,
  }
  const shop = { ...noShopTelemetry, storefrontResponded() {} }
  const observability = {
    events: noEventTelemetry,
    responded() {},
    droppedUnknown() {},
    shop,
    people: noPeopleTelemetry,
    pages: makePages(unused, null),
  }
  const transport = { state: () => null, queued: async () => null }
  const senders = { send: unused, close: async () => {} }
  const alerting = { db, base_url: integrationDeps.base_url, sendsMail: false, senders, onSent() {}, countTest() {} }
  const ingest = new Ingest({ ...outbox, db })
  return {
    integrationDeps,
    outbox,
    reader: primaryReader(db),
    ingest,
    backlog,
    transport,
    alerting,
    observability,
    onChange() {},
  }
}
