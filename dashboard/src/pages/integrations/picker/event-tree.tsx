import { Badge, Checkbox, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Help } from '../../../kit/form/context.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import {
  type EventGroup,
  type EventSource,
  type GroupState,
  isChosen,
  type KnownEvent,
  sectionsOf,
  stateOf,
  toggle,
  toggleGroup,
} from '../rules/event-choice.ts'
import classes from './event-picker.module.css'

type EventTreeProps = {
  /** All events, and the matches of the search. */
  events: readonly KnownEvent[]
  found: readonly KnownEvent[]
  isSearched: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called when a key becomes current. */
  onShow: (key: string) => void
}

const TITLES: Record<EventSource, string> = {
  here: 'Emitted here',
  own: 'Your own event types',
  custom: 'Entries of custom APIs',
  outside: 'Only by external producers',
}

/** Checkboxes of keys, by resource. Arrow keys move between them: right opens a group, left closes it. */
export function EventTree(props: EventTreeProps) {
  const { events, found, isSearched, value } = props
  const [folds, setFolds] = useState<Readonly<Record<string, boolean>>>({})
  const [active, setActive] = useState<string | null>(null)
  if (found.length === 0) return <Empty title="No events match">Search for a part of a key or of a description.</Empty>
  const sections = sectionsOf(found)
  const isOpen = (group: EventGroup) =>
    folds[group.entity] ?? (isSearched || stateOf(value, whole(group, events)) !== 'none')
  const fold = (entity: string, open: boolean) => setFolds((current) => ({ ...current, [entity]: open }))
  const rows = sections.flatMap(({ groups }) => groups.flatMap((group) => rowsOf(group, isOpen(group))))
  // Only one checkbox is in the tab order; arrows reach the others.
  const tabStop = active !== null && rows.includes(active) ? active : (rows[0] ?? null)
  return (
    <div
      role="group"
      aria-label="Events"
      className={classes.tree}
      onKeyDown={(event) => onArrow(event, fold)}
      onFocus={({ target }) => setActive((target as HTMLElement).dataset.row ?? active)}
    >
      {sections.map(({ source, groups }) => (
        <section key={source} aria-label={TITLES[source]}>
          <Text component="h3" className={classes.sectionTitle}>
            {TITLES[source]}
            <span className={classes.count}>
              {groups.reduce(
                (sum, { main, outside }) => sum + main.length + (source === 'here' ? 0 : outside.length),
                0,
              )}
            </span>
          </Text>
          {groups.map((group) => (
            <GroupRows
              key={group.entity}
              {...props}
              group={group}
              whole={whole(group, events)}
              isOpen={isOpen(group)}
              onFold={(open) => fold(group.entity, open)}
              tabStop={tabStop}
            />
          ))}
        </section>
      ))}
    </div>
  )
}

const groupRow = (entity: string) => `group ${entity}`

function rowsOf({ entity, main, outside }: EventGroup, isOpen: boolean): string[] {
  return [groupRow(entity), ...(isOpen ? [...main, ...outside].map(({ key }) => key) : [])]
}

/** Group with the keys that the search hides, because its checkbox stands for all keys. */
function whole({ entity, main }: EventGroup, events: readonly KnownEvent[]): EventGroup {
  const from = main[0]?.from
  const same = events.filter((event) => event.entity === entity)
  return { entity, main: same.filter((event) => event.from === from), outside: [] }
}

type GroupRowsProps = EventTreeProps & {
  group: EventGroup
  whole: EventGroup
  isOpen: boolean
  onFold: (open: boolean) => void
  tabStop: string | null
}

function GroupRows(props: GroupRowsProps) {
  const { group, whole: all, isOpen, onFold, events, value, onChange, tabStop } = props
  const state = stateOf(value, all)
  const chosen = all.main.filter(({ key }) => isChosen(value, key)).length
  const change = () => {
    onFold(true)
    onChange(toggleGroup(value, all, events))
  }
  return (
    <div>
      <div className={classes.row}>
        <UnstyledButton
          className={classes.fold}
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`Keys of ${group.entity}`}
          onClick={() => onFold(!isOpen)}
        >
          <IconChevronRight size={14} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
        </UnstyledButton>
        <Checkbox
          label={group.entity}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={change}
          data-row={groupRow(group.entity)}
          data-group={group.entity}
          tabIndex={tabStop === groupRow(group.entity) ? 0 : -1}
          aria-expanded={isOpen}
          classNames={{ root: classes.box, label: classes.groupLabel }}
        />
        <GroupCount state={state} chosen={chosen} all={all.main.length} />
      </div>
      {isOpen && [...group.main, ...group.outside].map((event) => <KeyRow key={event.key} {...props} event={event} />)}
    </div>
  )
}

function GroupCount({ state, chosen, all }: { state: GroupState; chosen: number; all: number }) {
  return (
    <Text span size="xs" className={classes.dim}>
      {state === 'none' ? all : `${chosen} of ${all}`}
    </Text>
  )
}

function KeyRow({ event, group, value, events, onChange, onShow, tabStop }: GroupRowsProps & { event: KnownEvent }) {
  const { key, description, level, from } = event
  const isOutside = from === 'outside' && group.outside.includes(event)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box within is what is used; the pointer only looks.
    <div className={classes.keyRow} onMouseEnter={() => onShow(key)}>
      <Checkbox
        label={key}
        description={<Help text={description} />}
        checked={isChosen(value, key)}
        onChange={() => onChange(toggle(value, key, events))}
        onFocus={() => onShow(key)}
        data-row={key}
        data-group={group.entity}
        tabIndex={tabStop === key ? 0 : -1}
        classNames={{ root: classes.box, label: classes.keyLabel, description: classes.dim }}
      />
      {(isOutside || level.includes('Organization')) && (
        <span className={classes.badges}>
          {isOutside && <Badge variant="default">only by external producers</Badge>}
          {level.includes('Organization') && <Badge variant="default">organization too</Badge>}
        </span>
      )}
    </div>
  )
}

/** Up and down move between visible checkboxes; right opens a group, left closes it and moves to its checkbox. */
function onArrow(event: KeyboardEvent<HTMLElement>, fold: (entity: string, open: boolean) => void): void {
  const row = event.target as HTMLElement
  const { group, row: name } = row.dataset
  if (group === undefined) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input[data-row]')]
  const move = MOVES[event.key]
  if (move !== undefined)
    boxes[Math.min(boxes.length - 1, Math.max(0, move(boxes.indexOf(row), boxes.length)))]?.focus()
  else if (event.key === 'ArrowRight') fold(group, true)
  else if (event.key === 'ArrowLeft') {
    fold(group, false)
    if (name !== groupRow(group)) boxes.find((box) => box.dataset.row === groupRow(group))?.focus()
  } else return
  event.preventDefault()
}

const MOVES: Readonly<Record<string, ((index: number, count: number) => number) | undefined>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
