import { Text } from '@mantine/core'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { Nothing, Time } from './time.tsx'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** Any value of the API as a table cell. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <Nothing />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value === 'string') return <TextValue text={value} />
  if (Array.isArray(value)) return value.every(isPlain) ? value.join(', ') : `${value.length} entries`
  return (
    <Text span size="sm" ff="monospace" truncate>
      {JSON.stringify(value)}
    </Text>
  )
}

function TextValue({ text }: { text: string }) {
  if (ID.test(text)) return <Copyable value={text} label="id" length={12} />
  return TIME.test(text) ? <Time at={text} /> : text
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
