import { Group, NumberInput, Select } from '@mantine/core'
import type { PayOrderRequest } from '../../../generated/schema.ts'

export type Options = NonNullable<PayOrderRequest['data']['options']>

const OUTCOMES = [
  { value: 'approve', label: 'Approve' },
  { value: 'decline', label: 'Decline' },
  { value: 'approve_later', label: 'Approve later' },
  { value: 'decline_later', label: 'Decline later' },
]

type SandboxOptionsProps = { gateway: string; value: Options; onChange: (value: Options) => void }

/** Options of the simulated payment provider; hidden for other gateways. */
export function SandboxOptions({ gateway, value, onChange }: SandboxOptionsProps) {
  if (gateway !== 'sandbox') return null
  const isLater = value.outcome?.endsWith('_later') ?? false
  return (
    <Group grow align="flex-start">
      <Select
        label="The sandbox decides"
        data={OUTCOMES}
        value={value.outcome ?? 'approve'}
        onChange={(outcome) => onChange({ ...value, outcome: outcome as NonNullable<Options['outcome']> })}
        allowDeselect={false}
      />
      {isLater && (
        <NumberInput
          label="After so many seconds"
          min={0}
          value={value.after_seconds ?? ''}
          onChange={(seconds) => onChange({ ...value, ...(seconds === '' ? {} : { after_seconds: Number(seconds) }) })}
        />
      )}
    </Group>
  )
}

/** Sends only options that the person changed. */
export function sentOptions(gateway: string, options: Options): { options?: Options } {
  return gateway === 'sandbox' && options.outcome !== undefined ? { options } : {}
}
