import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import {
  GROUPS,
  isGroup,
  type Moved,
  movedIn,
  movedOut,
  nameOf,
  numberOf,
  unwrapped,
  wrapped,
} from '../rules/condition-tree.ts'
import { CONDITIONS } from '../rules/conditions.ts'
import type { NodeProps } from './condition-editing.ts'

/** Rare actions on a condition: wrap it in a group, move it into or out of a group. */
export function ConditionMenu({ tree, place, editing }: NodeProps) {
  const { root, edit } = editing
  const item = (label: string, moved: Moved | null) => (
    <Menu.Item
      key={label}
      {...(moved === null
        ? { 'data-disabled': true, 'aria-disabled': true, title: 'Not possible at this position.' }
        : {})}
      closeMenuOnClick={moved !== null}
      onClick={() => moved !== null && edit(moved.root, moved.place, `${label}: condition ${numberOf(moved.place)}.`)}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" withinPortal returnFocus={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More for ${nameOf(place)}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {GROUPS.map((kind) => item(`Put into “${CONDITIONS[kind].title}”`, wrapped(root, place, kind)))}
        {place.length > 0 && item('Move into the group above', movedIn(root, place))}
        {place.length > 0 && item('Move out of its group', movedOut(root, place))}
        {isGroup(tree.kind) && item('Dissolve the group', unwrapped(root, place))}
      </Menu.Dropdown>
    </Menu>
  )
}
