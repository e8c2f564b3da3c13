import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewPromotion, Promotion } from '../../generated/schema.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { useUnsaved } from '../../kit/form/unsaved.tsx'
import type { FormBody } from '../../kit/form/use-form.ts'
import { asBody } from '../../kit/form/values/outgoing.ts'
import { useGoTo } from '../../kit/link.tsx'
import { Page } from '../../kit/page.tsx'
import { useInvalidate } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Lines } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { PromotionBuilder } from './builder/promotion-builder.tsx'
import { usePromotionSchema } from './builder/use-promotion-schema.ts'
import { useCurrencies } from './pickers.ts'
import { PRESETS } from './rules/presets.ts'

const BLANK = { enabled: true, trigger: 'automatic', stacking: 'stackable', scope: 'cart' }

/** New promotion: blank, from a preset, or a copy. */
export function NewPromotionPage() {
  const paths = usePaths()
  const scope = useScope()
  const goTo = useGoTo()
  const invalidate = useInvalidate()
  const unsaved = useUnsaved()
  const schema = usePromotionSchema()
  const currencies = useCurrencies()
  const [{ preset, from }] = useAddressState()
  const [attempt, setAttempt] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const value = useBeginning(preset, from, currencies)
  const create = async (data: FormBody) => {
    const { data: response } = await scope.api.POST('/v2/promotions', { body: { data: asBody<NewPromotion>(data) } })
    await invalidate('/v2/promotions')
    unsaved.leave()
    notifications.show({ message: 'Created the promotion.' })
    goTo(response === undefined ? paths.promotions() : paths.promotion(response.data.id))
  }
  return (
    <Page title="New promotion" crumbs={[{ label: 'Promotions', to: paths.promotions() }]}>
      {unsaved.question}
      {!isDirty && <Presets chosen={preset} />}
      {schema === undefined || currencies === null || value === null ? (
        <Lines />
      ) : (
        <PromotionBuilder
          key={`${preset} ${from} ${attempt}`}
          schema={schema}
          value={value}
          currencies={currencies.codes}
          forbidden={whyForbidden('CreatePromotion', scope)}
          onSubmit={create}
          onDirty={(next) => {
            setDirty(next)
            unsaved.setDirty(next)
          }}
          onDiscard={() => {
            setAttempt(attempt + 1)
            setDirty(false)
            unsaved.setDirty(false)
          }}
        />
      )}
    </Page>
  )
}

/** Initial values of the form; null while loading. */
function useBeginning(
  preset: string | undefined,
  from: string | undefined,
  currencies: ReturnType<typeof useCurrencies>,
) {
  const { api, id } = useScope()
  const copied = useQuery({
    queryKey: ['/v2/promotions/{promotion_id}', id, 'copied', from],
    queryFn: async () => {
      const path = { promotion_id: from ?? '' }
      return (await api.GET('/v2/promotions/{promotion_id}', { params: { path } })).data?.data
    },
    enabled: from !== undefined,
  })
  if (from !== undefined) return copied.data === undefined ? null : copyOf(copied.data)
  if (currencies === null) return null
  const chosen = PRESETS.find((one) => one.id === preset)
  return { ...BLANK, ...chosen?.make(currencies.codes[0] ?? 'USD', currencies.unit) }
}

/** A copy starts disabled, so that customers do not get the discount twice by accident. */
function copyOf({ id: _, type: __, links: ___, meta: ____, ...promotion }: Promotion): object {
  return { ...promotion, name: `Copy of ${promotion.name}`.slice(0, 255), enabled: false }
}

function Presets({ chosen }: { chosen: string | undefined }) {
  const [, change] = useAddressState()
  return (
    <Group gap="xs" mb="md" role="group" aria-label="Begin with">
      <Text size="sm" c="var(--text-dim)">
        Begin with
      </Text>
      {PRESETS.map(({ id, label }) => (
        <Button
          key={id}
          size="xs"
          variant={id === chosen ? 'light' : 'default'}
          aria-pressed={id === chosen}
          onClick={() => change({ preset: id === chosen ? null : id, from: null })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
