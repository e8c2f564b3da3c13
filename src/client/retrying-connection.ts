import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '../kernel/duration.ts'
import { ApiError } from './api-error.ts'
import { type Account, type Connection, connect } from './connection.ts'

const MAX_ATTEMPTS = 6

/**
 * A connection for long operations, which renews an expired token, and retries after 429 and 503. Requests must be safe
 * to repeat.
 */
export async function connectWithRetries(account: Account): Promise<Connection> {
  let connection = await connect(account)
  const send = async <Result>(request: (connection: Connection) => Promise<Result>): Promise<Result> => {
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      const used = connection
      try {
        return await request(used)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof ApiError)) throw error
        if (error.status === 401 && !renewed) {
          renewed = true
          if (connection === used) connection = await connect(account)
        } else if (error.status === 429 || error.status === 503) {
          await pause(Math.min((error.retry_after ?? 2 ** attempt) * SECOND, MINUTE))
        } else throw error
      }
    }
  }
  return {
    get: (path, query) => send((used) => used.get(path, query)),
    post: (path, body) => send((used) => used.post(path, body)),
    put: (path, body, version) => send((used) => used.put(path, body, version)),
    delete: (path, version) => send((used) => used.delete(path, version)),
    getVersion: (path) => send((used) => used.getVersion(path)),
    getBytes: (path) => send((used) => used.getBytes(path)),
    stream: (path, query, options) => send((used) => used.stream(path, query, options)),
    postForm: (path, form) => send((used) => used.postForm(path, form)),
  }
}
