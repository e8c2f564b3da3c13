import { readFile } from 'node:fs/promises'
import { actionKinds } from '../../src/pricing/actions/kinds.ts'
import { factKinds } from '../../src/pricing/conditions/facts.ts'
import { operators } from '../../src/pricing/conditions/kinds.ts'
import { evaluate } from '../../src/pricing/evaluate.ts'
import type { Evaluation } from '../../src/pricing/evaluation.ts'
import { explain } from '../../src/pricing/explanations/explain.ts'
import { money } from '../../src/pricing/money.ts'
import { type Scope, scopes } from '../../src/pricing/scope.ts'
import type { Tax } from '../../src/pricing/taxes.ts'
import { EXAMPLES, type Example } from '../../test/fixtures/pricing-examples.ts'
import { DOLLARS } from '../../test/support/store/pricing.ts'
import { markdownTable } from './table.ts'

/** The text in `texts/promotions.md` with tables of kinds, and all worked examples as the engine computes them. */
export async function promotionsDocument(): Promise<string> {
  const text = await readFile(new URL('texts/promotions.md', import.meta.url), 'utf8')
  return `${text.replace('{conditions}\n', conditionsTable()).replace('{actions}\n', actionsTable())}\n${EXAMPLES.map(sectionOf).join('\n')}`
}

function actionsTable(): string {
  const kinds = Object.entries(actionKinds).sort(([, one], [, other]) => one.rank - other.rank)
  const rows = kinds.map(([name, { description, scopes }]) => [`\`${name}\``, description, scopesWords(scopes)])
  return markdownTable(['`action.kind`', 'What it does', 'With the scopes'], rows)
}

function conditionsTable(): string {
  const facts = Object.entries(factKinds).map(([name, { description, about }]) => [`\`${name}\``, description, about])
  const others = Object.entries(operators).map(([name, { description }]) => [`\`${name}\``, description, ''])
  return markdownTable(['`when.kind`', 'Holds when', 'About'], [...facts, ...others])
}

function scopesWords(allowed: readonly Scope[]): string {
  return allowed.length === scopes.length ? 'all' : allowed.map((scope) => `\`${scope}\``).join(', ')
}

function sectionOf({ name, about, input }: Example): string {
  const evaluation = evaluate(input)
  const done = explain(input).map(({ name: promotion, sentence }) => `- *${promotion}*: ${sentence}\n`)
  return [`### ${name}\n`, `${about}\n`, linesOf(input, evaluation), done.join(''), totalsOf(evaluation)].join('\n')
}

function linesOf(input: Example['input'], { lines, outcomes, shipping }: Evaluation): string {
  const onCart = outcomes.flatMap((each) => (each.applied && each.scope === 'cart' ? each.promotion_id : []))
  const rows = lines.map((line, index) => [
    line.id,
    String(line.quantity),
    written(input.lines[index]?.unit_amount ?? 0),
    written(line.item_amount),
    written(line.unit_amount),
    written(line.total),
    ...onCart.map((id) => written(line.shares.find(({ promotion_id }) => promotion_id === id)?.amount ?? 0)),
    written(line.total - line.discount),
    taxed(input.lines[index]?.taxes ?? [], line.tax),
  ])
  const shipped = shipping.map(({ id, cost, discount, tax }, index) => [
    id,
    '',
    written(cost + discount),
    '',
    '',
    written(cost),
    ...onCart.map(() => ''),
    written(cost),
    taxed(input.shipping.options[index]?.taxes ?? [], tax),
  ])
  const shares = onCart.map((id) => `Share of ${id}`)
  const headings = ['Line', 'Quantity', 'Price', 'Item', 'Unit', 'Total', ...shares, 'Taxed', 'Tax']
  return markdownTable(headings, [...rows, ...shipped])
}

function taxed(taxes: readonly Tax[], amount: number): string {
  if (taxes.length === 0) return '-'
  const rates = taxes.map((tax) => ('rate' in tax ? `${tax.rate / 10_000} %` : 'given'))
  return `${written(amount)} (${rates.join(', ')})`
}

function totalsOf({ cart, order }: Evaluation): string {
  const { total, discount } = cart
  const parts = [
    `Cart total ${written(total)}`,
    `discount ${written(discount)}`,
    `shipping ${written(order.shipping)}`,
    `tax ${written(order.tax)}`,
  ]
  return `${parts.join(', ')}. **Order total ${written(order.total)}.**\n`
}

function written(amount: number): string {
  return money(amount, DOLLARS).formatted
}
