import { setTimeout as wait } from 'node:timers/promises'
import { describeFailure } from '../../tool/failure.ts'
import { makeChance } from './chance.ts'
import { drawPlan } from './plan.ts'
import { newStory, type Story } from './story.ts'
import { type Shop, visit } from './visit.ts'

export type Game = {
  minutes: number
  /** Shoppers a minute. */
  rate: number
  /** The same one brings the same shoppers; what they find may differ. */
  seed: number
  /** No more shoppers come from then on. */
  signal: AbortSignal
  onStory: (story: Story) => void
}

/** Shoppers who are there at once; whoever comes then waits at the door. */
const MOST_AT_ONCE = 50
const MINUTE = 60_000

/** Lets shoppers come until the time is over or nobody wants more of them; resolves when the last one has left. */
export async function play(shop: Shop, { minutes, rate, seed, signal, onStory }: Game): Promise<void> {
  const began = Date.now()
  const inside = new Set<Promise<void>>()
  const chance = makeChance(seed)
  for (let number = 0; number < minutes * rate && !signal.aborted; number += 1) {
    const due = began + (number * MINUTE) / rate
    if (!(await passes(due - Date.now(), signal))) break
    while (inside.size >= MOST_AT_ONCE) await Promise.race(inside)
    const plan = drawPlan(makeChance(chance.whole(0, 2 ** 32 - 1)))
    const story = newStory()
    const going = visit(shop, plan, story)
      .catch((error: unknown) => {
        story.error = describeFailure(error)
      })
      .finally(() => {
        inside.delete(going)
        onStory(story)
      })
    inside.add(going)
  }
  await Promise.all(inside)
}

/** Resolves after so many milliseconds; with false when nobody wants more before. */
function passes(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(Math.max(0, milliseconds), true, { signal }).catch(() => false)
}
