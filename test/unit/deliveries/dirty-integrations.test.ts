import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DirtyIntegrations } from '../../../src/deliveries/worker/dirty-integrations.ts'

const id = fc.constantFrom<string[]>('a', 'b', 'c')
const day = fc.constantFrom(1, 2, 3)
const change = fc.oneof(
  fc.record({ ids: fc.array(id), day, added: fc.constant(true) }),
  fc.record({ ids: fc.array(id), day: fc.option(day, { nil: undefined }), added: fc.constant(false) }),
)

test('has exactly the ids that were added for a day and not deleted since', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const dirty = new DirtyIntegrations()
      let pairs: [id: string, day: number][] = []
      for (const { ids, day, added } of changes) {
        if (added && day !== undefined) {
          dirty.add(ids, day)
          pairs.push(...ids.map((id): [string, number] => [id, day]))
        } else {
          dirty.delete(ids, day)
          pairs = pairs.filter(([id, of]) => !(ids.includes(id) && (day === undefined || of === day)))
        }
        for (const id of ['a', 'b', 'c']) expect(dirty.has(id)).toBe(pairs.some(([known]) => known === id))
        expect(dirty.integrations().toSorted()).toEqual([...new Set(pairs.map(([id]) => id))].toSorted())
        for (const day of [1, 2, 3]) {
          const known = new Set(pairs.filter(([, of]) => of === day).map(([id]) => id))
          expect(dirty.integrations(day).toSorted()).toEqual([...known].toSorted())
        }
        expect(dirty.parts()).toEqual([...new Set(pairs.map(([, of]) => of))].toSorted())
        expect(dirty.isEmpty()).toBe(pairs.length === 0)
      }
    }),
  )
})
