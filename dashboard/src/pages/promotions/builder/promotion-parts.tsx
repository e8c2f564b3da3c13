import { IconTicket, IconWand } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { valueAt, withValueAt } from '../../../kit/form/values/values.ts'
import { Lines } from '../../../kit/states.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { hasBasis } from '../rules/fitting.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { memberOf } from './promotion-field.ts'
import { Member, Members, Pair, type PartProps } from './promotion-member.tsx'

const ConditionTree = lazy(async () => ({ default: (await import('./condition-tree.tsx')).ConditionTree }))

export function NamePart(part: PartProps) {
  return (
    <Section title="What it is called">
      <Members>
        <Pair>
          <Member {...part} name="name" />
          <Member {...part} name="display_name" />
        </Pair>
        <Member {...part} name="description" />
      </Members>
    </Section>
  )
}

export function ConditionsPart(part: PartProps) {
  const { field, value, onChange } = part
  return (
    <Section title="When" description="Conditions on the cart and the shopper.">
      <Members>
        <Suspense fallback={<Lines count={2} />}>
          <ConditionTree
            field={memberOf(field, 'when')}
            path={['when']}
            value={valueAt(value, ['when'])}
            onChange={(next) => onChange(withValueAt(value, ['when'], next))}
          />
        </Suspense>
        {hasBasis(valueAt(value, ['scope'])) && <Member {...part} name="basis" />}
      </Members>
    </Section>
  )
}

const PICTURE = { size: 22, stroke: 1.6 }

export function TriggerPart({ field, value, onChange }: PartProps) {
  const isDisplayed = valueAt(value, ['scope']) === 'item'
  return (
    <Section title="How it starts">
      <ChoiceCards
        field={memberOf(field, 'trigger')}
        path={['trigger']}
        label="Trigger"
        chosen={valueAt(value, ['trigger'])}
        onChoose={(trigger) => onChange(withValueAt(value, ['trigger'], trigger))}
        cards={[
          {
            value: 'automatic',
            title: 'By itself',
            sentence: 'For every cart that meets the conditions.',
            picture: <IconWand {...PICTURE} />,
          },
          {
            value: 'coupon',
            title: 'With a coupon',
            sentence: 'Only for carts with one of its codes.',
            picture: <IconTicket {...PICTURE} />,
            disabledReason: isDisplayed
              ? 'A displayed price is known without a cart, so it cannot require a coupon.'
              : null,
          },
        ]}
      />
    </Section>
  )
}

export function LimitsPart(part: PartProps) {
  return (
    <Section title="Time and limits">
      <Members>
        <Member {...part} name="enabled" />
        <Pair>
          <Member {...part} name="start" />
          <Member {...part} name="end" />
        </Pair>
        <Pair>
          <Member {...part} name="usage_limit" />
          <Member {...part} name="usage_limit_per_shopper" />
        </Pair>
      </Members>
    </Section>
  )
}

export function TogetherPart(part: PartProps) {
  return (
    <Section title="Together with others">
      <Pair>
        <Member {...part} name="stacking" />
        <Member {...part} name="priority" />
      </Pair>
    </Section>
  )
}
