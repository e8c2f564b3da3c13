import { type FormEvent, type RefObject, useContext, useState } from 'react'
import { flushSync } from 'react-dom'
import { Problem } from '../../api/problem.ts'
import { announce } from '../announce.ts'
import type { Field, JsonValue } from './field.ts'
import { NOTHING_WRONG, type Placed, place, type Sentence, sentencesOf, shownPointers, without } from './problems.ts'
import { UnsavedContext } from './unsaved.tsx'
import { changedPointer } from './values/changed.ts'
import { changes, creation } from './values/outgoing.ts'
import { initialOf, unreadableIn, type Value } from './values/values.ts'
import { type Edited, StillEditing, useConflicts } from './versions/use-conflicts.tsx'

export type FormBody = { [name: string]: JsonValue }

type Options = {
  field: Field
  mode: 'create' | 'update'
  value?: object
  latest?: object | null
  shapeOf?: (stored: object) => object
  errors?: Problem | null
  onSubmit: (body: FormBody) => Promise<unknown>
  said: string | null
  onDirty?: (isDirty: boolean) => void
  element: RefObject<HTMLFormElement | null>
}

/** State of a form: the body as filled in, and its errors. */
export function useForm({ field, mode, onSubmit, said, onDirty, element, shapeOf = itself, ...given }: Options) {
  const [before, setBefore] = useState<Value>(() => (given.value as Value) ?? initialOf(field) ?? {})
  const [value, setValue] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const dialog = useContext(UnsavedContext)
  const conflicts = useConflicts(field)
  const [refused, setRefused] = useState(() => refusalOf(given.errors ?? null, field, before))
  const bodyOf = (one: Value, since = before) => (mode === 'create' ? creation(field, one) : changes(field, since, one))

  function change(next: Value): void {
    const [was, is] = [isDirty(value), isDirty(next)]
    const changed = changedPointer(value, next)
    setValue(next)
    setRefused((current) => ({ ...current, placed: without(current.placed, changed) }))
    if (was === is) return
    onDirty?.(is)
    dialog.setDirty(is)
  }
  const isChanged = (one: Edited) =>
    JSON.stringify(bodyOf(one.value, one.before)) !== JSON.stringify(bodyOf(one.before, one.before))
  const isDirty = (one: Value) => isChanged({ before, value: one })

  /** Flushes so that the invalid field exists before it is focused. */
  function refuse(next: Refusal): void {
    flushSync(() => setRefused(next))
    focusFirst(element.current)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // Events bubble through React portals, so a form in a dialog would also submit the form around it.
    event.stopPropagation()
    if (isBusy) return
    const unreadable = unreadableIn(value)
    if (unreadable.length > 0) return refuse({ placed: placedAt(unreadable, field, value), requestId: null })
    setBusy(true)
    setRefused(NO_REFUSAL)
    try {
      await dialog.send(save)
      if (said !== null) announce(said)
      onDirty?.(false)
    } catch (error) {
      if (!(error instanceof StillEditing)) refuse(refusalOf(error, field, value))
    } finally {
      setBusy(false)
    }
  }

  async function save(): Promise<void> {
    const send = (one: Edited) => onSubmit(bodyOf(one.value, one.before))
    const isUnchanged = (one: Edited) => !isChanged(one)
    begin(await conflicts.save({ before, value }, (given.latest as Value) ?? null, { send, isUnchanged, shapeOf }))
  }

  /** The next update sends only what differs from the stored value. */
  function begin(stored: Value): void {
    if (mode !== 'update') return
    setBefore(stored)
    setValue(stored)
  }
  return {
    value,
    conflict: conflicts.dialog,
    body: () => bodyOf(value),
    change,
    submit,
    isBusy,
    placed: refused.placed,
    requestId: refused.requestId,
  }
}

const itself = (stored: object) => stored

type Refusal = { placed: Placed; requestId: string | null }
const NO_REFUSAL: Refusal = { placed: NOTHING_WRONG, requestId: null }

function refusalOf(error: unknown, field: Field, value: Value): Refusal {
  if (error === null) return NO_REFUSAL
  if (!(error instanceof Problem)) return { placed: { fields: new Map(), above: [messageOf(error)] }, requestId: null }
  const sentences = sentencesOf(error.details)
  const placed =
    sentences.length === 0 ? { fields: new Map(), above: [error.message] } : placedAt(sentences, field, value)
  return { placed, requestId: error.requestId }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function placedAt(sentences: readonly Sentence[], field: Field, value: Value): Placed {
  return place(sentences, new Set(shownPointers(field, value)))
}

function focusFirst(form: HTMLFormElement | null): void {
  const inError = form?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-in-error]')
  ;(inError ?? form?.querySelector<HTMLElement>('[data-in-error]'))?.focus()
}
