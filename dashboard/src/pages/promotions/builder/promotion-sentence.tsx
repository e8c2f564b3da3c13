import classes from '../promotions.module.css'
import { type Tried, useTry } from '../try/use-try.ts'

/** What the promotion does as it is filled in, in the words of the API. */
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

/** Neither a cart nor orders. */
const NOTHING = { orders: 0 }
