import type { Stage } from './stage.ts'

type TargetReport = { ok: boolean; samples: readonly string[] } & Record<string, unknown>

/** A server that takes messages. */
type Target = { name: string; check(stage: Stage, events: number): Promise<TargetReport> }

export const TARGETS: readonly Target[] = []
