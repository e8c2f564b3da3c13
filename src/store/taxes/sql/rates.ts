import { plainArray } from '../../../db/arrays.ts'
import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { Tax } from '../../../pricing/taxes.ts'
import { type Location, lookupKeys } from '../../addresses/locations.ts'

/** Rates by requested class id; those of the default class by `default`. */
export type TaxRates = ReadonlyMap<string, readonly TaxRate[]>

/** `ppm` is in millionths of the net price. */
type TaxRate = { id: string; name: string; code: string; jurisdiction: string; ppm: number }

/** No tax is due while the address is unknown (`country` null). `now` is in milliseconds since the epoch. */
export type TaxRequest = Omit<Location, 'country'> & {
  country: string | null
  /** Null or an unknown id means the default class. */
  tax_class_ids: readonly (string | null)[]
  now: number
}

/**
 * Tax rates of each class at an address: those of the most specific zone that contains the address and has valid rates
 * for the class, or of the older of two equally specific zones. The map has each requested id, and `default`.
 */
export async function findTaxRates(db: Database, owner: Owner, request: TaxRequest): Promise<TaxRates> {
  const rows = request.country === null ? [] : await selectRates(db, ownerId(owner), request, request.country)
  const classes = Map.groupBy(rows, ({ class_id }) => class_id)
  const fallback = rows.filter((row) => row.default)
  const requested = request.tax_class_ids.filter((id) => id !== null)
  const found = requested.map((id) => [id, (classes.get(id.toLowerCase()) ?? fallback).flatMap(toRate)] as const)
  return new Map([...found, ['default', fallback.flatMap(toRate)]])
}

/** Returns the taxes of a class as input of pricing; null means the default class. */
export function taxesOfClass(rates: TaxRates, tax_class_id: string | null): Tax[] {
  const found = rates.get(tax_class_id ?? 'default') ?? []
  return found.map(({ name, jurisdiction, code, ppm }) => ({ name, jurisdiction, code, rate: ppm }))
}

type Row = { class_id: string; default: boolean; id: string | null } & Omit<TaxRate, 'id'>

function toRate({ id, name, code, jurisdiction, ppm }: Row): TaxRate[] {
  return id === null ? [] : [{ id, name, code, jurisdiction, ppm }]
}

/** Selects a row per rate of a class, or one row without a rate. */
async function selectRates(
  db: Database,
  owner_id: string,
  { region, postcode, tax_class_ids, now }: TaxRequest,
  country: string,
): Promise<Row[]> {
  return query<Row>(
    db,
    prepared(`select class.id as class_id, class."default", rate.id, rate.name, rate.code, rate.jurisdiction, rate.rate as ppm
     from tax_classes as class
     left join lateral (
       select valid.tax_zone_id as id
       from tax_rates as valid join tax_zones as zone on zone.owner_id = $1 and zone.id = valid.tax_zone_id
       where valid.owner_id = $1 and valid.tax_class_id = class.id and zone.places && $3
         and (valid.valid_from is null or valid.valid_from <= $4) and (valid.valid_to is null or valid.valid_to > $4)
       order by (
         select min(place.rank) from unnest($3::text[]) with ordinality as place (name, rank)
         where place.name = any (zone.places)
       ), zone.id
       limit 1
     ) as zone on true
     left join tax_rates as rate on rate.owner_id = $1 and rate.tax_class_id = class.id and rate.tax_zone_id = zone.id
       and (rate.valid_from is null or rate.valid_from <= $4) and (rate.valid_to is null or rate.valid_to > $4)
     where class.owner_id = $1 and (class."default" or class.id = any($2))
     order by class.id, rate.name, rate.id`),
    [
      owner_id,
      plainArray(tax_class_ids.filter((id) => id !== null)),
      lookupKeys({ country, region: region ?? null, postcode: postcode ?? null }),
      new Date(now),
    ],
  )
}
