import fc from 'fast-check'
import type { Toggle } from './laws.ts'

/** Behavior of an endpoint: responds at once, after a while, with 500, or only once the behavior changes. */
export type Manner = 'healthy' | 'slow' | 'failing' | 'holding'

/** A statement of the engine whose response can be lost. */
export type Answer = 'append' | 'claim' | 'settle'

/** `at` selects a process, `to` an integration, both modulo their number. */
export type Command =
  | { do: 'publish'; at: number; to: number; count: number; wait: 'for it' | 'no' }
  | { do: 'answer'; to: number; manner: Manner }
  | { do: Toggle['what'] | 'blink'; to: number }
  | { do: 'cut off or mend'; at: number }
  | { do: 'lose an answer'; at: number; of: Answer }
  | { do: 'hand over twice'; at: number }
  | { do: 'lose a worker'; nth: number }
  | { do: 'let leases run out' }
  | { do: 'retry'; nth: number }
  | { do: 'wait'; ms: number }

export const INTEGRATIONS = 2

const process = fc.nat(2)
const integration = fc.nat(INTEGRATIONS - 1)

/** Failures that affect a busy integration and a busy process. */
function disturbance(to: number, at: number): fc.Arbitrary<Command[]> {
  const stop = fc.constantFrom('disable' as const, 'blink' as const)
  const one = fc.oneof(
    { weight: 4, arbitrary: stop.map((what): Command => ({ do: what, to })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('enable' as const, 'delete' as const).map((what): Command => ({ do: what, to })),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cut off or mend' as const), at: process }) },
    { weight: 3, arbitrary: fc.constant({ do: 'let leases run out' as const }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('lose a worker' as const), nth: process }) },
    { weight: 1, arbitrary: fc.constant({ do: 'hand over twice' as const, at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const), nth: fc.nat(200) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(300, 1_500) }) },
  )
  return fc.oneof(
    { weight: 8, arbitrary: one.map((command): Command[] => [command]) },
    // Loses the response to a commit of a busy process.
    {
      weight: 1,
      arbitrary: stop.map((what) => [
        { do: 'cut off or mend' as const, at },
        { do: what, to },
      ]),
    },
    // Makes some process publish for an integration that it may not know to be enabled.
    {
      weight: 1,
      arbitrary: fc.constant<Command[]>([
        { do: 'disable', to },
        { do: 'wait', ms: 300 },
        { do: 'enable', to },
      ]),
    },
  )
}

/** One to three times: lose a response, set the behavior of an endpoint, publish events, and cause a failure. */
const scene: fc.Arbitrary<Command[]> = fc.tuple(integration, process).chain(([to, at]) =>
  fc
    .record({
      manner: fc.constantFrom<Manner[]>('slow', 'slow', 'holding', 'holding', 'failing', 'healthy'),
      count: fc.constantFrom(120, 40, 3),
      wait: fc.constantFrom('for it' as const, 'no' as const),
      lost: fc.option(fc.constantFrom<Answer[]>('append', 'claim', 'settle'), { freq: 3 }),
      disturbances: fc.array(disturbance(to, at), { maxLength: 2 }),
    })
    .map(({ manner, count, wait, lost, disturbances }): Command[] => [
      { do: 'answer', to, manner },
      ...(lost === null ? [] : [{ do: 'lose an answer' as const, at, of: lost }]),
      { do: 'publish', at, to, count, wait },
      ...disturbances.flat(),
    ]),
)

/** No bias to small values, because rare histories must be found and a run costs seconds. */
export const commands = fc.noBias(
  fc.array(scene, { minLength: 2, maxLength: 4, size: 'max' }).map((scenes) => scenes.flat()),
)
