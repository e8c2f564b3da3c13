import type { AccountOptions } from '../../client/account.ts'
import type { Connection } from '../../client/connection.ts'
import { readContexts } from '../../client/contexts.ts'
import { onApi } from '../../client/on-api.ts'
import { namesDatabase, readToolConfig } from '../../config.ts'

/** Work that either a running server or the database can do. */
type Work<Result> = { server(connection: Connection): Promise<Result>; database(): Promise<Result> }

/** Runs the work on the server or the database, depending on the options and settings. */
export async function onServerOrDatabase<Result>(options: AccountOptions, work: Work<Result>): Promise<Result> {
  return (await isOnServer(options)) ? onApi(options, work.server) : work.database()
}

/** Options always select the server; settings and contexts do only if no setting names a database. */
export async function isOnServer({ url, clientId, context }: AccountOptions): Promise<boolean> {
  if (url !== undefined || clientId !== undefined || context !== undefined) return true
  if (namesDatabase()) return false
  const { TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CONTEXT } = readToolConfig()
  if (TIDINGS_URL !== undefined || TIDINGS_CLIENT_ID !== undefined || TIDINGS_CONTEXT !== undefined) return true
  return (await readContexts()).current !== null
}

/** Text for the end of a help page. */
export const SERVER_OR_DATABASE = `
Works on the database that the settings name. With --url, --client-id or --context it uses a running server instead, as it
does with TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CONTEXT or the current context when DATABASE_URL is not set.`
