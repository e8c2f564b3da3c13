import path from 'node:path'
import manifest from '../package.json' with { type: 'json' }

/** The folder of the repository. */
export const ROOT = path.join(import.meta.dirname, '..')

export const VERSION = manifest.version

/** Seconds since 1970 that all files of a release carry, so that it can be built again byte by byte. */
export const BUILT_AT_S = 1_735_689_600
