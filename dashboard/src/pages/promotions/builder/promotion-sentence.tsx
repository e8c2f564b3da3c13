import { useDecimalPlaces } from '../../../kit/cells/currencies.ts'
import type { Value } from '../../../kit/form/values/values.ts'
import { useNames } from '../pickers.ts'
import classes from '../promotions.module.css'
import { promotionSentence } from '../rules/promotion-sentence.ts'
import { readable } from '../rules/readable.ts'

/** What the promotion does as it is filled in. */
export function PromotionSentence({ value, isDirty }: { value: Value; isDirty: boolean }) {
  const draft = readable(value)
  const decimal_places = useDecimalPlaces(draft.currency ?? null)
  const nameOf = useNames(draft)
  const sentence = promotionSentence(draft, { nameOf, ...(decimal_places === undefined ? {} : { decimal_places }) })
  return (
    <div className={classes.sentence}>
      <span className={classes.sentenceLabel}>{isDirty ? 'With your changes' : 'What it does'}</span>
      <output aria-live="polite" aria-label="What the promotion does">
        {sentence}
      </output>
    </div>
  )
}
