import { Worker } from 'node:worker_threads'
import { hasCode } from '../../kernel/error-code.ts'
import { AppError, invalid, type Problem } from '../../kernel/errors.ts'
import { FairQueue } from '../../kernel/flow/fair-queue.ts'
import type { SchemaAndSample } from './check-schema.ts'

/** What the thread of a check reports. */
export type ThreadMessage = { kind: 'begins' } | { kind: 'checked'; problems: readonly Problem[] }

/** Checks one schema at a time, each in a thread that is ended when it takes too long, one organization after the other. */
export type SchemaChecks = {
  /** Throws `invalid` with every problem, and `too_many_requests` when too many checks wait. */
  check(organization_id: string, checked: SchemaAndSample): Promise<void>
}

/** For compiling and evaluating; a schema of usual size takes some hundredths of it. */
const LONGEST_CHECK_MS = 2_000
/** Megabytes: enough for the validator of the largest schema and the errors of the largest sample. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
/** Checks of one organization that may wait. */
const MAX_WAITING_OF_ONE = 10
const REFUSAL = 'Too many schemas are being checked at the moment. Send the request again.'

/** `longest_ms`: how long one schema may take. */
export function openSchemaChecks(longest_ms = LONGEST_CHECK_MS): SchemaChecks {
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

/** Compiling and evaluating the schema of a client may never end, fill the memory, or fail. */
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
