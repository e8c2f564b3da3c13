import { Group, TextInput } from '@mantine/core'

export type Parcel = { carrier: string; tracking_number: string }

type ParcelFieldsProps = { value: Parcel; onChange: (value: Parcel) => void }

/** Carrier and tracking number. */
export function ParcelFields({ value, onChange }: ParcelFieldsProps) {
  return (
    <Group grow>
      <TextInput
        label="Carrier"
        value={value.carrier}
        onChange={(event) => onChange({ ...value, carrier: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Tracking number"
        value={value.tracking_number}
        onChange={(event) => onChange({ ...value, tracking_number: event.currentTarget.value })}
      />
    </Group>
  )
}
