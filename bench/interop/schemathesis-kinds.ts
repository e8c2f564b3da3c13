import { BODIES } from './schemathesis-kinds/bodies.ts'
import type { Kind } from './schemathesis-kinds/kind.ts'
import { REFERENCES } from './schemathesis-kinds/references.ts'
import { REQUESTS } from './schemathesis-kinds/requests.ts'

/** Constraints that no schema can express, and mistakes of Schemathesis. */
export const KINDS: readonly Kind[] = [...REFERENCES, ...BODIES, ...REQUESTS]
