import { Worker } from 'node:worker_threads'
import { SECOND } from '../kernel/duration.ts'
import type { Content } from './content.ts'

export type ThreadMessage =
  | { kind: 'opened'; addresses: readonly string[] }
  | { kind: 'rendered'; address: string; content: Content }
  | { kind: 'failed'; address: string; reason: string }

export type Renderer = {
  /** The content at the part of an address after `/docs/`; null if there is no such page. */
  contentOf(address: string): Promise<Content | null>
  close(): Promise<void>
}

/** Time before an idle thread ends. Readers tend to open several pages. */
const IDLE_MS = 60 * SECOND

type Job = PromiseWithResolvers<Content>
type Thread = {
  worker: Worker
  opened: Promise<ReadonlySet<string>>
  jobs: Map<string, Job>
  timer: NodeJS.Timeout | null
}

/**
 * Renders each page once, in a thread, because the largest pages take a tenth of a second and the search index half a
 * second, which would block other requests. The thread ends when idle, so that its libraries leave memory. The rendered
 * content is kept.
 */
export function openRenderer(base: string): Renderer {
  const contents = new Map<string, Promise<Content>>()
  let addresses: ReadonlySet<string> | null = null
  let thread: Thread | null = null

  function openedThread(): Thread {
    thread ??= openThread(base, () => {
      thread = null
    })
    return thread
  }

  return {
    async contentOf(address) {
      addresses ??= await openedThread().opened
      if (!addresses.has(address)) return null
      const known = contents.get(address)
      if (known !== undefined) return known
      const content = renderIn(openedThread(), address)
      contents.set(address, content)
      // Lets the next request retry.
      content.catch(() => contents.delete(address))
      return content
    },
    async close() {
      await thread?.worker.terminate()
    },
  }
}

function renderIn(thread: Thread, address: string): Promise<Content> {
  const job: Job = Promise.withResolvers()
  thread.jobs.set(address, job)
  if (thread.timer !== null) clearTimeout(thread.timer)
  thread.worker.ref()
  thread.worker.postMessage(address)
  return job.promise
}

function openThread(base: string, onEnd: () => void): Thread {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), { workerData: base })
  const opened = Promise.withResolvers<ReadonlySet<string>>()
  const thread: Thread = { worker, opened: opened.promise, jobs: new Map(), timer: null }
  const fail = (error: unknown) => {
    opened.reject(error)
    for (const job of thread.jobs.values()) job.reject(error)
    thread.jobs.clear()
  }
  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'opened') return opened.resolve(new Set(message.addresses))
    const job = thread.jobs.get(message.address)
    thread.jobs.delete(message.address)
    if (message.kind === 'rendered') job?.resolve(message.content)
    if (message.kind === 'failed') job?.reject(new Error(message.reason))
    if (thread.jobs.size === 0) endWhenIdle(thread, onEnd)
  })
  worker.on('error', fail)
  worker.on('exit', (code) => {
    onEnd()
    fail(new Error(`The thread that renders pages ended with ${code}.`))
  })
  return thread
}

/** Lets the process exit despite the thread and its timer. Pages requested after the end come from a new thread. */
function endWhenIdle(thread: Thread, onEnd: () => void): void {
  thread.worker.unref()
  thread.timer = setTimeout(() => {
    onEnd()
    void thread.worker.terminate()
  }, IDLE_MS).unref()
}
