import { type Static, Type } from 'typebox'
import type { Executor } from '../db/database.ts'
import { isoTime } from '../kernel/clock.ts'
import { METRICS, type Metric, parseMetrics, seriesOf } from './rules/metrics.ts'
import { MAX_POINTS, parseRange, pointsOf, STEP_NAMES } from './rules/range.ts'
import { readSlots } from './store.ts'
import { minutesSince, type SeriesRetention } from './sweep.ts'

const Values = Type.Array(Type.Union([Type.Number(), Type.Null()]))

const SeriesStep = Type.Enum(STEP_NAMES, { title: 'SeriesStep' })

export const SeriesResource = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Of the integration, store, organization or deployment.' }),
    type: Type.Literal('series'),
    from: Type.String({ format: 'date-time', description: 'Beginning of the first step.' }),
    to: Type.String({ format: 'date-time', description: 'End of the last step.' }),
    step: SeriesStep,
    points: Type.Integer({ description: 'Number of steps, and of values of each metric.' }),
    metrics: Type.Object(
      Object.fromEntries(Object.keys(METRICS).map((name) => [name, Type.Optional(Values)])) as Record<
        Metric,
        ReturnType<typeof Type.Optional<typeof Values>>
      >,
      {
        description:
          'A value for each step, in the order of time: counts are 0 where nothing happened, durations (seconds) null.',
      },
    ),
  },
  { $id: 'Series' },
)
export type SeriesResource = Static<typeof SeriesResource>

const Parameter = (description: string) => Type.Optional(Type.String({ description }))

export function seriesQuery(metrics: readonly Metric[]) {
  return Type.Object({
    metrics: Parameter(`Comma-separated names: ${metrics.map((name) => `\`${name}\``).join(', ')}. Default: all.`),
    from: Parameter('Beginning: a date, RFC 3339, or milliseconds since the epoch. Default: a day before `to`.'),
    to: Parameter('End. Default: now. Both are widened to whole steps, which begin in UTC.'),
    step: Type.Optional({
      ...SeriesStep,
      description: `A response has at most ${MAX_POINTS} of them. Older times are kept by the hour. Default: the smallest that is allowed.`,
    }),
  })
}

export type SeriesQuery = Static<ReturnType<typeof seriesQuery>>

export type SeriesDeps = { db: Executor; clock: () => number; series_retention: SeriesRetention }

/** Returns the series of a subject. Throws `malformed_query`. */
export async function readSeries(
  { db, clock, series_retention }: SeriesDeps,
  subject_id: string,
  query: SeriesQuery,
  known: readonly Metric[],
): Promise<SeriesResource> {
  const now = clock()
  const metrics = parseMetrics(query.metrics, known)
  const range = parseRange(query, { now, minutes_since: minutesSince(series_retention, now) })
  const slots = await readSlots(db, [subject_id], range)
  const points = pointsOf(range)
  return {
    id: subject_id,
    type: 'series',
    from: isoTime(range.from),
    to: isoTime(range.to),
    step: range.step,
    points,
    metrics: seriesOf(slots, points, metrics),
  }
}
