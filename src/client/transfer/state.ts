import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { replaceFile } from '../../disk/durable-files.ts'

/** How far an import has come: every line up to this one is done. */
export type State = { kind: string; line: number }

const Schema = Type.Object({ kind: Type.String(), line: Type.Integer({ minimum: 0 }) })

/** The line after which an import goes on; 0 when there is no file yet. Throws when the file tells of something else. */
export async function readState(file: string, kind: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return 0
  const state = parse(text)
  if (Value.Check(Schema, state) && state.kind === kind) return state.line
  throw new Error(`${file} does not tell how far an import of ${kind} has come.`)
}

/** Whoever reads it sees this state or the one before, also after a crash. */
export async function writeState(file: string, state: State): Promise<void> {
  await replaceFile(file, `${JSON.stringify(state)}\n`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
