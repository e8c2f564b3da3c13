import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { LANGUAGE_TAG } from '../../../kernel/text/languages.ts'

export type Shopper = {
  customer_id: string | null
  account_id: string | null
  channel: string | null
  tag: string | null
}

export type ReleaseRef = { owner_id: string; release_id: string; catalog_id: string }

/** `language` (BCP 47) is the catalog's, otherwise the store's default. Untranslated texts are in this language. */
export type ShopperRelease = ReleaseRef & { language: string }

const LATEST = `cross join lateral (
  select id from catalog_releases l
   where l.owner_id = c.owner_id and l.catalog_id = c.id and l.release_status = 'PUBLISHED' order by l.id desc limit 1
) as latest`

const named = ['customers', 'accounts', 'channels', 'tags'].map((name, index) => ({
  holds: `(r.${name} = '{}' or $${index + 2}::text = any(r.${name}))`,
  counts: `(r.${name} <> '{}')::integer`,
}))

/** Shoppers without an account match only rules without tags, so no account is read for most shoppers. */
const tagged = (who: 'a member' | 'others') => ({
  holds:
    who === 'others'
      ? `r.account_tag_ids = '{}'`
      : `(r.account_tag_ids = '{}' or r.account_tag_ids && (
       select a.account_tag_ids from accounts a where a.owner_id = $1 and a.id = $3::text::uuid))`,
  counts: `(r.account_tag_ids <> '{}')::integer`,
})

/**
 * Prepares a statement for a shopper, with the parameters of `shopperValues`. `rest` follows common table expressions;
 * `chosen` has the shopper's release, or no row. Among matching rules with a published catalog, the lowest priority
 * wins, then the most conditions, then the newest rule. If no rule matches, the only published catalog without rules
 * applies, if there is exactly one.
 */
export function fromChosen(rest: string): (shopper: Shopper) => string {
  const ofMembers = prepared(`with ${chosen('a member')} ${rest}`)
  const ofOthers = prepared(`with ${chosen('others')} ${rest}`)
  return ({ account_id }) => (account_id === null ? ofOthers : ofMembers)
}

/** Materialized, since its language would otherwise be computed again for each joined row. */
function chosen(who: 'a member' | 'others'): string {
  const conditions = [...named, tagged(who)]
  return `by_rule as (
  select c.owner_id, latest.id as release_id, c.id as catalog_id, c.locale
    from catalog_rules r
    join catalogs c on c.owner_id = r.catalog_owner_id and c.id = r.catalog_id
    ${LATEST}
   where r.owner_id = $1 and ${conditions.map(({ holds }) => holds).join(' and ')}
     and (r.schedules = '[]' or exists (
       select from jsonb_to_recordset(r.schedules) as s(valid_from timestamptz, valid_to timestamptz)
        where s.valid_from <= $6 and $6 < s.valid_to))
   order by r.priority, ${conditions.map(({ counts }) => counts).join(' + ')} + (r.schedules <> '[]')::integer desc, r.id desc
   limit 1
), unruled as (
  select c.owner_id, latest.id as release_id, c.id as catalog_id, c.locale, count(*) over () as catalogs
    from catalogs c
    ${LATEST}
   where c.owner_id = $1 and not exists (select from by_rule)
     and not exists (select from catalog_rules r where r.catalog_owner_id = c.owner_id and r.catalog_id = c.id)
), visible as (
  select owner_id, release_id, catalog_id, locale from by_rule
  union all
  select owner_id, release_id, catalog_id, locale from unruled where catalogs = 1
), chosen as materialized (
  select owner_id, release_id, catalog_id,
         case when locale ~ '${LANGUAGE_TAG}' then locale
              else (select default_language from settings where settings.owner_id = $1) end as language
    from visible
)`
}

/** Parameters $1 to $6 of a statement of `fromChosen`. `now` is in milliseconds since the epoch. */
export function shopperValues(store_id: string, shopper: Shopper, now: number): unknown[] {
  const { customer_id, account_id, channel, tag } = shopper
  return [store_id, customer_id, account_id, channel, tag, new Date(now)]
}

/** Returns the release that a shopper of a store sees, or undefined. */
export async function chooseRelease(
  db: Database,
  store_id: string,
  shopper: Shopper,
  now: number,
): Promise<ShopperRelease | undefined> {
  const rows = await query<ShopperRelease>(db, CHOOSE(shopper), shopperValues(store_id, shopper, now))
  return rows[0]
}

const CHOOSE = fromChosen('select owner_id, release_id, catalog_id, language from chosen')
