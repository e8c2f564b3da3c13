import type { Stage } from './stage.ts'

/** `samples` are raw bodies of queued messages. */
export type TargetReport = { ok: boolean; samples: readonly string[] } & Record<string, unknown>

export type Target = { name: string; check(stage: Stage, events: number): Promise<TargetReport> }
