import { Worker } from 'node:worker_threads'
import { hasCode } from '../../kernel/error-code.ts'
import { AppError, invalid, type Problem } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/flow/fair-queue.ts'
import type { SchemaAndSample } from './check-schema.ts'

export type ThreadMessage = { kind: 'begins' } | { kind: 'checked'; problems: readonly Problem[] }

/** Checks one schema at a time, in fair order by organization, each in a thread that is terminated on timeout. */
export type SchemaChecks = {
  /** Throws `invalid` with every problem, and `too_many_requests` if too many checks are queued. */
  check(organization_id: string, checked: SchemaAndSample): Promise<void>
}

/** Timeout for compiling and evaluating; usual schemas take a few hundredths of it. */
const MAX_CHECK_MS = 2_000
/** Megabytes: enough for the validator of the largest schema and the errors of the largest sample. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** Maximum number of queued checks of one organization. */
const MAX_WAITING_OF_ONE = 10
const REFUSAL = 'Too many schemas are being checked at the moment. Send the request again.'

/** `longest_ms` is the timeout of one check. */
export function openSchemaChecks(longest_ms = MAX_CHECK_MS): SchemaChecks {
  const queue = new FairQueue({
    at_once: 1,
    waiting_of_one: MAX_WAITING_OF_ONE,
    refuse: tooMany,
  })
  return {
    async check(organization_id, checked) {
      const problems = await queue.run({ owner_id: organization_id }, () => checkInThread(checked, longest_ms))
      if (problems.length > 0) throw invalid(problems)
    },
  }
}

function tooMany(): AppError {
  return new AppError('too_many_requests', [{ detail: REFUSAL }], { headers: { 'retry-after': '2' } })
}

/** Runs in a thread, because a client's schema may never end, exhaust the memory, or crash. */
function checkInThread(checked: SchemaAndSample, longest_ms: number): Promise<readonly Problem[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Problem[]>()
  const options = { workerData: JSON.stringify(checked), resourceLimits: MEMORY }
  const worker = new Worker(new URL('./schema-thread.ts', import.meta.url), options)
  let timer: NodeJS.Timeout | undefined
  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'checked') return resolve(message.problems)
    timer = setTimeout(() => {
      resolve([tooCostly(`within ${longest_ms / 1000} seconds`)])
      void worker.terminate()
    }, longest_ms)
  })
  worker.on('error', (error) => (isOutOfMemory(error) ? resolve([tooCostly('in the memory for it')]) : reject(error)))
  worker.on('exit', (code) => {
    clearTimeout(timer)
    reject(new Error(`The thread that checks a schema ended with ${code}.`))
  })
  return promise
}

function isOutOfMemory(error: unknown): boolean {
  return hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')
}

function tooCostly(limit: string): Problem {
  const detail = `data.payload is too complex: data.sample could not be checked ${limit}. Avoid nested alternatives that repeat each other and patterns that backtrack.`
  return { detail, pointer: '/data/payload' }
}
