import { IconBox, IconListNumbers, IconShoppingCart, IconTags, IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { valueAt, withValueAt } from '../../../kit/form/values/values.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { ACTION_KINDS, ACTIONS, type ActionKind, whyNotScope } from '../rules/actions.ts'
import { SCOPES, type Scope } from '../rules/choices.ts'
import { hasTarget, withAction, withScope } from '../rules/fitting.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { memberOf, shapeOfKind } from './promotion-field.ts'
import { Member, Members, type PartProps } from './promotion-member.tsx'

const PICTURE = { size: 22, stroke: 1.6 }

const SCOPE_PICTURES: Readonly<Record<Scope, ReactNode>> = {
  cart: <IconShoppingCart {...PICTURE} />,
  line_total: <IconListNumbers {...PICTURE} />,
  line_price: <IconBox {...PICTURE} />,
  item: <IconTags {...PICTURE} />,
  shipping: <IconTruckDelivery {...PICTURE} />,
}

/** Action of a promotion: kind, scope and items. */
export function ActionPart(part: PartProps) {
  const { field, value } = part
  const action = memberOf(field, 'action')
  const kind = valueAt(value, ['action', 'kind'])
  const scope = valueAt(value, ['scope'])
  const shape = shapeOfKind(action, kind)
  return (
    <Section title="What it does">
      <Members>
        <ActionCards {...part} />
        {shape !== undefined && <ActionFields {...part} />}
        <Member {...part} name="currency" />
        <ScopeCards {...part} />
        {hasTarget(scope, kind) && <Member {...part} name="target" />}
        {scope === 'shipping' && <Member {...part} name="shipping_option_ids" />}
      </Members>
    </Section>
  )
}

function ActionCards({ field, value, onChange }: PartProps) {
  const action = memberOf(field, 'action')
  const choose = (kind: ActionKind) => {
    const names = shapeOfKind(action, kind)?.children.map(({ name }) => name) ?? []
    onChange(withAction(value, kind, names))
  }
  return (
    <ChoiceCards
      field={action}
      path={['action']}
      label="Action"
      chosen={valueAt(value, ['action', 'kind'])}
      onChoose={choose}
      cards={ACTION_KINDS.map((kind) => {
        const { title, sentence, icon: Icon } = ACTIONS[kind]
        return { value: kind, title, sentence, picture: <Icon {...PICTURE} /> }
      })}
    />
  )
}

function ActionFields({ field, value, onChange }: PartProps) {
  const action = memberOf(field, 'action')
  const shape = shapeOfKind(action, valueAt(value, ['action', 'kind']))
  if (shape === undefined) return null
  const inAction: PartProps = {
    field: shape,
    value: valueAt(value, ['action']),
    onChange: (next) => onChange(withValueAt(value, ['action'], next)),
  }
  return shape.children
    .filter(({ kind }) => kind !== 'constant')
    .map(({ name }) => <Member key={name} {...inAction} name={name} path={['action']} />)
}

function ScopeCards({ field, value, onChange }: PartProps) {
  return (
    <ChoiceCards
      field={memberOf(field, 'scope')}
      path={['scope']}
      label="What it lowers"
      chosen={valueAt(value, ['scope'])}
      onChoose={(scope) => onChange(withScope(value, scope))}
      cards={(Object.keys(SCOPES) as Scope[]).map((scope) => ({
        value: scope,
        ...SCOPES[scope],
        picture: SCOPE_PICTURES[scope],
        disabledReason: whyNotScope(scope, valueAt(value, ['action', 'kind'])),
      }))}
    />
  )
}
