import path from 'node:path'
import manifest from '../package.json' with { type: 'json' }

export const ROOT = path.join(import.meta.dirname, '..')

export const VERSION = manifest.version

/**
 * Modification time of all files in a release, in seconds since the epoch, so that builds are reproducible byte for
 * byte.
 */
export const BUILT_AT_S = 1_735_689_600
