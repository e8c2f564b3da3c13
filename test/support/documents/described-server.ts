import { serverWithoutDatabase } from '../../../scripts/generate/openapi.ts'
import type { OpenApi } from '../../../src/http/document/named-parts.ts'
import type { Server } from '../../../src/http/server.ts'
import { callerOf } from '../people/callers.ts'

export type DescribedServer = { server: Server; document: OpenApi }

let described: Promise<DescribedServer> | undefined

/**
 * A server with all routes and no database, whose callers are those of `callerOf`, and the document that it serves: for all
 * files of a worker, which change neither. To write the document takes a second.
 */
export function describedServer(): Promise<DescribedServer> {
  described ??= serverWithoutDatabase(callerOf).then((server) => ({
    server,
    document: server.swagger() as unknown as OpenApi,
  }))
  return described
}
