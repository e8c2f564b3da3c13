import { ownerId } from '../../../kernel/owner.ts'
import { currencies } from '../../../store/currencies/currency.ts'
import { gateways } from '../../../store/gateways/gateway.ts'
import { save } from '../../../store/kit/rows.ts'
import { lockRows } from '../../../store/kit/store.ts'
import type { Work } from '../../../store/kit/work.ts'
import { shippingOptions } from '../../../store/shipping/shipping-option.ts'
import { taxClasses } from '../../../store/taxes/tax-class.ts'
import { taxRates } from '../../../store/taxes/tax-rate.ts'
import { taxZones } from '../../../store/taxes/tax-zone.ts'
import terms from './data/terms.json' with { type: 'json' }
import { create, ensure } from './ensure.ts'

export async function loadCurrencies(work: Work): Promise<void> {
  for (const { code, ...currency } of terms.currencies) await ensure(work, currencies, { code }, currency)
}

export async function enableGateways(work: Work): Promise<void> {
  const rows = await lockRows(work.tx, gateways, { owner_id: ownerId(work.owner) })
  for (const gateway of rows) await save(work, gateways, gateway, { enabled: true }, { enabled: true })
}

export async function loadTaxes(work: Work): Promise<void> {
  const classes = new Map<string, string>()
  for (const { code, ...taxClass } of terms.tax_classes) {
    const { id } = await ensure(work, taxClasses, { code }, taxClass)
    classes.set(code, id)
  }
  for (const { rates, ...zone } of terms.tax_zones) {
    const { id: tax_zone_id } = await create(work, taxZones, zone)
    for (const { tax_class, ...rate } of rates) {
      await create(work, taxRates, { ...rate, tax_zone_id, tax_class_id: classes.get(tax_class) })
    }
  }
}

export async function loadShippingOptions(work: Work): Promise<void> {
  for (const { code, ...option } of terms.shipping_options) await ensure(work, shippingOptions, { code }, option)
}
