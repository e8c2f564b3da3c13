import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'

/** Path of a program of a Debian package; installs a missing package if this user may. */
export function programOf(debian_package: string, candidates: readonly string[]): string {
  const present = findProgram(candidates)
  if (present !== undefined) return present
  if (process.getuid?.() === 0) install(debian_package)
  const installed = findProgram(candidates)
  if (installed !== undefined) return installed
  throw new Error(`These tests need ${debian_package}: apt-get install ${debian_package}`)
}

/** Two test files may install at once; the second waits for the lock. */
const APT = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', 'install']

/** Debian packages run this script before they start a service. */
const POLICY = '/usr/sbin/policy-rc.d'
const START_NOTHING = '#!/bin/sh\nexit 101\n'

/** Packages must not start their service on this machine, because tests start their own. */
function install(debian_package: string): void {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, START_NOTHING, { mode: 0o755 })
  try {
    if (spawnSync('apt-get', [...APT, debian_package], options).status === 0) return
    spawnSync('apt-get', ['-q', 'update'], options)
    spawnSync('apt-get', [...APT, debian_package], options)
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
}

function findProgram(candidates: readonly string[]): string | undefined {
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
