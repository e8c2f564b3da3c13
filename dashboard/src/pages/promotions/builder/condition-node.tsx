import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useControl, useFormState } from '../../../kit/form/context.tsx'
import { type Value, valueAt, withValueAt } from '../../../kit/form/values/values.ts'
import { AT_THE_END } from '../../../messages/en.ts'
import { DisableableIcon } from '../../../ui/disableable-icon.tsx'
import classes from '../promotions.module.css'
import {
  added,
  childrenOf,
  GROUPS,
  isGroup,
  MAX_GROUPS,
  MAX_IN_GROUP,
  membersTo,
  movedBy,
  movedIn,
  movedOut,
  nameOf,
  numberOf,
  type Place,
  replaced,
  type Tree,
  wrapped,
} from '../rules/condition-tree.ts'
import { CONDITION_KINDS, CONDITIONS, type ConditionKind, conditionOf, whyNotCondition } from '../rules/conditions.ts'
import type { NodeProps } from './condition-editing.ts'
import { ConditionMenu } from './condition-menu.tsx'
import { shapeOfKind } from './promotion-field.ts'

/** Condition with its kind and fields; a group shows its conditions. */
export function ConditionNode(props: NodeProps) {
  const { field, path, tree, place, editing } = props
  const here = [...path, ...membersTo(editing.root, place)]
  const { error } = useControl({ field, path: here })
  const isInGroup = isGroup(tree.kind)
  return (
    <li className={classes.node} data-group={isInGroup || undefined} onKeyDown={(event) => moveByKey(event, props)}>
      <div className={classes.nodeHead}>
        <KindChoice {...props} />
        {isInGroup ? (
          <Text size="sm" c="var(--text-dim)" className={classes.middle}>
            {conditionOf(tree.kind)?.sentence}
          </Text>
        ) : (
          <FactFields {...props} />
        )}
        <NodeButtons {...props} />
      </div>
      {error !== undefined && place.length > 0 && <p className={classes.wrong}>{error}</p>}
      {isInGroup && <InGroup {...props} />}
    </li>
  )
}

function KindChoice({ tree, place, editing }: NodeProps) {
  const { value } = useFormState()
  const scope = valueAt(value, ['scope'])
  const offered = isGroup(tree.kind) ? GROUPS : CONDITION_KINDS
  const isOff = (kind: ConditionKind) =>
    kind !== tree.kind && (whyNotCondition(kind, scope) !== null || withKind(editing.root, place, tree, kind) === null)
  const choose = (kind: ConditionKind) => {
    const next = withKind(editing.root, place, tree, kind)
    if (next !== null) editing.edit(next, place, `${nameOf(place)} is now: ${CONDITIONS[kind].title}.`)
  }
  return (
    <NativeSelect
      id={editing.idOf(place)}
      aria-label={`Kind of ${nameOf(place)}`}
      value={tree.kind}
      onChange={({ currentTarget }) => choose(currentTarget.value as ConditionKind)}
      data={offered.map((kind) => ({ value: kind, label: CONDITIONS[kind].title, disabled: isOff(kind) }))}
    />
  )
}

/** A fact that becomes a group is moved into it; null if the nesting would be too deep. */
function withKind(root: Tree | null, place: Place, tree: Tree, kind: ConditionKind): Tree | null {
  if (!isGroup(kind)) return replaced(root, place, { kind, ...sharedMembers(tree, kind) })
  if (!isGroup(tree.kind)) return wrapped(root, place, kind)?.root ?? null
  const children = childrenOf(tree)
  if (kind !== 'not') return replaced(root, place, { kind, of: children })
  if (children.length <= 1)
    return replaced(root, place, { kind, ...(children[0] === undefined ? {} : { of: children[0] }) })
  return wrapped(root, place, 'not')?.root ?? null
}

/** Text lists carry over between kinds that have such a list; amounts and quantities do not. */
function sharedMembers(tree: Tree, kind: ConditionKind): Record<string, unknown> {
  const areTexts = [tree.kind, kind].every((one) => conditionOf(one)?.list?.of === 'texts')
  return areTexts && tree.one_of !== undefined ? { one_of: tree.one_of } : {}
}

