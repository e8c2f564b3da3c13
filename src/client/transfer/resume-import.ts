import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { replaceFile } from '../../disk/durable-files.ts'
import { parseJsonOrNull } from '../../kernel/json/json.ts'

/** The progress of an import: every line up to this one is processed. */
export type State = { kind: string; line: number }

const Schema = Type.Object({ kind: Type.String(), line: Type.Integer({ minimum: 0 }) })

/** The line after which an import continues; 0 if the file does not exist. Throws for a file of another kind. */
export async function readState(file: string, kind: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return 0
  const state = parseJsonOrNull(text)
  if (Value.Check(Schema, state) && state.kind === kind) return state.line
  throw new Error(`${file} is not the progress file of an import of ${kind}.`)
}

/** Replaces the file atomically: after a crash it holds this state or the one before. */
export async function writeState(file: string, state: State): Promise<void> {
  await replaceFile(file, `${JSON.stringify(state)}\n`)
}
