import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type FieldProps, useFormState } from '../../../kit/form/context.tsx'
import { FieldSet } from '../../../kit/form/fieldset.tsx'
import { isRecord, valueAt, withValueAt } from '../../../kit/form/values/values.ts'
import { lowerFirst } from '../../../kit/form/words.ts'

/**
 * Selector of items: an item must be in every included list and in no excluded list. An empty selector matches all
 * items.
 */
export function ItemChoice({ field, path, value, onChange }: FieldProps) {
  const { Draw } = useFormState()
  const [opened, setOpened] = useState<readonly string[]>([])
  const isThere = (name: string) => isRecord(value) && value[name] !== undefined
  const shown = field.children.filter(({ name }) => isThere(name) || opened.includes(name))
  const others = field.children.filter((child) => !shown.includes(child))
  const verb = shown.length === 0 ? 'Choose items' : 'Narrow further'
  return (
    <FieldSet field={{ ...field, help: '' }} path={path} isNested={shown.length > 0}>
      {shown.length === 0 && (
        <Text size="sm" c="var(--text-dim)">
          Every item.
        </Text>
      )}
      {shown.map((child) => (
        <Draw
          key={child.name}
          field={child}
          path={[...path, child.name]}
          value={valueAt(value, [child.name])}
          onChange={(one) => onChange(withValueAt(value, [child.name], one))}
        />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={`${verb}: ${lowerFirst(field.label)}`}
            >
              {verb}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ name, label }) => (
              <Menu.Item key={name} onClick={() => setOpened([...opened, name])}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </FieldSet>
  )
}
