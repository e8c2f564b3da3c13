import { AppError, notFound } from '../../kernel/errors.ts'
import type { Absence } from './resource.ts'

/** Throws `not_found`, `forbidden`. */
export function assertFound<Of extends object>(found: Of | Absence, kind: string): Of {
  if (found === 'missing') throw notFound(kind)
  if (found === 'forbidden') throw new AppError('forbidden', [{ detail: `This ${kind} belongs to another shopper.` }])
  return found
}
