import { EventEmitter, once } from 'node:events'

type Shown = {
  id: string
  succeeded: boolean
  error_detail: string
  event: { id: string; triggered_by: string }
  relationships: { integration: { data: { id: string } } }
}

export type StreamReader = {
  deliveries(): readonly Shown[]
  /** Number of deliveries that were reported only as a count. */
  skipped(): number
  /** Reasons that the server gave for ending the stream. */
  reasons(): readonly string[]
  lastId(): string
  isOpen(): boolean
  /** Resolves when either side has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Reads server-sent events. Resolves once the stream is open; rejects with the status of an error. */
export async function readStream(address: string, token: string, last?: string): Promise<StreamReader> {
  const closing = new AbortController()
  const headers = {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    ...(last !== undefined && { 'last-event-id': last }),
  }
  const response = await fetch(address, { headers, signal: closing.signal })
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  const deliveries: Shown[] = []
  const reasons: string[] = []
  let [skipped, lastId, isOpen] = [0, '', true]
  const opened = new EventEmitter()
  const on: Record<string, (data: never) => void> = {
    open: () => opened.emit('open'),
    delivery: (data: Shown) => void deliveries.push(data),
    skipped: ({ count }: { count: number | null }) => {
      skipped += count ?? 0
    },
    end: ({ reason }: { reason: string }) => void reasons.push(reason),
  }
  const isOpened = once(opened, 'open')
  const ended = read(response.body, (event) => {
    lastId = event.id ?? lastId
    on[event.event ?? '']?.(JSON.parse(event.data ?? 'null') as never)
  }).finally(() => {
    isOpen = false
  })
  await isOpened
  return {
    deliveries: () => deliveries,
    skipped: () => skipped,
    reasons: () => reasons,
    lastId: () => lastId,
    isOpen: () => isOpen,
    ended,
    close() {
      isOpen = false
      closing.abort()
    },
  }
}

async function read(body: ReadableStream, onEvent: (event: Record<string, string>) => void): Promise<void> {
  let text = ''
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = `${text}${chunk}`.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (!block.startsWith(':')) onEvent(fieldsOf(block))
    }
  } catch {
    // The reader closed the stream, or the connection is lost.
  }
}

function fieldsOf(block: string): Record<string, string> {
  return Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
}
