import { type Static, Type } from 'typebox'
import { invalid, notFound } from '../../kernel/errors.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'
import { Id, ImpliedType } from '../../kernel/schemas.ts'
import { changesAmong } from '../kit/aliases.ts'

/** Units per request. */
export const MAX_UNITS = 1_000_000_000_000

/** The only location of a store. */
export const LOCATION = 'default'

export const LocationResource = Type.Object(
  {
    type: Type.Literal('inventory_location'),
    id: Type.String(),
    attributes: Type.Object({ name: Type.String(), slug: Type.String() }),
  },
  { $id: 'InventoryLocation' },
)

export const LOCATIONS: Static<typeof LocationResource>[] = [
  { type: 'inventory_location', id: LOCATION, attributes: { name: 'Default', slug: LOCATION } },
]

/** Finds a location by its id, which is also its slug. Throws `not_found`. */
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

/** Stock as clients with several locations create it. */
export const LocatedCreate = Type.Object({ type: ImpliedType('stock'), id: Id, attributes: Attributes })

/** Stock as responses show it, with or without its location. */
export const StockUpdate = Type.Object({
  type: ImpliedType('stock'),
  id: Type.Optional(Id),
  available: Type.Optional(Available),
  attributes: Type.Optional(Attributes),
})
export type StockUpdate = Static<typeof StockUpdate>

/**
 * Returns the units that a body makes available, or undefined. Other members may repeat the `stored` units, because
 * clients send back everything that they read. Throws `invalid` for another location, and for two members with
 * different changes.
 */
export function availableIn({ available, attributes = {} }: StockUpdate, stored?: number): number | undefined {
  const sent_units = [
    { path: 'data.available', units: available },
    { path: 'data.attributes.available', units: attributes.available },
    { path: `data.attributes.locations.${LOCATION}.available`, units: unitsAtLocation(attributes) },
  ]
  const values = sent_units.map(({ units }) => units)
  const [units, other] = changesAmong(values, stored)
  if (other === undefined) return units
  const [path = '', otherPath = ''] = [units, other].map((value) => sent_units[values.indexOf(value)]?.path)
  throw invalid([
    { detail: `${path} must be ${other} to match ${otherPath}.`, pointer: `/${path.replaceAll('.', '/')}` },
  ])
}

function unitsAtLocation({ locations = {} }: Attributes): number | undefined {
  const pointer = '/data/attributes/locations'
  const other = Object.keys(locations).find((name) => name !== LOCATION)
  if (other !== undefined) {
    const detail = `data.attributes.locations.${other} ${OTHER_LOCATION}.`
    throw invalid([{ detail, pointer: `${pointer}${pointerStep(other)}` }])
  }
  if (locations[LOCATION] === null) {
    const detail = `data.attributes.locations.${LOCATION} must be an object: the only location of a store cannot be removed. Delete the inventory to stop tracking the product.`
    throw invalid([{ detail, pointer: `${pointer}/${LOCATION}` }])
  }
  return locations[LOCATION]?.available
}
