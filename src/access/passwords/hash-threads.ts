import { Worker } from 'node:worker_threads'

/** Cost of scrypt: N = 2^ln. */
export type Cost = { ln: number; r: number; p: number }

export type HashJob = { password: string; salt: Uint8Array; bytes: number; cost: Cost }

type Thread = { worker: Worker; job: PromiseWithResolvers<Buffer> | null }

const idle: Thread[] = []

/**
 * Hashes in a dedicated thread, so that neither the event loop nor the four threads of Node's pool, which read files
 * and resolve names, wait for it. There are as many threads as concurrent hashes.
 */
export function hashInThread(hashJob: HashJob): Promise<Buffer> {
  const thread = idle.pop() ?? openThread()
  const job = Promise.withResolvers<Buffer>()
  thread.job = job
  // Idle threads are unreferenced, so that they do not keep the process alive.
  thread.worker.ref()
  thread.worker.postMessage(hashJob)
  return job.promise
}

function openThread(): Thread {
  const worker = new Worker(new URL('./hash-thread.ts', import.meta.url))
  const thread: Thread = { worker, job: null }
  worker.on('message', (hash: Uint8Array) => {
    const { job } = thread
    thread.job = null
    worker.unref()
    idle.push(thread)
    job?.resolve(Buffer.from(hash))
  })
  worker.on('error', (error) => thread.job?.reject(error))
  worker.on('exit', (code) => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    thread.job?.reject(new Error(`A thread that hashes passwords ended with ${code}.`))
  })
  return thread
}
