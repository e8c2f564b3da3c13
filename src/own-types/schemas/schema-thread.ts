import { parentPort, workerData } from 'node:worker_threads'
import { checkSchema, openValidator, type SchemaAndSample } from './check-schema.ts'
import type { ThreadMessage } from './schema-checks.ts'

// Thread of one check. It reports when the check begins, because loading takes longer than most schemas.
const checked: SchemaAndSample = JSON.parse(workerData)
const validator = openValidator(checked.payload)
send({ kind: 'begins' })
send({ kind: 'checked', problems: check() })

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

function check() {
  try {
    return checkSchema(checked, validator)
  } catch (error) {
    return [{ detail: `data.payload cannot be evaluated: ${reasonOf(error)}.`, pointer: '/data/payload' }]
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it refers to itself without end'
  return error instanceof Error ? error.message : String(error)
}
