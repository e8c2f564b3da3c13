import { spawnSync } from 'node:child_process'

type Tool = { program: string; ask: readonly string[]; install: string }

/** Required programs; the rest comes from the package registry of each language. */
const TOOLS: readonly Tool[] = [
  { program: 'go', ask: ['version'], install: 'Go 1.25 or newer (Debian: golang-go)' },
  { program: 'python3', ask: ['-m', 'venv', '--help'], install: 'Python 3.11 or newer (Debian: python3-venv)' },
  { program: 'cargo', ask: ['--version'], install: 'Rust 1.85 or newer, with cargo (rustup)' },
  { program: 'javac', ask: ['--version'], install: 'a JDK, 17 or newer (Debian: default-jdk-headless)' },
  { program: 'mvn', ask: ['--version'], install: 'Maven (Debian: maven)' },
  { program: 'tar', ask: ['--version'], install: 'tar' },
]

/** Installation hints for missing tools, one line each. */
export function missingTools(): string[] {
  return TOOLS.filter(({ program, ask }) => !works(program, ask)).map(
    ({ program, install }) => `${program} is missing: install ${install}`,
  )
}

export function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, [...args], { stdio: 'ignore' }).status === 0
}