function FactFields({ field, path, tree, place, editing }: NodeProps) {
  const { Draw } = useFormState()
  const shape = shapeOfKind(field, tree.kind)
  const here = [...path, ...membersTo(editing.root, place)]
  const fields = shape?.children.filter(({ kind }) => kind !== 'constant') ?? []
  const change = (name: string, one: Value) => {
    const next = withValueAt(tree as Value, [name], one) as Tree
    editing.change(replaced(editing.root, place, next))
  }
  return (
    <div className={`${classes.fields} ${classes.middle}`}>
      {fields.length === 0 && (
        <Text size="sm" c="var(--text-dim)">
          {conditionOf(tree.kind)?.sentence}
        </Text>
      )}
      {fields.map((one) => (
        <Draw
          key={one.name}
          field={one}
          path={[...here, one.name]}
          value={valueAt(tree as Value, [one.name])}
          onChange={(next) => change(one.name, next)}
        />
      ))}
    </div>
  )
}

function NodeButtons(props: NodeProps) {
  const { place, editing } = props
  const { root, edit } = editing
  const name = nameOf(place)
  const move = (by: -1 | 1) => {
    const moved = movedBy(root, place, by)
    if (moved !== null) edit(moved.root, moved.place, `Moved to position ${numberOf(moved.place)}.`)
  }
  const remove = () => edit(replaced(root, place, null), place.slice(0, -1), `Removed ${name}.`)
  return (
    <Group gap={2} wrap="nowrap">
      {place.length > 0 && (
        <>
          <Icon label={`Move ${name} up`} off={movedBy(root, place, -1) === null} onClick={() => move(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </Icon>
          <Icon label={`Move ${name} down`} off={movedBy(root, place, 1) === null} onClick={() => move(1)}>
            <IconArrowDown size={16} aria-hidden />
          </Icon>
        </>
      )}
      <ConditionMenu {...props} />
      <Icon label={`Remove ${name}`} off={false} onClick={remove}>
        <IconTrash size={16} aria-hidden />
      </Icon>
    </Group>
  )
}

type IconProps = { label: string; off: boolean; onClick: () => void; children: ReactNode }

function Icon({ label, off, onClick, children }: IconProps) {
  return (
    <DisableableIcon
      variant="subtle"
      color="gray"
      size={28}
      label={label}
      reason={off ? AT_THE_END : null}
      onClick={onClick}
    >
      {children}
    </DisableableIcon>
  )
}

function InGroup({ field, path, tree, place, editing }: NodeProps) {
  const children = childrenOf(tree)
  const isFull = children.length >= (tree.kind === 'not' ? 1 : MAX_IN_GROUP)
  const add = (one: Tree) => {
    const { root, place: there } = added(editing.root, place, one)
    editing.edit(root, there, `Condition ${numberOf(there)} was added.`)
  }
  const canNest = place.length + 2 <= MAX_GROUPS
  const suffix = place.length === 0 ? '' : ` to ${nameOf(place)}`
  return (
    <div className={classes.inGroup}>
      {children.length > 0 && (
        <ul className={classes.tree}>
          {children.map((child, index) => (
            <ConditionNode
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place.
              key={index}
              field={field}
              path={path}
              tree={child}
              place={[...place, index]}
              editing={editing}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <Group gap="xs" mt={children.length > 0 ? 'xs' : 0}>
          <AddButton label="Add condition" suffix={suffix} onClick={() => add({ kind: 'subtotal' })} />
          {canNest && <AddButton label="Add group" suffix={suffix} onClick={() => add({ kind: 'any', of: [] })} />}
        </Group>
      )}
    </div>
  )
}

function AddButton({ label, suffix, onClick }: { label: string; suffix: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={`${label}${suffix}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

const MOVES: Readonly<Record<string, (root: Tree | null, place: Place) => { root: Tree; place: Place } | null>> = {
  ArrowUp: (root, place) => movedBy(root, place, -1),
  ArrowDown: (root, place) => movedBy(root, place, 1),
  ArrowLeft: movedOut,
  ArrowRight: movedIn,
}

function moveByKey(event: KeyboardEvent, { place, editing }: NodeProps): void {
  const move = event.altKey ? MOVES[event.key] : undefined
  if (move === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const moved = move(editing.root, place)
  if (moved !== null) editing.edit(moved.root, moved.place, `Moved to position ${numberOf(moved.place)}.`)
}
