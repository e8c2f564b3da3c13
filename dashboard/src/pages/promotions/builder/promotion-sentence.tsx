import classes from '../promotions.module.css'
import { type Tried, useTry } from '../try/use-try.ts'

/** Summary of the draft, worded by the API. */
export function PromotionSentence({ isDirty, ...tried }: Tried & { isDirty: boolean }) {
  const { data, error, isReadable, isBehind } = useTry(tried, NOTHING, true)
  const isComplete = isReadable && error === null
  return (
    <div className={classes.sentence}>
      <span className={classes.sentenceLabel}>{isDirty ? 'With your changes' : 'What it does'}</span>
      <output aria-live="polite" aria-label="What the promotion does" aria-busy={isBehind}>
        {isComplete ? data?.sentence : 'Not complete yet.'}
      </output>
    </div>
  )
}

/** Requests only the sentence, without a cart or orders. */
const NOTHING = { orders: 0 }
