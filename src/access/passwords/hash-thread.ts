import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashJob } from './hash-threads.ts'

// Entry point of the threads of `hashInThread`: one hash per message.
parentPort?.on('message', ({ password, salt, bytes, cost: { ln, r, p } }: HashJob) => {
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  parentPort?.postMessage(scryptSync(password, salt, bytes, options))
})
