import { ActionIcon, Button, Group, Popover, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconStack2, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { AmountText } from '../../../kit/amount-field.tsx'
import { useOnce } from '../../../kit/requests/use-once.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableIcon } from '../../../ui/disableable-icon.tsx'
import {
  type CurrencyPrice,
  detailErrors,
  detailsOf,
  hasDetails,
  type TierTexts,
  withDetails,
} from '../rules/price-cell.ts'

type PriceDetailsProps = {
  label: string
  currency: string
  places: number
  price: CurrencyPrice | undefined
  forbidden: string | null
  save: (price: CurrencyPrice | null) => Promise<void>
}

/** Opens what a price has besides its amount. */
export function PriceDetailsButton({ price, forbidden, ...props }: PriceDetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const reason = forbidden ?? (price === undefined ? 'Enter a price first.' : null)
  const more = price !== undefined && hasDetails(price)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <DisableableIcon
          variant={more ? 'light' : 'subtle'}
          {...(more ? {} : { color: 'gray' })}
          size={30}
          label={`Tiers and sale price of ${props.label}${more ? ', set' : ''}`}
          reason={reason}
          onClick={() => setOpen(!isOpen)}
        >
          <IconStack2 size={16} aria-hidden />
        </DisableableIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Details of ${props.label}`}>
        {price !== undefined && isOpen && <DetailsForm {...props} price={price} close={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

const TAXES = [
  { value: 'store', label: 'As the store does' },
  { value: 'included', label: 'Included in the price' },
  { value: 'added', label: 'Added to the price' },
]

type DetailsFormProps = Omit<PriceDetailsProps, 'price' | 'forbidden'> & { price: CurrencyPrice; close: () => void }

function DetailsForm({ label, currency, places, price, save, close }: DetailsFormProps) {
  const [details, setDetails] = useState(() => detailsOf(price, places))
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const errors = detailErrors(details, places)
  const errorOf = (field: string) => (isTried ? errors.get(field) : undefined)
  const [send, isSending] = useOnce(() => save(withDetails(price, details, places)).then(close, setError))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (errors.size === 0) send()
  }
  const setTiers = (tiers: readonly TierTexts[]) => setDetails({ ...details, tiers })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {error !== null && <ProblemView error={error} what="price" />}
        <AmountText
          label="Sale price"
          currency={currency}
          text={details.sale}
          error={errorOf('sale')}
          onText={(sale) => setDetails({ ...details, sale })}
        />
        <Select
          label="Tax"
          data={TAXES}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={details.tax}
          onChange={(tax) => setDetails({ ...details, tax: tax === 'included' || tax === 'added' ? tax : 'store' })}
        />
        {details.tiers.map((tier, at) => (
          <TierRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier has no other identity while it is typed.
            key={at}
            {...{ tier, at, currency, errorOf }}
            onChange={(next) => setTiers(details.tiers.with(at, next))}
            onRemove={() => setTiers(details.tiers.toSpliced(at, 1))}
          />
        ))}
        <Group justify="space-between">
          <Button
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setTiers([...details.tiers, { name: null, quantity: '', amount: '' }])}
          >
            Add a tier
          </Button>
          <Button type="submit" size="xs" variant="filled" loading={isSending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type TierRowProps = {
  tier: TierTexts
  at: number
  currency: string
  errorOf: (field: string) => string | undefined
  onChange: (tier: TierTexts) => void
  onRemove: () => void
}

function TierRow({ tier, at, currency, errorOf, onChange, onRemove }: TierRowProps) {
  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      <TextInput
        label="From units"
        aria-label={`From units, tier ${at + 1}`}
        inputMode="numeric"
        w={92}
        value={tier.quantity}
        error={errorOf(`tiers.${at}.quantity`)}
        onChange={({ currentTarget }) => onChange({ ...tier, quantity: currentTarget.value })}
      />
      <AmountText
        label="Price each"
        aria-label={`Price each, tier ${at + 1}`}
        style={{ flex: 1 }}
        currency={currency}
        text={tier.amount}
        error={errorOf(`tiers.${at}.amount`)}
        onText={(amount) => onChange({ ...tier, amount })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={26}
        size={30}
        aria-label={`Remove tier ${at + 1}`}
        onClick={onRemove}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
