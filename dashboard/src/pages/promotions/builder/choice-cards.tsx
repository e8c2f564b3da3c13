import type { ReactNode } from 'react'
import { type FieldProps, useControl } from '../../../kit/form/context.tsx'
import classes from '../promotions.module.css'

type Card<V extends string> = {
  value: V
  title: string
  sentence: string
  picture: ReactNode
  /** Reason why the card is disabled. */
  disabledReason?: string | null
}

type Props<V extends string> = Pick<FieldProps, 'field' | 'path'> & {
  label: string
  cards: readonly Card<V>[]
  chosen: unknown
  onChoose: (value: V) => void
}

/** Radio group of cards with a picture and a sentence. */
export function ChoiceCards<V extends string>({ field, path, label, cards, chosen, onChoose }: Props<V>) {
  const { id, name, error } = useControl({ field, path })
  return (
    <fieldset className={classes.cards} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={classes.legend}>{label}</legend>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.wrong} data-in-error tabIndex={-1}>
          {error}
        </p>
      )}
      <div className={classes.grid}>
        {cards.map(({ value, title, sentence, picture, disabledReason }) => (
          <label key={value} className={classes.card} data-off={disabledReason ? true : undefined}>
            <input
              type="radio"
              name={`${id}${name}`}
              value={value}
              checked={chosen === value}
              disabled={Boolean(disabledReason)}
              onChange={() => onChoose(value)}
              aria-describedby={`${id}-${value}-says`}
              aria-label={title}
            />
            <span className={classes.picture} aria-hidden>
              {picture}
            </span>
            <span className={classes.cardText}>
              <span className={classes.cardTitle}>{title}</span>
              <span id={`${id}-${value}-says`} className={classes.cardSentence}>
                {disabledReason ?? sentence}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
