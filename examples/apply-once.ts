// What a receiver does with a verified delivery before it acts on it. Deliveries repeat, and come in any order.

/** In your database, written in the transaction that applies the event; a process that ends forgets these. */
const applied = new Set<string>()
const versions = new Map<string, number>()

type Resource = { type: string; id: string }
type Delivery = { id: string; payload: Resource | { data: Resource } }

/** Whether this event is new, for receivers that act on events, such as sending a mail for `order.paid`. */
export function isFirst({ id }: Delivery): boolean {
  if (applied.has(id)) return false
  applied.add(id)
  return true
}

/** Whether this is the newest state of its resource so far, for receivers that keep a copy. `version` is the header. */
export function isNewest({ payload }: Delivery, version: string | undefined): boolean {
  // Producers outside need not say a version; then only the resource's own updated_at decides.
  if (version === undefined) return true
  const { type, id } = 'data' in payload ? payload.data : payload
  if (Number(version) <= (versions.get(`${type} ${id}`) ?? -1)) return false
  versions.set(`${type} ${id}`, Number(version))
  return true
}
