import type { FormBody } from '../../kit/form/use-form.ts'
import { isRecord } from '../../kit/form/values/values.ts'

/** The API keeps credentials that are left out, so a credential removed in the form is sent as null. */
export function withRemovedCredentials(body: FormBody, row: Record<string, unknown> | null): FormBody {
  if (!('credentials' in body)) return body
  const kept = isRecord(body.credentials) ? body.credentials : {}
  const had = isRecord(row?.credentials) ? Object.keys(row.credentials) : []
  const removed = had.filter((name) => !(name in kept)).map((name) => [name, null] as const)
  return { ...body, credentials: { ...kept, ...Object.fromEntries(removed) } as FormBody }
}
