import { Group, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import type { FieldProps } from '../context.tsx'
import { FieldSet } from '../fieldset.tsx'
import { initialOf, isRecord } from '../values/values.ts'
import { lowerFirst } from '../words.ts'
import { Row } from './objects.tsx'

/** Values by keys that the person enters, such as prices by currency. */
export function MapField({ field, path, value, onChange }: FieldProps) {
  const [item] = field.children
  const record = isRecord(value) ? value : {}
  const keys = Object.keys(record).filter((key) => record[key] !== undefined)
  if (item === undefined) return null
  return (
    <FieldSet field={field} path={path}>
      {keys.map((key) => (
        <Row
          key={key}
          name={key}
          field={item}
          path={[...path, key]}
          value={record[key]}
          onChange={(one) => onChange({ ...record, [key]: one })}
          onRemove={() =>
            onChange(
              keys.length === 1
                ? undefined
                : Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)),
            )
          }
        />
      ))}
      <NewKey
        label={field.keyLabel ?? 'Key'}
        taken={keys}
        onAdd={(key) =>
          onChange({ ...record, [key]: initialOf(item) ?? (['object', 'union'].includes(item.kind) ? {} : '') })
        }
      />
    </FieldSet>
  )
}

function NewKey({ label, taken, onAdd }: { label: string; taken: readonly string[]; onAdd: (key: string) => void }) {
  const [key, setKey] = useState('')
  const id = useId()
  const isTaken = taken.includes(key.trim())
  const add = () => {
    if (key.trim() === '' || isTaken) return
    onAdd(key.trim())
    setKey('')
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        id={id}
        label={`New ${lowerFirst(label)}`}
        size="sm"
        value={key}
        autoComplete="off"
        {...(isTaken ? { error: `${key.trim()} already exists.` } : {})}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <DisableableButton
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        reason={key.trim() === '' || isTaken ? 'Enter a unique name first.' : null}
        onClick={add}
      >
        Add
      </DisableableButton>
    </Group>
  )
}
