import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Cart } from '../../generated/schema.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { ProblemView } from '../../kit/states.tsx'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useCartChange } from './use-cart-change.ts'

/** Codes that the shopper entered. Their effects are explained in the promotions section. */
export function CouponsSection({ cart }: { cart: Cart }) {
  const forbidden = whyForbidden('AddCartCoupon', useScope())
  const remove = useCartChange<string>((api, code) =>
    api.DELETE('/v2/carts/{cart_id}/coupons/{code}', { params: { path: { cart_id: cart.id, code } } }),
  )
  return (
    <Section title="Coupons" {...(forbidden === null ? {} : { description: forbidden })}>
      {cart.coupons.map((code) => (
        <Group key={code} justify="space-between" mb={6}>
          <Text ff="monospace" size="sm">
            {code}
          </Text>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={`Remove the coupon ${code}`}
            disabled={forbidden !== null || remove.isPending}
            onClick={() => remove.mutate(code)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {remove.error !== null && <ProblemView error={remove.error} what="coupon" />}
      {forbidden === null && <AddCoupon cart_id={cart.id} />}
    </Section>
  )
}

function AddCoupon({ cart_id }: { cart_id: string }) {
  const [code, setCode] = useState('')
  const add = useCartChange<string>(
    (api, entered) =>
      api.POST('/v2/carts/{cart_id}/coupons', { params: { path: { cart_id } }, body: { data: { code: entered } } }),
    () => setCode(''),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !add.isPending) add.mutate(code.trim())
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Code"
          style={{ flex: 1 }}
          value={code}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DisableableButton
          type="submit"
          loading={add.isPending}
          reason={code.trim() === '' ? 'Enter a coupon code first.' : null}
        >
          Add coupon
        </DisableableButton>
      </Group>
      {add.error !== null && <ProblemView error={add.error} what="coupon" />}
    </form>
  )
}
