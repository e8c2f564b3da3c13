import type { IntegrationLog } from '../../../generated/schema.ts'
import { JsonDiff } from '../../../ui/json/json-diff.tsx'
import type { Json } from '../../../ui/json/json-tree.ts'

/** Differences between two attempts of a job, earlier attempt first. */
export function AttemptDiff({ one, other }: { one: IntegrationLog; other: IntegrationLog }) {
  const [before, after] = one.attempt < other.attempt ? [one, other] : [other, one]
  const names = [`Attempt ${before.attempt}`, `Attempt ${after.attempt}`] as const
  return (
    <JsonDiff
      label={`${names[0]} and ${names[1]}`}
      before={comparable(before)}
      after={comparable(after)}
      beforeLabel={names[0]}
      afterLabel={names[1]}
    />
  )
}

function comparable({ succeeded, status_code, error_detail, request, response, body, body_truncated }: IntegrationLog) {
  return { succeeded, status_code, error_detail, request, response, body: parsed(body), body_truncated } as Json
}

function parsed(body: string | null): Json {
  if (body === null) return null
  try {
    return JSON.parse(body) as Json
  } catch {
    return body
  }
}
