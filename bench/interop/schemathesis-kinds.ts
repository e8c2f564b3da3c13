import { BODIES } from './schemathesis-kinds/bodies.ts'
import type { Kind } from './schemathesis-kinds/kind.ts'
import { REFERENCES } from './schemathesis-kinds/references.ts'
import { REQUESTS } from './schemathesis-kinds/requests.ts'

/** What no schema says, and what Schemathesis makes wrong. */
export const KINDS: readonly Kind[] = [...REFERENCES, ...BODIES, ...REQUESTS]
