import type { Customer } from '../../generated/schema.ts'
import { printFilter } from '../../kit/filter.ts'
import type { Picker } from '../../kit/form/field.ts'
import type { Scope } from '../../kit/scope.ts'

const FOUND = 20

/** Searches by name, or by email if the text contains `@`. */
export function customerPicker({ api, id }: Scope): Picker {
  return {
    name: `${id} customers by name or e-mail`,
    search: async (text) => {
      const typed = text.trim()
      const field = typed.includes('@') ? 'email' : 'name'
      const condition = { field, operator: 'ilike', values: [`*${typed}*`] }
      const filter = typed === '' ? {} : { filter: printFilter({ conditions: [condition] }) }
      const { data } = await api.GET('/v2/customers', { params: { query: { 'page[limit]': FOUND, ...filter } } })
      return (data?.data ?? []).map((customer) => ({ value: customer.id, label: labelOf(customer) }))
    },
    label: async (customer_id) => {
      const path = { customer_id }
      const response = await api.GET('/v2/customers/{customer_id}', { params: { path } }).catch(() => null)
      return response?.data === undefined ? null : labelOf(response.data.data)
    },
  }
}

const labelOf = ({ name, email }: Pick<Customer, 'name' | 'email'>) => `${name} · ${email}`
