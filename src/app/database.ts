import type { Config } from '../config.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import { hasData } from '../embedded/folder.ts'

/** Addresses of a database. `close` stops an embedded database that no other process uses. */
export type DatabaseSource = {
  url: string
  /** Bypasses a pooler. */
  direct_url: string
  /** True if `url` is that of a pooler. */
  pooled: boolean
  kind: 'embedded' | 'given'
  close(): Promise<void>
}

/**
 * Opens the database of `DATABASE_URL`, or the embedded PostgreSQL in the data folder, which is started if necessary.
 */
export async function openDatabaseSource(config: Config, report: (line: string) => void): Promise<DatabaseSource> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct_url = url } = config
  if (url !== undefined && direct_url !== undefined)
    return { url, direct_url, pooled: url !== direct_url, kind: 'given', close: async () => {} }
  const embedded = await openEmbedded(config.TIDINGS_DATA, { report })
  return { url: embedded.url, direct_url: embedded.url, pooled: false, kind: 'embedded', close: () => embedded.close() }
}

/**
 * Throws if the embedded database does not exist, because a command that only uses a database was then started in the
 * wrong folder.
 */
export function requireData({ DATABASE_URL, TIDINGS_DATA }: Config): void {
  if (DATABASE_URL !== undefined || hasData(TIDINGS_DATA)) return
  const advice =
    'Set TIDINGS_DATA to the folder of the store; `tidings serve` and `tidings migrate` make a new database.'
  throw new Error(`There is no database in ${TIDINGS_DATA}. ${advice}`)
}
