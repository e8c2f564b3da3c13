import { Group } from '@mantine/core'
import type { EventTypeRow } from '../../../kit/requests/use-event-types.ts'
import classes from '../events.module.css'
import { ORIGIN_WORDS, originOf } from '../rules/type-words.ts'

type TypeBadgesProps = { type: Pick<EventTypeRow, 'origin' | 'declared_by' | 'level'> }

/** Origin of a type, and whether organizations have it too. */
export function TypeBadges({ type }: TypeBadgesProps) {
  const origin = originOf(type)
  return (
    <Group gap={6}>
      <span className={classes.badge} data-kind={origin}>
        {ORIGIN_WORDS[origin]}
      </span>
      <span className={classes.badge}>{type.level.includes('Organization') ? 'Store and organization' : 'Store'}</span>
    </Group>
  )
}
