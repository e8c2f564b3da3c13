import { Badge, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Schema } from '../../api/operations.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Money } from '../cells/money.tsx'
import { Nothing } from '../cells/time.tsx'
import { Value as Plain } from '../cells/value.tsx'
import { describe } from '../form/describe.ts'
import type { Field, Picker } from '../form/field.ts'
import type { Overrides } from '../form/overrides.ts'
import { shapeFor } from '../form/values/outgoing.ts'
import { currencyAt, isRecord, type Path, type Value, valueAt } from '../form/values/values.ts'
import { formatRate } from '../values/money.ts'

type FactsProps = { schema: Schema; overrides: Overrides; row: object }

/** Members that the page shows elsewhere. */
const FRAME = ['type', 'id', 'links', 'meta', 'relationships']

/** Read-only view of a resource, with the labels of its form. */
export function Facts({ schema, overrides, row }: FactsProps) {
  const field = useMemo(() => describe(schema, overrides), [schema, overrides])
  const root = row as Value
  const fields = membersOf(shapeFor(field, root)).filter(({ name }) => !FRAME.includes(name))
  return <Members fields={fields} root={root} path={[]} />
}

type Place = { root: Value; path: Path }

function membersOf(field: Field): Field[] {
  return field.children.filter(({ hidden, kind }) => !hidden && kind !== 'constant')
}

function Members({ fields, root, path }: Place & { fields: readonly Field[] }) {
  const items = fields.map((field) => ({
    label: field.label,
    value: <FieldValue field={field} root={root} path={[...path, field.name]} />,
  }))
  return <KeyValue items={items} />
}

/** Value of a field in words. */
export function FieldValue({ field, root, path }: Place & { field: Field }) {
  const value = valueAt(root, path)
  if (value === undefined || value === null || value === '') return <Nothing />
  switch (field.kind) {
    case 'rate':
      return formatRate(Number(value))
    case 'money':
      return <Money amount={Number(value)} currency={field.currency ?? currencyAt(root, path)} />
    case 'reference':
      return <Referred id={String(value)} picker={field.picker} />
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? String(value)
    case 'choices':
    case 'texts':
    case 'references':
      return <Several field={field} values={Array.isArray(value) ? value : []} />
    case 'object':
    case 'union':
      return <Members fields={membersOf(shapeFor(field, value))} root={root} path={path} />
    case 'objects':
    case 'map':
      return <Rows field={field} root={root} path={path} value={value} />
    case 'json':
      return <JsonView label={field.label} value={value} />
    default:
      return <Plain value={value} />
  }
}

function Rows({ field, root, path, value }: Place & { field: Field; value: Value }) {
  const [item] = field.children
  const keys = Array.isArray(value) ? value.map((_, index) => index) : isRecord(value) ? Object.keys(value) : []
  if (item === undefined || keys.length === 0) return <Nothing />
  const items = keys.map((key) => ({
    label: typeof key === 'number' ? String(key + 1) : key,
    value: <FieldValue field={item} root={root} path={[...path, key]} />,
  }))
  return <KeyValue items={items} />
}

function Several({ field, values }: { field: Field; values: readonly Value[] }) {
  if (values.length === 0) return <Nothing />
  return (
    <Group gap={6}>
      {values.map((value) => (
        <Badge key={String(value)} variant="default" tt="none" fw={500}>
          {field.picker === undefined ? (
            (field.options.find((option) => option.value === value)?.label ?? String(value))
          ) : (
            <Referred id={String(value)} picker={field.picker} />
          )}
        </Badge>
      ))}
    </Group>
  )
}

function Referred({ id, picker }: { id: string; picker: Picker | undefined }) {
  const { data: label } = useQuery({
    queryKey: ['pick label', picker?.name, id],
    queryFn: () => picker?.label(id) ?? null,
    enabled: picker !== undefined,
  })
  return label ?? <Plain value={id} />
}
