import { type Paths, pathsIn } from '../paths.ts'
import { useScope } from './scope.ts'

export function usePaths(): Paths {
  return pathsIn(useScope())
}
