import type { Config } from '../config.ts'
import { openEmbedded } from '../embedded/embedded.ts'

/** The addresses of a database. `close` stops an embedded one that no other process uses. */
export type DatabaseSource = {
  url: string
  /** Bypasses a pooler. */
  direct_url: string
  /** Whether `url` leads to a pooler. */
  pooled: boolean
  kind: 'embedded' | 'given'
  close(): Promise<void>
}

/** The database of `DATABASE_URL`, or the embedded PostgreSQL in the data folder, started if it is not running. */
export async function openDatabaseSource(config: Config, report: (line: string) => void): Promise<DatabaseSource> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct_url = url } = config
  if (url !== undefined && direct_url !== undefined)
    return { url, direct_url, pooled: url !== direct_url, kind: 'given', close: async () => {} }
  const embedded = await openEmbedded(config.TIDINGS_DATA, { report })
  return { url: embedded.url, direct_url: embedded.url, pooled: false, kind: 'embedded', close: () => embedded.close() }
}
