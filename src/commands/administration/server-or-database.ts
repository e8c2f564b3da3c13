import type { AccountOptions } from '../../client/account.ts'
import type { Connection } from '../../client/connection.ts'
import { readContexts } from '../../client/contexts.ts'
import { onApi } from '../../client/on-api.ts'
import { namesDatabase, readToolConfig } from '../../config.ts'

/** Work that can be done by a running server, or on the database. */
type Work<Result> = { server(connection: Connection): Promise<Result>; database(): Promise<Result> }

/** Does it where the options and the settings say. */
export async function onServerOrDatabase<Result>(options: AccountOptions, work: Work<Result>): Promise<Result> {
  return (await isOnServer(options)) ? onApi(options, work.server) : work.database()
}

/** An option names the server; settings and contexts do so unless others name a database. */
export async function isOnServer({ url, clientId, context }: AccountOptions): Promise<boolean> {
  if (url !== undefined || clientId !== undefined || context !== undefined) return true
  if (namesDatabase()) return false
  const { TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CONTEXT } = readToolConfig()
  if (TIDINGS_URL !== undefined || TIDINGS_CLIENT_ID !== undefined || TIDINGS_CONTEXT !== undefined) return true
  return (await readContexts()).current !== null
}

/** For the end of a help text. */
export const SERVER_OR_DATABASE = `
Works on the database that the settings name. With --url, --client-id or --context it asks a running server instead, as it
does with TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CONTEXT or the current context when DATABASE_URL is not set.`
