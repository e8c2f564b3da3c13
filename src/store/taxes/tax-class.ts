import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { type AnyResource, type Draft, defineResource, type Frame } from '../kit/resource.ts'
import { save } from '../kit/rows.ts'
import { lockRow, rowExists } from '../kit/store.ts'
import { flag, text } from '../kit/values/attribute.ts'
import type { Work } from '../kit/work.ts'

/** Goods with the same taxes. */
export const taxClasses: AnyResource = defineResource({
  type: 'tax_class',
  singular: 'tax class',
  plural: 'tax classes',
  tag: 'Taxes',
  area: 'settings',
  table: 'tax_classes',
  path: '/taxes/classes',
  event: null,
  key: ['code'],
  attributes: {
    name: text({ min: 1 }),
    code: text({ min: 1, max: 100, description: 'Unique in the store.' }),
    default: flag(
      {
        description:
          'Whether it applies to everything without a class. Exactly one class is the default, initially the first.',
      },
      { initial: false },
    ),
  },
  constraints: {
    tax_classes_code: { code: 'conflict', detail: 'Another tax class has this code.', pointer: '/data/code' },
    tax_classes_default: {
      code: 'conflict',
      detail: 'Another class has just become the default: read the classes again.',
    },
    tax_rates_class: { code: 'conflict', detail: 'Tax rates belong to this class: delete them first.' },
    shipping_options_class: { code: 'conflict', detail: 'Shipping options belong to this class: change them first.' },
  },
  prepare: keepOneDefault,
  async beforeRemove(work, row) {
    if (!row.default || !(await hasOthers(work))) return
    const detail = 'The default tax class cannot be deleted while there are others: make another one the default first.'
    throw new AppError('conflict', [{ detail }])
  },
})

type TaxClass = Frame & { default: boolean }

async function keepOneDefault(work: Work, { after, before, sent }: Draft<TaxClass>) {
  if (before?.default === true && sent.default === false)
    return [{ detail: 'data.default: make another tax class the default instead.', pointer: '/data/default' }]
  if (before?.default === true) return []
  const former = await lockRow(work.tx, taxClasses, { owner_id: ownerId(work.owner), default: 'true' })
  if (former === undefined) after.default = true
  else if (after.default) await save(work, taxClasses, former, { default: false })
  return []
}

async function hasOthers(work: Work): Promise<boolean> {
  return rowExists(work.tx, 'tax_classes', { owner_id: ownerId(work.owner), default: 'false' })
}
