import { Group, TextInput } from '@mantine/core'

export type Parcel = { carrier: string; tracking_number: string; tracking_url: string }

type ParcelFieldsProps = { value: Parcel; onChange: (value: Parcel) => void }

/** Carrier, tracking number and tracking link. */
export function ParcelFields({ value, onChange }: ParcelFieldsProps) {
  return (
    <>
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
      <TextInput
        label="Tracking link"
        type="url"
        placeholder="https://"
        value={value.tracking_url}
        onChange={(event) => onChange({ ...value, tracking_url: event.currentTarget.value })}
      />
    </>
  )
}
