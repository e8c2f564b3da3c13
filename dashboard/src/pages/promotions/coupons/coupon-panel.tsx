import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AreaFacts, areaFactsOf } from '../../../api/operations.ts'
import { SchemaForm } from '../../../kit/form/form.tsx'
import type { FormBody } from '../../../kit/form/use-form.ts'
import { Lines } from '../../../kit/states.tsx'
import { ReturnFocus } from '../../../ui/return-focus.tsx'

/** Panel beside the list, with its own address. */
export function CouponPanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer opened onClose={onClose} position="right" title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <ReturnFocus />
      {children}
    </Drawer>
  )
}

type Props = {
  operation: 'CreateCoupon' | 'UpdateCoupon' | 'CreateCouponBatch'
  value?: object
  latest?: object | null
  onSubmit: (body: FormBody) => Promise<unknown>
  onCancel: () => void
  submitLabel: string
  onDirty?: (isDirty: boolean) => void
}

export function CouponForm({ operation, ...props }: Props) {
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: (): Promise<AreaFacts> => areaFactsOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data?.body === undefined) return <Lines />
  return <SchemaForm schema={data.body} overrides={LABELS} operation={operation} {...props} />
}

const LABELS = {
  code: { label: 'Code' },
  email: { label: 'Only for the e-mail address' },
  max_uses: { label: 'Uses in all' },
  max_uses_per_shopper: { label: 'Uses per shopper' },
  size: { label: 'Number of codes' },
  prefix: { label: 'Prefix' },
  length: { label: 'Random characters' },
}
