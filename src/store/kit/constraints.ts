import { AppError } from '../../kernel/errors.ts'
import type { AnyResource } from './resource.ts'

/** Awaits a statement. If it violates a constraint, throws the error that the resource declares for the constraint. */
export async function translateViolation<T>(
  { constraints }: Pick<AnyResource, 'constraints'>,
  statement: Promise<T>,
): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const name = constraintOf(error)
    const violation = name === null ? undefined : constraints[name]
    if (violation === undefined) throw error
    const { code, ...problem } = violation
    throw new AppError(code, [problem], { cause: error })
  }
}

/** Name of the violated constraint; null for errors other than integrity violations (SQLSTATE 23xxx). */
export function constraintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null
  return String(error.code).startsWith('23') ? String(error.constraint) : null
}
