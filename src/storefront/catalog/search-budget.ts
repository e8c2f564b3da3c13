import { AppError } from '../../kernel/errors.ts'
import { loadOnce, type StorefrontContext } from '../context.ts'

/**
 * Maximum number of searches and facets per response. Each value of a facet leads to a search that has facets again.
 */
const MAX_SEARCHES = 100

/** Counts a search of the request. Throws `malformed_query` if there are more than MAX_SEARCHES. */
export async function spendSearch(context: StorefrontContext): Promise<void> {
  const spent = await loadOnce(context, 'searches', async () => ({ searches: 0 }))
  spent.searches += 1
  if (spent.searches <= MAX_SEARCHES) return
  const detail = `zoom embeds more than ${MAX_SEARCHES} searches and facets: shorten it.`
  throw new AppError('malformed_query', [{ detail, parameter: 'zoom' }])
}
