import type pg from 'pg'

/**
 * Give values one text form, regardless of the settings of the role, the database or the server. Poolers track these
 * settings per client.
 */
const SETTINGS = [
  `set datestyle = 'ISO, YMD'`,
  `set timezone = 'UTC'`,
  `set client_encoding = 'UTF8'`,
  `set standard_conforming_strings = on`,
  `set array_nulls = on`,
]
/** Poolers may apply these settings to the server's connection, which other clients share. */
const DIRECT_SETTINGS = [`set intervalstyle = 'postgres'`, `set extra_float_digits = 3`]

/** Makes a new connection read and write values as this program does. Rejects after `within` milliseconds. */
export async function applySessionSettings(client: pg.ClientBase, pooled: boolean, within: number): Promise<void> {
  const settings = pooled ? SETTINGS : [...SETTINGS, ...DIRECT_SETTINGS]
  await client.query({ text: settings.join('; '), query_timeout: within } as pg.QueryConfig)
}
