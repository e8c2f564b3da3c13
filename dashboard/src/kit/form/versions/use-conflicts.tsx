import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useContext, useRef, useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import { send } from '../../../api/send.ts'
import { ScopeContext } from '../../scope.ts'
import type { Field } from '../field.ts'
import { type Merge, mergeChanges } from '../values/merge.ts'
import { isRecord, type Value } from '../values/values.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))

export type Edited = { before: Value; value: Value }

/** The person goes on editing. */
export class StillEditing extends Error {}

type Open = Merge & { theirs: Value; onChoose: (value: Value | null) => void }

type Sending = {
  /** Sends the changes; may return the form's value of the stored resource. */
  send: (edited: Edited) => Promise<unknown>
  isUnchanged: (edited: Edited) => boolean
  /** Form's value of a stored resource. */
  shapeOf: (stored: object) => object
}

/** Settles what two people have changed in the same resource: other fields are merged, the same fields are chosen. */
export function useConflicts(field: Field) {
  const scope = useContext(ScopeContext)
  const [open, setOpen] = useState<Open | null>(null)
  // A version that this person has seen in the dialog, and not settled yet.
  const unsettled = useRef<Value | null>(null)

  async function settle({ before, value }: Edited, theirs: Value): Promise<Edited> {
    const merge = mergeChanges(field, { before, mine: value, theirs })
    if (merge.clashes.length === 0) {
      if (merge.taken.length > 0) notifications.show({ message: sentenceOf(merge.taken) })
      return { before: theirs, value: merge.merged }
    }
    const chosen = await new Promise<Value | null>((onChoose) => setOpen({ ...merge, theirs, onChoose }))
    setOpen(null)
    if (chosen === null) throw new StillEditing()
    return { before: theirs, value: chosen }
  }

  /** Returns the stored version if an error says that the sent one is stale. */
  async function readTheirs(error: unknown): Promise<Value> {
    if (scope === null || !(error instanceof Problem) || !error.isStaleVersion) throw error
    return ((await send(scope.api, 'get', error.path, {})).data as { data: Value }).data
  }

  /** Sends until the stored version is the one that the changes were made to. Returns the stored value. */
  async function save(first: Edited, latest: Value | null, sending: Sending): Promise<Value> {
    let edited = first
    let theirs = latest ?? unsettled.current
    for (;;) {
      if (theirs !== null) {
        unsettled.current = theirs
        edited = await settle(edited, sending.shapeOf(theirs as object) as Value)
        unsettled.current = null
        if (sending.isUnchanged(edited)) return edited.value
      }
      try {
        const saved = await sending.send(edited)
        return isRecord(saved) && typeof saved.type === 'string' ? saved : edited.value
      } catch (error) {
        theirs = await readTheirs(error)
      }
    }
  }
  const dialog = open !== null && (
    <Suspense fallback={null}>
      <ConflictDialog {...open} />
    </Suspense>
  )
  return { dialog, save }
}

function sentenceOf(fields: readonly Field[]): string {
  return `Someone else has changed ${fields.map(({ label }) => label).join(', ')} meanwhile. Your changes do not touch that.`
}
