import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { contained } from '../kernel/flow/contained.ts'

export type Listener = { close(): Promise<void> }

export type ListenOptions = {
  /** A direct address, because a pooler switches sessions, which then receive no notifications. */
  url: string
  channel: string
  /** Called with the payload, and with '' after each (re)connection, when notifications may have been missed. */
  onNotification: (payload: string) => void
}

const RECONNECT_AFTER_MS = 500
/** Interval of heartbeat queries. The connection is closed if a response takes longer than the timeout. */
const HEARTBEAT_INTERVAL_MS = 2_000
const TIMEOUT_MS = 3_000
const GOODBYE_MS = 500

/**
 * Listens on its own connection and reconnects when it is lost. Notifications can be lost, so callers must also poll.
 */
export function listen(options: ListenOptions): Listener {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  function connectLater() {
    client = null
    if (closed || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      connect()
    }, RECONNECT_AFTER_MS)
  }

  function connect() {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'tidings listen',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client = next
    next.on('error', () => {})
    next.once('end', connectLater)
    const onNotification = ({ payload = '' }: pg.Notification) => options.onNotification(payload)
    next.on(
      'notification',
      contained(onNotification, () => next.connection.stream.destroy()),
    )
    keepListening(next).catch(() => next.connection.stream.destroy())
  }

  /** Rejects once the server stops responding. */
  async function keepListening(listening: pg.Client) {
    await listening.connect()
    await listening.query(`listen ${options.channel}`)
    options.onNotification('')
    while (listening === client) {
      await wait(HEARTBEAT_INTERVAL_MS, undefined, { ref: false })
      if (listening === client) await listening.query('select 1')
    }
  }

  connect()
  return {
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      const closing = client
      client = null
      const hangUp = setTimeout(() => closing?.connection.stream.destroy(), GOODBYE_MS)
      await closing?.end().catch(() => {})
      clearTimeout(hangUp)
    },
  }
}
