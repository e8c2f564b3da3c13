import fc from 'fast-check'
import type { Toggle } from './laws.ts'

/** How an endpoint answers: at once, after a while, with 500, or not before it changes. */
export type Manner = 'healthy' | 'slow' | 'failing' | 'holding'

/** The response to a statement of the engine. */
export type Answer = 'append' | 'claim' | 'settle'

/** `at` is a process, `to` an integration; both are taken modulo how many there are. */
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

/** How many integrations commands speak of. */
export const INTEGRATIONS = 2

const process = fc.nat(2)
const integration = fc.nat(INTEGRATIONS - 1)

/** What can go wrong, with an integration and a process that are in the middle of something. */
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
    // The commit that a process with work in hand cannot hear of.
    {
      weight: 1,
      arbitrary: stop.map((what) => [
        { do: 'cut off or mend' as const, at },
        { do: what, to },
      ]),
    },
    // So that what is published next is for an integration that some process may not know to be enabled.
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

/** A response is to be lost, an endpoint has its manner, events come, and something goes wrong: once, twice, three times. */
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

/** Without a bias to small values: what is rare is to be found, and a run costs seconds. */
export const commands = fc.noBias(
  fc.array(scene, { minLength: 2, maxLength: 4, size: 'max' }).map((scenes) => scenes.flat()),
)
