import { Worker } from 'node:worker_threads'
import { SECOND } from '../kernel/duration.ts'
import type { Content } from './content.ts'

/** What the thread sends. */
export type ThreadMessage =
  | { kind: 'opened'; addresses: readonly string[] }
  | { kind: 'rendered'; address: string; content: Content }
  | { kind: 'failed'; address: string; reason: string }

export type Renderer = {
  /** The content at what follows `/docs/`; null if there is no such page. */
  contentOf(address: string): Promise<Content | null>
  close(): Promise<void>
}

/** How long a thread without work is kept: readers open several pages. */
const IDLE_MS = 60 * SECOND

type Job = PromiseWithResolvers<Content>
type Thread = {
  worker: Worker
  opened: Promise<ReadonlySet<string>>
  jobs: Map<string, Job>
  timer: NodeJS.Timeout | null
}

/**
 * Renders each page once, in a thread: the largest take a tenth of a second and the search index half of one, for which no
 * other request waits. The thread ends when it has nothing to do, and its libraries leave the memory; what it made is kept.
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
      // The next request tries again.
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

/** Neither the thread nor its timer keeps a process alive. A page that is requested meanwhile comes from the next thread. */
function endWhenIdle(thread: Thread, onEnd: () => void): void {
  thread.worker.unref()
  thread.timer = setTimeout(() => {
    onEnd()
    void thread.worker.terminate()
  }, IDLE_MS).unref()
}
