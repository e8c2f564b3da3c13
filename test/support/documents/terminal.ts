import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { TIMEOUT_MS } from '../timeout.ts'
import { outputDifferences, type Shown, type Step, stepsOf } from './guide.ts'

/** A bash that runs the commands of a guide, with its folder and its entire environment. */
export type Terminal = { bash: string; cwd: string; env: Readonly<Record<string, string>> }

const POLL_MS = 100

/**
 * Pastes the `sh` blocks of a guide into one bash, in order, and returns the differences from the guide: at most those
 * of the first failing block. A block with a single command that runs until Ctrl-C gets its own terminal until the end.
 */
export async function readGuide(markdown: string, terminal: Terminal): Promise<string[]> {
  const folder = await mkdtemp(path.join(terminal.cwd, 'output-'))
  const others: ChildProcess[] = []
  const main = openBash(terminal, folder)
  try {
    for (const [index, step] of stepsOf(markdown).entries()) {
      if (SUPPLIED.test(step.commands)) continue
      const found = STAYS.test(step.commands)
        ? await beside(step, terminal, path.join(folder, `${index}`), others)
        : await pasted(step, main, `${index}`)
      if (found.length > 0) return found.map((problem) => `line ${step.line}: ${problem}`)
    }
    return others.flatMap(({ exitCode }) => (exitCode ? [`a command beside it ended with exit code ${exitCode}`] : []))
  } finally {
    await Promise.all([main.close(), ...others.map(endGroup)])
    await rm(folder, { recursive: true })
  }
}

/** Commands that the test has already run for all guides. */
const SUPPLIED = /^npm start\b.*\n$/

/** A single command that runs until Ctrl-C. */
const STAYS =
  /^(?:\w+=(?:'[^']*'|\S+) )*(?:tidings (?:start|serve|work|listen|demo shop)|npx node examples\/verify\S+)\b[^&|\n]*\n$/

/** Read-only commands are repeated for a moment until their output matches. */
const READS = /^(?:api|curl|jq|tidings \w+ list)\b(?!.* (?:-[dXFT]|--data\S*) )/s

type Ran = { output: string; errors: string; status: number | string }

async function pasted({ commands, response }: Step, main: Bash, name: string): Promise<string[]> {
  const deadline = Date.now() + TIMEOUT_MS
  for (let time = 0; ; time++) {
    const { output, errors, status } = await main.paste(commands, `${name}-${time}`)
    if (status !== 0) return [`exit code ${status}: ${errors}${output}`]
    const found = response === null ? [] : outputDifferences(response, output)
    if (found.length === 0 || !READS.test(commands) || Date.now() > deadline) return found
    await wait(POLL_MS)
  }
}

type Bash = { paste(commands: string, name: string): Promise<Ran>; close(): Promise<unknown> }

/** Bash reads its commands from standard input, and reports on descriptor 3 when they are done. */
function openBash({ bash, cwd, env }: Terminal, folder: string): Bash {
  const child = spawn(bash, ['-euo', 'pipefail', '-s'], {
    ...{ cwd, env, detached: true },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const [input, , , done] = child.stdio
  return {
    async paste(commands, name) {
      const file = path.join(folder, name)
      input?.write(`{\n${commands}} </dev/null >'${file}' 2>'${file}.errors'\necho >&3\n`)
      const isDone = once(done as Readable, 'data').then(() => 0)
      const status = await Promise.race([isDone, ended, wait(TIMEOUT_MS, 'none in time', { ref: false })])
      const [output, errors] = await Promise.all([file, `${file}.errors`].map((each) => readText(each)))
      return { output: output ?? '', errors: errors ?? '', status }
    },
    close: () => endGroup(child),
  }
}

/** Starts a step in its own terminal and waits for the shown output, or for any output if none is shown. */
async function beside({ commands, response }: Step, terminal: Terminal, file: string, others: ChildProcess[]) {
  const { bash, cwd, env } = terminal
  const output = openSync(file, 'w')
  const child = spawn(bash, ['-euo', 'pipefail', '-c', commands], {
    ...{ cwd, env, detached: true },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  others.push(child)
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const printed = await readText(file)
    const found = printedDifferences(response, printed)
    if (found.length === 0) return []
    if (child.exitCode !== null) return [`it ended with exit code ${child.exitCode}: ${printed}`]
    if (Date.now() > deadline) return found
    await wait(POLL_MS)
  }
}

function printedDifferences(response: Shown | null, printed: string): string[] {
  if (response !== null) return outputDifferences(response, printed)
  return printed === '' ? ['it prints nothing'] : []
}

/** Ends a bash and the processes it left running. */
async function endGroup(child: ChildProcess): Promise<void> {
  const { pid, exitCode, signalCode } = child
  const ended = exitCode === null && signalCode === null ? once(child, 'exit') : null
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
  await ended
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
