import classes from './progress.module.css'
import { Status, type Tone } from './status.tsx'

type ProgressPart = { value: number; tone: Tone; label: string }

type ProgressProps = {
  /** Plural of what is counted: "deliveries". */
  unit: string
  total: number
  /** Parts in the order of the bar. The rest of `total` is still to do. */
  parts: ProgressPart[]
  /** Accessible name of the bar; the unit by default. */
  label?: string
  /** Replaces the count if it would be meaningless: "90% of the time range". */
  words?: string
}

const NUMBER = new Intl.NumberFormat('en-US')

/** Progress as a bar and in words. */
export function Progress({ unit, total, parts, label = unit, words: given }: ProgressProps) {
  const done = parts.reduce((sum, { value }) => sum + value, 0)
  const words = given ?? `${NUMBER.format(done)} of ${NUMBER.format(total)} ${unit}, ${percentOf(done, total)}%`
  return (
    <div className={classes.progress}>
      <div className={classes.words}>{words}</div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={words}
      >
        {parts.map((part) => (
          <div
            key={part.label}
            className={classes.part}
            style={{
              flexBasis: `${total > 0 ? (part.value / total) * 100 : 0}%`,
              background: `var(--fill-${part.tone})`,
            }}
          />
        ))}
      </div>
      {parts.length > 1 && (
        <ul className={classes.parts}>
          {parts.map(({ label: name, tone, value }) => (
            <li key={name}>
              <Status tone={tone}>
                {NUMBER.format(value)} {name}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** 100 only when everything is done. */
function percentOf(done: number, total: number): number {
  return total <= 0 || done >= total ? 100 : Math.floor((done / total) * 100)
}
