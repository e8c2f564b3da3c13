import { Anchor } from '@mantine/core'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { isObject } from '../api/resource.ts'
import { isWebAddress } from '../api/target.ts'
import classes from './explorer.module.css'

/** Members and values of a resource. */
export function Data({ members }: { members: readonly (readonly [name: string, value: unknown])[] }) {
  return (
    <KeyValue
      items={members.map(([label, value]) => ({ label, value: isEmpty(value) ? null : <Value value={value} /> }))}
    />
  )
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

function Value({ value }: { value: unknown }) {
  if (isEmpty(value)) return '–'
  if (Array.isArray(value)) return <ListValue list={value} />
  if (isObject(value)) return <ObjectValue object={value} />
  if (!isWebAddress(value)) return String(value)
  return (
    <Anchor inherit href={value} target="_blank" rel="noreferrer">
      {value}
    </Anchor>
  )
}

/** Amounts start with their display text. */
function ObjectValue({ object }: { object: Record<string, unknown> }) {
  const { display, ...others } = object
  if (typeof display !== 'string') return <Data members={Object.entries(object)} />
  return (
    <>
      <b>{display}</b> <span className={classes.dim}>{Object.values(others).map(String).join(' ')}</span>
    </>
  )
}

function ListValue({ list }: { list: readonly unknown[] }) {
  const objects = list.filter(isObject)
  const [first] = list
  if (list.length === 1 && (objects.length === 0 || objects[0]?.display !== undefined)) return <Value value={first} />
  if (objects.length === list.length && objects.every(isFlat)) return <FlatObjects objects={objects} />
  return (
    <ul className={classes.list}>
      {list.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a list have no other identity.
        <li key={index}>
          <Value value={each} />
        </li>
      ))}
    </ul>
  )
}

function isFlat(object: Record<string, unknown>): boolean {
  return Object.values(object).every((value) => typeof value !== 'object' || value === null)
}

function FlatObjects({ objects }: { objects: readonly Record<string, unknown>[] }) {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  return (
    <Rows
      label={names.join(', ')}
      rows={[...objects.entries()]}
      keyOf={([index]) => String(index)}
      columns={names.map((name) => ({ header: name, cell: ([, object]) => <Value value={object[name]} /> }))}
    />
  )
}
