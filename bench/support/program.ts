import { existsSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

/**
 * File to run for a program of this repository, such as `bin/tidings.js`: its bundle if BUNDLED_PROGRAMS names a
 * folder, otherwise its source. A bundle starts in a third of the time.
 */
export function program(source: string): string {
  const folder = process.env.BUNDLED_PROGRAMS
  const bundled = folder && path.join(folder, source.replace(/\.ts$/, '.js'))
  return bundled && existsSync(bundled) ? bundled : path.join(ROOT, source)
}
