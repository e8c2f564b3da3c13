import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { FieldProps } from './context.tsx'
import { FIELDS } from './fields/by-kind.ts'

/** A field of any kind; those that few forms have are loaded when they are drawn. */
export function Draw(props: FieldProps) {
  const Kind = FIELDS[props.field.kind]
  return (
    <Suspense fallback={<Skeleton height={58} />}>
      <Kind {...props} />
    </Suspense>
  )
}
