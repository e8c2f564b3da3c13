import { operationName } from '../../../src/store/kit/schemas.ts'
import { byReference } from '../../../src/store/resources.ts'
import { bodyOf, restartNumbers, samples } from '../store/resource-samples.ts'
import type { TourContext } from './context.ts'

/** Creates and changes the plain resources without examples, using their samples. */
export async function showPlainResources({ seller, aside, isUnshown }: TourContext): Promise<void> {
  restartNumbers()
  for (const { resource, arrange } of samples) {
    const One = operationName(resource.singular)
    if (!isUnshown(`Create${One}`)) continue
    const { create, change } = await arrange(aside)
    await seller(`Create${One}`, bodyOf(resource, create))
    if (isUnshown(`Update${One}`)) await seller(`Update${One}`, bodyOf(resource, change))
  }
}

/** Deletes plain resources, each before those that it refers to. */
export async function showPlainRemovals({ seller, isUnshown }: TourContext): Promise<void> {
  const operations = byReference().map(({ singular }) => `Delete${operationName(singular)}`)
  for (const operation of operations.toReversed()) if (isUnshown(operation)) await seller(operation)
}
