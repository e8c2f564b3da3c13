import { serverWithoutDatabase } from '../../../scripts/generate/openapi.ts'
import type { OpenApi } from '../../../src/http/document/named-parts.ts'
import type { Server } from '../../../src/http/server.ts'
import { callerOf } from '../people/callers.ts'

export type DescribedServer = { server: Server; document: OpenApi }

let described: Promise<DescribedServer> | undefined

/**
 * A server with all routes, without a database, whose callers come from `callerOf`, and its document. Shared by all
 * files of a worker, because writing the document takes a second and no test changes it.
 */
export function describedServer(): Promise<DescribedServer> {
  described ??= serverWithoutDatabase(callerOf).then((server) => ({
    server,
    document: server.swagger() as unknown as OpenApi,
  }))
  return described
}
