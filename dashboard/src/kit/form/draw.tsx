import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { FieldProps } from './context.tsx'
import { FIELDS } from './fields/by-kind.ts'

/** Field of any kind; rare kinds are loaded on demand. */
export function Draw(props: FieldProps) {
  const Kind = FIELDS[props.field.kind]
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <Kind {...props} />
      {props.field.below?.(props.value)}
    </Suspense>
  )
}
