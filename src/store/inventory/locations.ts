import { type Static, Type } from 'typebox'
import { invalid, notFound } from '../../kernel/errors.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import { Id, ImpliedType } from '../../kernel/schemas.ts'

/** Units in one request. */
export const MAX_UNITS = 1_000_000_000_000

/** The one location that a store has. */
export const LOCATION = 'default'

export const LocationResource = Type.Object(
  {
    type: Type.Literal('inventory_location'),
    id: Type.String(),
    attributes: Type.Object({ name: Type.String(), slug: Type.String() }),
  },
  { $id: 'InventoryLocation' },
)

/** All locations of a store. */
export const LOCATIONS: Static<typeof LocationResource>[] = [
  { type: 'inventory_location', id: LOCATION, attributes: { name: 'Default', slug: LOCATION } },
]

/** By its id, which is also its slug. Throws `not_found`. */
export function findLocation(id: string): Static<typeof LocationResource> {
  const location = LOCATIONS.find((one) => one.id === id)
  if (location === undefined) throw notFound('location')
  return location
}

export const OTHER_LOCATION = `must be \`${LOCATION}\`: a store has one location`

const Available = Type.Integer({ minimum: 0, maximum: MAX_UNITS, description: 'Units that can be sold.' })

const Attributes = Type.Object(
  {
    available: Type.Optional(Available),
    locations: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Object({ available: Available }), Type.Null()]), {
        maxProperties: 20,
        description: `By slug; only \`${LOCATION}\`.`,
      }),
    ),
  },
  { title: 'AvailableStock' },
)
type Attributes = Static<typeof Attributes>

/** Stock as clients of several locations create it. */
export const LocatedCreate = Type.Object({ type: ImpliedType('stock'), id: Id, attributes: Attributes })

/** Stock as it is read, with or without its location. */
export const StockUpdate = Type.Object({
  type: ImpliedType('stock'),
  id: Type.Optional(Id),
  available: Type.Optional(Available),
  attributes: Type.Optional(Attributes),
})

/** The units that a body makes available; null if it does not say. Throws `invalid` for another location. */
export function availableIn({ available, locations = {} }: Attributes): number | null {
  const pointer = '/data/attributes'
  const other = Object.keys(locations).find((name) => name !== LOCATION)
  if (other !== undefined) {
    const detail = `data.attributes.locations.${other} ${OTHER_LOCATION}.`
    throw invalid([{ detail, pointer: `${pointer}/locations${pointerStep(other)}` }])
  }
  const located = locations[LOCATION]
  if (located === null) {
    const detail = `data.attributes.locations.${LOCATION} must be an object: the only location of a store stays. Delete the inventory to stop tracking the product.`
    throw invalid([{ detail, pointer: `${pointer}/locations/${LOCATION}` }])
  }
  if (available !== undefined && located !== undefined && available !== located.available) {
    const detail = `data.attributes.available must be ${located.available}, as data.attributes.locations says.`
    throw invalid([{ detail, pointer: `${pointer}/available` }])
  }
  return located?.available ?? available ?? null
}
