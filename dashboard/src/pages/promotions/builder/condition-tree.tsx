import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldProps, useControl, useFormState } from '../../../kit/form/context.tsx'
import type { Value } from '../../../kit/form/values/values.ts'
import classes from '../promotions.module.css'
import { added, isTree, numberOf, type Place, type Tree } from '../rules/condition-tree.ts'
import type { Editing } from './condition-editing.ts'
import { ConditionNode } from './condition-node.tsx'

/** Nested conditions. Each is a small form; buttons and keys move it, also into and out of groups. */
export function ConditionTree({ field, path, value, onChange }: FieldProps) {
  const { id } = useFormState()
  const { error } = useControl({ field, path })
  const [announcement, setAnnouncement] = useState('')
  const root = isTree(value) ? (value as Tree) : null
  const idOf = (place: Place) => `${id}-condition-${place.join('-')}`
  const edit: Editing['edit'] = (next, place, sentence) => {
    // Flushes so that the moved condition exists before it is focused.
    flushSync(() => {
      onChange((next ?? null) as Value)
      setAnnouncement(sentence)
    })
    const focused = document.getElementById(idOf(place)) ?? document.getElementById(`${id}-add-condition`)
    focused?.focus()
  }
  const change = (next: Tree | null) => onChange((next ?? null) as Value)
  const editing: Editing = { root, change, edit, idOf }
  return (
    <div>
      {error !== undefined && (
        <p className={classes.wrong} data-in-error tabIndex={-1}>
          {error}
        </p>
      )}
      {root === null ? (
        <Text size="sm" c="var(--text-dim)" mb="xs">
          No conditions: it applies to every cart and every shopper.
        </Text>
      ) : (
        <>
          <ul className={classes.tree} aria-label="Conditions">
            <ConditionNode field={field} path={path} tree={root} place={[]} editing={editing} />
          </ul>
          <Text size="xs" c="var(--text-dim)" mt="xs" visibleFrom="sm">
            Alt with an arrow key moves the focused condition up, down, into the group above, or out of its group.
          </Text>
        </>
      )}
      <AddAtRoot editing={editing} id={`${id}-add-condition`} />
      <span role="status" className={classes.said}>
        {announcement}
      </span>
    </div>
  )
}

/** A group at the root has its own button. */
function AddAtRoot({ editing: { root, edit }, id }: { editing: Editing; id: string }) {
  if (root !== null && (root.kind === 'all' || root.kind === 'any')) return null
  const add = () => {
    const { root: next, place } = added(root, [], { kind: 'subtotal' })
    edit(next, place, `Condition ${numberOf(place)} was added.`)
  }
  return (
    <Group mt="xs">
      <Button id={id} variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        Add condition
      </Button>
    </Group>
  )
}
