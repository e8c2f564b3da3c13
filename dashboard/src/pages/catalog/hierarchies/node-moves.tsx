import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconIndentDecrease, IconIndentIncrease } from '@tabler/icons-react'
import { type Move, movesOf, type TreeNode } from '../rules/node-tree.ts'
import classes from './node-tree.module.css'

const STEPS = [
  { step: 'up', name: 'Move up', Icon: IconArrowUp, why: 'It is already first.' },
  { step: 'down', name: 'Move down', Icon: IconArrowDown, why: 'It is already last.' },
  { step: 'out', name: 'Move out', Icon: IconIndentDecrease, why: 'It is already at the top level.' },
  {
    step: 'in',
    name: 'Move into the node above',
    Icon: IconIndentIncrease,
    why: 'No node of the same level is above it.',
  },
] as const

type NodeMovesProps = {
  nodes: readonly TreeNode[]
  /** Id of the selected node. */
  selected: string | null
  onMove: (id: string, moves: readonly Move[]) => void
}

/** Buttons that move a node by one step, for people who cannot drag. */
export function NodeMoves({ nodes, selected, onMove }: NodeMovesProps) {
  const name = nodes.find(({ id }) => id === selected)?.attributes.name
  return (
    <Group gap={4} className={classes.moves} role="group" aria-label={name === undefined ? 'Move' : `Move ${name}`}>
      {STEPS.map(({ step, name: label, Icon, why }) => {
        const moves = selected === null ? [] : movesOf(nodes, selected, step)
        const reason = selected === null ? 'Choose a node first.' : moves.length === 0 ? why : null
        return (
          <Tooltip key={step} label={reason === null ? label : `${label}: ${reason}`}>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={label}
              {...(reason === null ? {} : { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => selected !== null && moves.length > 0 && onMove(selected, moves)}
            >
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      })}
      <Text size="xs" c="var(--text-dim)" truncate>
        {name ?? 'Choose a node to move it.'}
      </Text>
    </Group>
  )
}
