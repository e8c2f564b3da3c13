import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '../../../generated/schema.ts'
import { AmountField } from '../../../kit/amount-field.tsx'
import { Money } from '../../../kit/cells/money.tsx'
import { DialogForm } from '../../../kit/dialogs/dialog-form.tsx'
import { useIdempotencyKey } from '../../../kit/requests/idempotency-key.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ENTER_AMOUNT } from '../../../messages/en.ts'
import { OrderDialog, useOrderChange } from '../order-dialog.tsx'
import { orderActions } from '../rules/order-actions.ts'
import { type Options, SandboxOptions, sentOptions } from './sandbox-options.tsx'

export function PayDialog() {
  return <OrderDialog title="Pay">{(order, close) => <PayForm order={order} onClose={close} />}</OrderDialog>
}

type Method = 'purchase' | 'authorize'

function PayForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const key = useIdempotencyKey()
  const owing = order.meta.display_price.balance_owing
  const [gateway, setGateway] = useState('')
  const [method, setMethod] = useState<Method>('purchase')
  const [amount, setAmount] = useState<number | null>(owing.amount)
  const [options, setOptions] = useState<Options>({})
  const data = { gateway, method, ...(amount === null ? {} : { amount }), ...sentOptions(gateway, options) }
  const params = { order_id: order.id }
  const change = useOrderChange<void>(order.id, (api) =>
    api.POST('/v2/orders/{order_id}/payments', {
      params: { path: params, header: { 'idempotency-key': key } },
      body: { data },
    }),
  )
  const pay = orderActions(order).find(({ action }) => action === 'pay')
  return (
    <DialogForm
      operation="PayOrder"
      params={params}
      body={{ data }}
      onSubmit={() => change.mutateAsync()}
      onCancel={onClose}
      submitLabel={method === 'purchase' ? 'Charge' : 'Authorize'}
      disabledReason={pay?.disabledReason ?? missing(gateway, amount)}
      error={change.error}
      what="order"
    >
      <Text size="sm">
        <Money {...owing} /> of <Money {...order.meta.display_price.with_tax} /> are outstanding.
      </Text>
      <GatewayField value={gateway} onChange={setGateway} />
      <MethodField value={method} onChange={setMethod} />
      <AmountField label="Amount" currency={owing.currency} value={amount} onChange={setAmount} />
      <SandboxOptions gateway={gateway} value={options} onChange={setOptions} />
    </DialogForm>
  )
}

function missing(gateway: string, amount: number | null): string | null {
  if (gateway === '') return 'Choose a gateway.'
  return amount === null ? ENTER_AMOUNT : null
}

function MethodField({ value, onChange }: { value: Method; onChange: (value: Method) => void }) {
  return (
    <Radio.Group label="Method" value={value} onChange={(next) => onChange(next as Method)}>
      <Stack gap={6} mt={4}>
        <Radio value="purchase" label="Purchase: the money moves now" />
        <Radio value="authorize" label="Authorize: it is reserved, and captured later" />
      </Stack>
    </Radio.Group>
  )
}

/** Enabled gateways of the store. People who may not list gateways type a name. */
function GatewayField({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const mayList = whyForbidden('ListPaymentGateways', useScope()) === null
  const { data } = useRead('/v2/gateways', { params: { query: { 'page[limit]': 100 } } }, { enabled: mayList })
  if (!mayList)
    return <TextInput label="Gateway" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  const gateways = data?.data ?? []
  return (
    <Select
      label="Gateway"
      placeholder="Choose"
      data={gateways.map(({ slug, name, enabled }) => ({
        value: slug,
        label: enabled ? name : `${name} (not enabled)`,
        disabled: !enabled,
      }))}
      value={value === '' ? null : value}
      onChange={(slug) => onChange(slug ?? '')}
      allowDeselect={false}
      data-autofocus
    />
  )
}
