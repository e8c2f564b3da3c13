import pg from 'pg'

export type Listener = { close(): Promise<void> }

export type ListenOptions = {
  url: string
  channel: string
  /** Called with the notice's payload; and with '' after each (re)connection, when notices may have been missed. */
  onNotice: (payload: string) => void
}

const RECONNECT_AFTER_MS = 500

/** Listens on its own connection and connects again when that is lost. Notices are hints: polling must stand beside. */
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
    const next = new pg.Client({ connectionString: options.url, application_name: 'tidings listen', keepAlive: true })
    client = next
    next.on('error', () => {})
    next.once('end', connectLater)
    next.on('notification', (notice) => options.onNotice(notice.payload ?? ''))
    next
      .connect()
      .then(() => next.query(`listen ${options.channel}`))
      .then(() => options.onNotice(''))
      .catch(() => next.end().catch(() => {}))
  }

  connect()
  return {
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
