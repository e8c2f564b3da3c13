import { AppError } from '../../kernel/errors.ts'
import type { AnyResource } from './resource.ts'

/** The statement's own result, or what the resource says of the constraint that stopped it. */
export async function translateViolation<T>(
  { constraints }: Pick<AnyResource, 'constraints'>,
  statement: Promise<T>,
): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const name = constraintOf(error)
    const broken = name === null ? undefined : constraints[name]
    if (broken === undefined) throw error
    const { code, ...problem } = broken
    throw new AppError(code, [problem], { cause: error })
  }
}

/** Integrity violations have SQLSTATE 23xxx and name the constraint. */
function constraintOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return null
  return String(error.code).startsWith('23') ? String(error.constraint) : null
}
