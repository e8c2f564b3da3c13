// Checks of a receiver before it acts on a verified delivery, because deliveries may repeat and arrive out of order.

/** Keep these in your database, written in the transaction that applies the event; here they are lost on exit. */
const applied = new Set<string>()
const versions = new Map<string, number>()

type Resource = { type: string; id: string }
type Delivery = { id: string; payload: Resource | { data: Resource } }

/** True if the event is new, for receivers that act on events, such as sending a mail for `order.paid`. */
export function isFirst({ id }: Delivery): boolean {
  if (applied.has(id)) return false
  applied.add(id)
  return true
}

/** True if this is the newest state of its resource, for receivers that keep a copy. `version` is the header. */
export function isNewest({ payload }: Delivery, version: string | undefined): boolean {
  // External producers may omit the version; then only the resource's own updated_at decides.
  if (version === undefined) return true
  const { type, id } = 'data' in payload ? payload.data : payload
  if (Number(version) <= (versions.get(`${type} ${id}`) ?? -1)) return false
  versions.set(`${type} ${id}`, Number(version))
  return true
}
