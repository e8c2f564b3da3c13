import { type Paths, pathsIn } from '../paths.ts'
import { useScope } from './scope.ts'

/** The addresses of the store, or of the organization, that the page is in. */
export function usePaths(): Paths {
  return pathsIn(useScope())
}
