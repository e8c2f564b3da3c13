import type { Stage } from './stage.ts'

/** `samples` are bodies of messages as they were in the queue. */
export type TargetReport = { ok: boolean; samples: readonly string[] } & Record<string, unknown>

/** A server that takes messages. */
export type Target = { name: string; check(stage: Stage, events: number): Promise<TargetReport> }
