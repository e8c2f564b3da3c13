import { ActionIcon, Button, Group, Menu, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { Loaded } from '../../../kit/states.tsx'
import { add, chosenKeys, isPattern, type KnownEvent, matching, templatesFor } from '../rules/event-choice.ts'
import classes from './event-picker.module.css'
import { EventSample } from './event-sample.tsx'
import { EventTree } from './event-tree.tsx'
import { useKnownEvents } from './use-known-events.ts'

type EventPickerProps = {
  /** Keys and patterns such as `order.*`. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Error from the API. */
  error?: string
}

/** Selects the events of an integration: keys by resource, with the sample and schema of the current key. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const { query, events } = useKnownEvents()
  const [search, setSearch] = useState('')
  const [shown, show] = useState<string | null>(() => value.find((text) => !isPattern(text)) ?? null)
  return (
    <Loaded query={query} what="list of event types">
      {() => (
        <Stack gap="sm">
          <Group gap="xs" align="flex-end">
            <TextInput
              type="search"
              aria-label="Find events"
              placeholder="Find by key or description"
              leftSection={<IconSearch size={14} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              className={classes.search}
            />
            <Templates events={events} onChoose={(texts) => onChange(add(value, texts))} />
            <AddPattern onAdd={(text) => onChange(add(value, [text]))} />
          </Group>
          <Chosen value={value} events={events} onChange={onChange} {...(error === undefined ? {} : { error })} />
          <div className={classes.columns}>
            <EventTree
              events={events}
              found={matching(events, search)}
              isSearched={search.trim() !== ''}
              value={value}
              onChange={onChange}
              onShow={show}
            />
            <EventSample event={events.find(({ key }) => key === shown) ?? null} />
          </div>
        </Stack>
      )}
    </Loaded>
  )
}

type ChosenProps = {
  value: readonly string[]
  events: readonly KnownEvent[]
  onChange: (value: string[]) => void
  error?: string
}

/** Chips of keys and patterns, and the number of matching keys. */
function Chosen({ value, events, onChange, error }: ChosenProps) {
  const count = chosenKeys(value, events).length
  const outside = events.filter(({ key, from }) => from === 'outside' && value.includes(key)).length
  return (
    <div>
      <Group gap={6}>
        {value.map((text) => (
          <span key={text} className={classes.chip}>
            <span>{text}</span>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`Do not observe ${text}`}
              onClick={() => onChange(value.filter((other) => other !== text))}
            >
              <IconX size={13} aria-hidden />
            </ActionIcon>
          </span>
        ))}
        {value.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
            Clear
          </Button>
        )}
      </Group>
      <Text size="sm" role="status" aria-live="polite" mt={value.length === 0 ? 0 : 6}>
        {countSentence(count, value)}
        {outside === 0
          ? ''
          : ` ${outside} of them only when an external producer publishes ${outside === 1 ? 'it' : 'them'}.`}
      </Text>
      {error !== undefined && (
        <Text size="sm" c="var(--tone-failed)" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}

function countSentence(count: number, value: readonly string[]): string {
  if (value.length === 0) return 'No events chosen yet.'
  const events = count === 1 ? '1 event chosen' : `${count} events chosen`
  return value.some(isPattern) ? `${events}, and those that patterns will match later.` : `${events}.`
}

type TemplatesProps = { events: readonly KnownEvent[]; onChoose: (texts: readonly string[]) => void }

function Templates({ events, onChoose }: TemplatesProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          Templates
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={360}>
        {templatesFor(events).map(({ name, texts }) => (
          <Menu.Item key={name} onClick={() => onChoose(texts)}>
            <Text size="sm">{name}</Text>
            <Text size="xs" className={classes.keys}>
              {texts.join(', ')}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function AddPattern({ onAdd }: { onAdd: (text: string) => void }) {
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const hint = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (text.trim() === '') return
    onAdd(text.trim())
    setText('')
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          Add a pattern
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            label="Key or pattern"
            description={
              <span id={hint}>order.* matches all keys of orders, including later ones; * matches all keys.</span>
            }
            placeholder="order.*"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            ff="monospace"
            w={300}
          />
          <Button type="submit" size="xs" mt="sm">
            Add
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
