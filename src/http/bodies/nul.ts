import { AppError } from '../../kernel/errors.ts'

/** PostgreSQL cannot store U+0000 in text, and no id, filter or value needs it. */
export const NUL = '\0'

export const NUL_RULE = 'must not contain the character U+0000.'

/** Throws `malformed_query` if the path or query contains an encoded U+0000. Names the query parameter. */
export function refuseNulInAddress(url: string): void {
  if (!url.includes('%00')) return
  const [path = '', ...query] = url.split('?')
  if (path.includes('%00')) throw new AppError('malformed_query', [{ detail: `The path ${NUL_RULE}` }])
  const names = [...new URLSearchParams(query.join('?'))].flatMap(([name, value]) =>
    value.includes(NUL) ? [name] : [],
  )
  const parameter = names.find((name) => !name.includes(NUL))
  throw new AppError('malformed_query', [
    parameter === undefined
      ? { detail: `The name of a query parameter ${NUL_RULE}` }
      : { detail: `The query parameter ${parameter} ${NUL_RULE}`, parameter },
  ])
}
