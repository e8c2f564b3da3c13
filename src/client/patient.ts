import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from './api-error.ts'
import { type Account, type Connection, connect } from './connection.ts'

const MOST_TRIES = 6
const MINUTE = 60_000

/**
 * A connection for work that takes long: asks for a new token when the old one ends, and waits when the API asks for it.
 * Only what may be done twice is asked of it.
 */
export async function connectPatiently(account: Account): Promise<Connection> {
  let connection = await connect(account)
  const ask = async (request: (connection: Connection) => Promise<unknown>): Promise<unknown> => {
    let renewed = false
    for (let tried = 1; ; tried++) {
      const used = connection
      try {
        return await request(used)
      } catch (error) {
        if (tried === MOST_TRIES || !(error instanceof ApiError)) throw error
        if (error.status === 401 && !renewed) {
          renewed = true
          if (connection === used) connection = await connect(account)
        } else if (error.status === 429 || error.status === 503) {
          await pause(Math.min((error.retry_after ?? 2 ** tried) * 1000, MINUTE))
        } else throw error
      }
    }
  }
  return {
    get: (path, query) => ask((used) => used.get(path, query)),
    post: (path, body) => ask((used) => used.post(path, body)),
    put: (path, body) => ask((used) => used.put(path, body)),
  }
}
