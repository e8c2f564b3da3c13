import { setTimeout as wait } from 'node:timers/promises'
import type { Fleet } from '../fleet.ts'
import type { Postgres, Stop } from '../servers/postgres.ts'
import type { Wire } from '../servers/wire.ts'

/** A failure at a time in milliseconds from the start. */
export type Disturbance =
  | { kind: 'kill'; at: number; pick: number; down_ms: number }
  | { kind: 'postgres'; at: number; how: Stop; down_ms: number }
  | { kind: 'stall' | 'mute'; at: number; for_ms: number }
  | { kind: 'suspend'; at: number; name: string; for_ms: number }
  | { kind: 'broker'; at: number; down_ms: number }

export type PlanOptions = {
  /** Duration of the load. */
  duration_ms: number
  kills: number
  postgres_restarts: number
  broker: boolean
  random: () => number
}

/** Shorter runs skip long failures. */
const LONG_RUN_MS = 60_000

/** Spreads kills over the run, and the rest so that no two of a kind overlap. */
export function plan({ duration_ms, kills, postgres_restarts, broker, random }: PlanOptions): Disturbance[] {
  const disturbances: Disturbance[] = []
  for (let index = 0; index < kills; index += 1) {
    const at = duration_ms * (0.05 + (0.9 * (index + random())) / kills)
    disturbances.push({ kind: 'kill', at, pick: random(), down_ms: 200 + 1_800 * random() })
  }
  const stops: Stop[] = ['immediate', 'fast', 'kill']
  for (let index = 0; index < postgres_restarts; index += 1) {
    const at = (duration_ms * (index + 0.6)) / (postgres_restarts + 0.4)
    const how = stops[index % stops.length] ?? 'fast'
    disturbances.push({ kind: 'postgres', at, how, down_ms: index % 2 === 0 ? 500 : 5_000 })
  }
  disturbances.push({ kind: 'mute', at: duration_ms * 0.15, for_ms: 1_000 })
  if (broker) disturbances.push({ kind: 'broker', at: duration_ms * 0.5, down_ms: 2_000 })
  if (duration_ms >= LONG_RUN_MS) {
    disturbances.push({ kind: 'stall', at: duration_ms * 0.4, for_ms: 8_000 })
    disturbances.push({ kind: 'suspend', at: duration_ms * 0.65, name: 'worker-2', for_ms: 20_000 })
    disturbances.push({ kind: 'mute', at: duration_ms * 0.9, for_ms: 5_000 })
  }
  return disturbances.sort((a, b) => a.at - b.at)
}

export type Scene = {
  fleet: Fleet
  postgres: Postgres
  /** Between the database and the processes that are to be cut off. */
  wire: Wire
  restartBroker: (down_ms: number) => Promise<void>
  report: (line: string) => void
}

/** Executes a plan; resolves when the last failure is over. */
export async function disturb(scene: Scene, disturbances: readonly Disturbance[]): Promise<void> {
  const started = performance.now()
  await Promise.all(
    disturbances.map(async (disturbance) => {
      await wait(Math.max(0, disturbance.at - (performance.now() - started)))
      scene.report(`${(disturbance.at / 1000).toFixed(1)} s: ${JSON.stringify(disturbance)}`)
      await carryOut(scene, disturbance)
    }),
  )
}

async function carryOut({ fleet, postgres, wire, restartBroker }: Scene, disturbance: Disturbance): Promise<void> {
  switch (disturbance.kind) {
    case 'kill': {
      while (fleet.up().length === 0) await wait(50)
      const up = fleet.up()
      const name = up[Math.floor(disturbance.pick * up.length)]
      if (name !== undefined) fleet.kill(name, disturbance.down_ms)
      return
    }
    case 'postgres':
      return postgres.restart(disturbance.how, disturbance.down_ms)
    case 'stall':
      wire.stall()
      await wait(disturbance.for_ms)
      return wire.resume()
    case 'mute':
      wire.mute()
      await wait(disturbance.for_ms)
      return wire.cut()
    case 'suspend':
      return fleet.suspend(disturbance.name, disturbance.for_ms)
    case 'broker':
      return restartBroker(disturbance.down_ms)
  }
}

/** Numbers in [0, 1), determined by the seed (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
