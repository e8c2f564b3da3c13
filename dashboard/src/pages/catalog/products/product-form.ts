import { useMemo } from 'react'
import { hidden, type Overrides } from '../../../kit/form/overrides.ts'
import { pickersIn } from '../../../kit/resource/resource.ts'
import { useScope } from '../../../kit/scope.ts'
import { taxClasses } from '../../../resources/tax-classes.ts'

/** Form overrides for a product. */
export function useProductForm() {
  const scope = useScope()
  const overrides = useMemo((): Overrides => {
    const { one } = pickersIn(scope, {})
    return {
      sku: { label: 'SKU' },
      mpn: { label: 'MPN' },
      upc_ean: { label: 'UPC or EAN' },
      tax_class_id: { ...one(taxClasses), label: 'Tax class' },
      locales: { label: 'Other languages', keyLabel: 'Language' },
      custom_inputs: { keyLabel: 'Name' },
      // These members have their own pages.
      main_image_file_id: hidden,
      relationships: hidden,
      components: hidden,
      build_rules: { advanced: true },
      extensions: { advanced: true },
    }
  }, [scope])
  return { overrides, order: ORDER, groups: GROUPS }
}

const ORDER = ['name', 'sku', 'status', 'slug', 'description', 'commodity_type', 'weight', 'tax_class_id']

const GROUPS = [
  { title: 'Shipping and tax', fields: ['commodity_type', 'weight', 'tax_class_id'] },
  { title: 'Identification', fields: ['external_ref', 'mpn', 'upc_ean', 'tags'] },
  { title: 'Other languages', fields: ['locales'] },
  { title: 'Variants', fields: ['definition', 'options'] },
  { title: 'What shoppers can say', fields: ['custom_inputs'] },
]
