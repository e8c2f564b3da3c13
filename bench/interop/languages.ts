import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { built } from './cache.ts'
import { runProgram } from './programs.ts'
import { works } from './tools.ts'

export type Runnable = { command: readonly string[]; folder: string }

export type Language = {
  name: string
  /** Reason why the receiver cannot run here, or null. */
  missing(): string | null
  receiver(): Promise<Runnable>
  /** Builds the checker of its libraries; null if there is none. */
  checker: (() => Promise<Runnable>) | null
}

const CHECKERS = 'bench/interop/checkers'
const RECEIVERS = 'examples/receive'
const always = () => null

/** Languages with libraries in their registry must run; Ruby and PHP run only where a library is installed. */
export const LANGUAGES: readonly Language[] = [
  {
    name: 'typescript',
    missing: always,
    receiver: async () => ({ command: [process.execPath, 'receiver.ts'], folder: sourceOf(`${RECEIVERS}/typescript`) }),
    checker: async () => ({ command: [process.execPath, 'checker.ts'], folder: sourceOf(`${CHECKERS}/typescript`) }),
  },
  {
    name: 'python',
    missing: always,
    receiver: () => python(`${RECEIVERS}/python`, 'receiver.py'),
    checker: () => python(`${CHECKERS}/python`, 'checker.py'),
  },
  {
    name: 'go',
    missing: always,
    receiver: () => go(`${RECEIVERS}/go`),
    checker: () => go(`${CHECKERS}/go`),
  },
  {
    name: 'java',
    missing: always,
    receiver: () => java(`${RECEIVERS}/java`, 'Receiver'),
    checker: () => java(`${CHECKERS}/java`, 'Checker'),
  },
  {
    name: 'rust',
    missing: always,
    receiver: () => rust(`${RECEIVERS}/rust`, 'receiver'),
    checker: () => rust(`${CHECKERS}/rust`, 'checker'),
  },
  {
    name: 'ruby',
    missing: () =>
      works('ruby', ['-e', 'require "sinatra/base"; require "standardwebhooks"'])
        ? null
        : 'needs Ruby with the gems of examples/receive/ruby/Gemfile',
    receiver: async () => ({ command: ['ruby', 'receiver.rb'], folder: sourceOf(`${RECEIVERS}/ruby`) }),
    checker: null,
  },
  {
    name: 'php',
    missing: () =>
      works('php', ['-r', `require '${sourceOf(`${RECEIVERS}/php/vendor/autoload.php`)}';`])
        ? null
        : 'needs PHP, and `composer install` in examples/receive/php',
    receiver: async () => ({ command: ['sh', 'run.sh'], folder: sourceOf(`${RECEIVERS}/php`) }),
    checker: null,
  },
]

function sourceOf(file: string): string {
  return path.join(fileURLToPath(new URL('../../', import.meta.url)), file)
}

/** Creates a virtual environment with the packages of `requirements.txt`. */
export async function python(source: string, file: string): Promise<Runnable> {
  const folder = await built(source, async (folder) => {
    await runProgram(['python3', '-m', 'venv', 'venv'], { folder })
    await runProgram(['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'], { folder })
  })
  return { command: [path.join(folder, 'venv/bin/python'), file], folder }
}

async function go(source: string): Promise<Runnable> {
  const folder = await built(source, (folder) => runProgram(['go', 'build', '-o', 'program', '.'], { folder }))
  return { command: [path.join(folder, 'program')], folder }
}

async function rust(source: string, name: string): Promise<Runnable> {
  const folder = await built(source, (folder) => runProgram(['cargo', 'build', '--locked', '--quiet'], { folder }))
  return { command: [path.join(folder, 'target/debug', name)], folder }
}

async function java(source: string, main: string): Promise<Runnable> {
  const folder = await built(source, (folder) =>
    runProgram(['mvn', '--quiet', '--batch-mode', 'compile', COPY_JARS, '-DoutputDirectory=target/jars'], { folder }),
  )
  return { command: ['java', '-XX:TieredStopAtLevel=1', '-cp', 'target/classes:target/jars/*', main], folder }
}

/** Copies the jars of a `pom.xml`, and their dependencies, into `outputDirectory`. */
export const COPY_JARS = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
