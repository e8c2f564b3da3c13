import { Button, Stack, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { type FieldProps, useFormState } from './context.tsx'
import type { Field } from './field.ts'
import classes from './form.module.css'
import { type Grouping, groupsOf, isShown, takesHalf } from './layout.ts'
import { isInline } from './problems.ts'
import { type Path, pointerOf, valueAt, withValueAt } from './values/values.ts'
import { lowerFirst } from './words.ts'

type Props = Omit<FieldProps, 'field'> & { fields: readonly Field[]; grouping?: Grouping | undefined }

/** Members of an object; advanced members are collapsed. */
export function Members({ fields, grouping, ...rest }: Props) {
  const { mode } = useFormState()
  const shown = inlined(fields, rest.path).filter(isShown)
  const advanced = shown.filter((field) => field.advanced)
  return (
    <Stack gap="md">
      {groupsOf(
        shown.filter((field) => !field.advanced),
        mode,
        grouping,
      ).map(({ title, rows }) => (
        <Stack gap="md" key={title ?? ''}>
          {title === null ? null : (
            <Title order={2} size="h5" mt="sm">
              {title}
            </Title>
          )}
          <Rows rows={rows} {...rest} />
        </Stack>
      ))}
      {advanced.length === 0 ? null : <Folded fields={advanced} {...rest} />}
    </Stack>
  )
}

function Folded({ fields, ...rest }: Omit<Props, 'grouping'>) {
  const [isOpen, setOpen] = useState(false)
  const { placed, mode } = useFormState()
  // A field with an error is never hidden.
  const mustOpen = fields.some((field) => hasError(placed.fields.keys(), [...rest.path, ...within(rest.path, field)]))
  const open = isOpen || mustOpen
  return (
    <>
      <Button
        classNames={{ root: classes.fold, label: classes.foldLabel }}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={open}
        leftSection={open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {foldName(fields)}
      </Button>
      {open ? <Rows rows={groupsOf(fields, mode).flatMap(({ rows }) => rows)} {...rest} /> : null}
    </>
  )
}

/** Number of labels named in the toggle. */
const MAX_LABELS = 2

function foldName(fields: readonly Field[]): string {
  const labels = fields.map(({ label }) => lowerFirst(label))
  return `More: ${labels.slice(0, MAX_LABELS).join(', ')}${labels.length > MAX_LABELS ? ', …' : ''}`
}

export function hasError(pointers: Iterable<string>, path: Path): boolean {
  const pointer = pointerOf(path)
  return [...pointers].some((at) => at === pointer || at.startsWith(`${pointer}/`))
}

function Rows({ rows, path, value, onChange }: Omit<Props, 'fields' | 'grouping'> & { rows: readonly Field[][] }) {
  const { Draw } = useFormState()
  return rows.map((row) => (
    <div key={row[0]?.name} className={takesHalf(row) ? classes.pair : undefined}>
      {row.map((field) => (
        <Draw
          key={field.name}
          field={field}
          path={[...path, ...within(path, field)]}
          value={valueAt(value, within(path, field))}
          onChange={(one) => onChange(withValueAt(value, within(path, field), one))}
        />
      ))}
    </div>
  ))
}

/** Lifts the members of `attributes` among the others. */
function inlined(fields: readonly Field[], path: Path): Field[] {
  return fields.flatMap((field) => (isInline(field, [...path, field.name]) ? field.children : [field]))
}

/** Path of a field of `inlined` below an object. */
function within(path: Path, field: Field): Path {
  return path.length === 0 && field.pointer === `/attributes/${field.name}` ? ['attributes', field.name] : [field.name]
}
