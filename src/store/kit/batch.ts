import { AppError, invalid, type Problem } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { attributesIn, type Collection, rejectImmutableChanges, resolveNames } from './operations.ts'
import type { AnyResource, Frame } from './resource.ts'
import { changedRow, emitUpdate } from './rows.ts'
import { lockRowsById, updateRows } from './store.ts'
import type { Work } from './work.ts'

/** Updates of products or prices in one request. @operator */
export const MAX_BATCH = 100

/** Update of one row: attributes by name, and possibly other members. */
export type BatchUpdate = { id: string; sent: Readonly<Record<string, unknown>> }

/**
 * Updates rows of one collection, all or none, in a fixed number of statements besides those of `prepare`. Returns them
 * in the order of the updates. The resource must not have `beforeLock` or `digest`. Throws `invalid` and `conflict`
 * with pointers that contain the index of the update.
 */
export async function updateBatch(
  work: Work,
  resource: AnyResource,
  { parents }: Pick<Collection, 'parents'>,
  updates: readonly BatchUpdate[],
): Promise<Frame[]> {
  const rows = await lockNamed(work, resource, parents, updates)
  const drafts = await inEach(updates, async ({ id, sent: body }) => {
    const before = rowOf(rows, id)
    const sent = resolveNames(resource, body, before)
    const changes = attributesIn(resource, sent)
    rejectImmutableChanges(resource, before, changes)
    return { before, sent, after: await changedRow(work, resource, before, changes as Partial<Frame>, sent) }
  })
  const changed = drafts.filter(({ before, after }) => after !== before)
  const written = changed.map(({ after }) => after)
  await updateRows(work.tx, resource, written, (error, row) =>
    at(
      drafts.findIndex(({ after }) => after === row),
      error,
    ),
  )
  for (const draft of changed) await emitUpdate(work, resource, draft)
  return drafts.map(({ after }) => after)
}

/** Throws `invalid` for unknown and for repeated ids. */
async function lockNamed(
  work: Work,
  resource: AnyResource,
  parents: Collection['parents'],
  updates: readonly BatchUpdate[],
): Promise<ReadonlyMap<string, Frame>> {
  const ids = updates.map(({ id }) => id)
  const scope = { owner_id: ownerId(work.owner), ...parents }
  const found = await lockRowsById(work.tx, resource, scope, ids)
  const rows = new Map(found.map((row) => [row.id, row]))
  const problems = ids.flatMap((id, index): Problem[] => {
    const first = ids.indexOf(id)
    const pointer = `/data/${index}/id`
    if (first < index)
      return [{ detail: `data[${index}].id names the same ${resource.singular} as data[${first}].`, pointer }]
    return rows.has(id) ? [] : [{ detail: `data[${index}].id must be the id of a ${resource.singular}.`, pointer }]
  })
  if (problems.length > 0) throw invalid(problems)
  return rows
}

function rowOf(rows: ReadonlyMap<string, Frame>, id: string): Frame {
  const row = rows.get(id)
  if (row === undefined) throw new Error(`Row ${id} is not locked.`)
  return row
}

/** Runs `body` for each item, in order. Throws the problems of all invalid items together, with their indexes. */
async function inEach<Of, To>(all: readonly Of[], body: (one: Of) => Promise<To>): Promise<To[]> {
  const results: To[] = []
  const problems: Problem[] = []
  for (const [index, one] of all.entries()) {
    try {
      results.push(await body(one))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw at(index, error)
      problems.push(...problemsAt(index, error))
    }
  }
  if (problems.length > 0) throw invalid(problems)
  return results
}

/** Moves the error's pointers into the update with this index. */
function at(index: number, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(error.code, problemsAt(index, error), { cause: error.cause })
}

function problemsAt(index: number, { problems }: AppError): Problem[] {
  return problems.map((problem) => ({
    ...problem,
    detail: problem.detail.replace(/\bdata\./, `data[${index}].`),
    pointer: `/data/${index}${(problem.pointer ?? '').replace(/^\/data/, '')}`,
  }))
}
