import { ActionIcon, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Order, OrderNote } from '../../generated/schema.ts'
import { ActionButton } from '../../kit/actions.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { target } from '../../kit/link.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded, ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import classes from './order.module.css'
import { useNotes } from './reads.ts'
import { orderActions } from './rules/order-actions.ts'

/** Internal notes, which neither shoppers nor events see. */
export function NotesSection({ order }: { order: Order }) {
  const query = useNotes(order.id)
  return (
    <Section title="Notes" description="Only sellers see them.">
      <AddNote order={order} />
      <Loaded query={query} what="list of notes">
        {({ data }) => data.map((note) => <Note key={note.id} note={note} order_id={order.id} />)}
      </Loaded>
    </Section>
  )
}

function AddNote({ order }: { order: Order }) {
  const scope = useScope()
  const [text, setText] = useState('')
  const change = useChange({
    stale: ['/v2/orders/{order_id}/notes'],
    run: (api, note: string) =>
      api.POST('/v2/orders/{order_id}/notes', {
        params: { path: { order_id: order.id } },
        body: { data: { text: note } },
      }),
    onDone: () => setText(''),
  })
  const allowed = orderActions(order).find(({ action }) => action === 'create_note')
  const reason = whyForbidden('CreateOrderNote', scope) ?? allowed?.disabledReason ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && reason === null && !change.isPending) change.mutate(text.trim())
  }
  return (
    <form onSubmit={submit}>
      <Textarea
        label="New note"
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        disabled={reason !== null}
        mb="xs"
      />
      {change.error !== null && <ProblemView error={change.error} what="order" />}
      {reason === null ? (
        <DisableableButton
          type="submit"
          size="xs"
          loading={change.isPending}
          mb="md"
          reason={text.trim() === '' ? 'Write the note first.' : null}
        >
          Add note
        </DisableableButton>
      ) : (
        <ActionButton size="xs" action={{ name: 'Add note', disabledReason: reason }} />
      )}
    </form>
  )
}

function Note({ note, order_id }: { note: OrderNote; order_id: string }) {
  const paths = usePaths()
  const { author, timestamps } = note.meta
  return (
    <article className={classes.note} aria-label="Note">
      <p className={classes.noteText}>{note.text}</p>
      <div className={classes.by}>
        <span>
          <Time at={timestamps.created_at} />, by {author.type === 'person' ? 'a person' : 'a key'}
        </span>
        <ActionIcon
          component={Link}
          {...target(paths.order(order_id, `notes/${note.id}/delete`))}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Delete the note “${note.text.slice(0, 40)}”`}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </div>
    </article>
  )
}
