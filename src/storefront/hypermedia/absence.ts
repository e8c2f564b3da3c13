import { AppError, notFound } from '../../kernel/errors.ts'
import type { Absence } from './resource.ts'

const BOUGHT = 'This cart was already bought. Follow the relation defaultcart of the root to the new cart.'

/** Throws `not_found`, `forbidden`. */
export function assertFound<Of extends object>(found: Of | Absence, kind: string): Of {
  if (found === 'missing') throw notFound(kind)
  if (found === 'forbidden') throw new AppError('forbidden', [{ detail: `This ${kind} belongs to another shopper.` }])
  if (found === 'bought') throw new AppError('forbidden', [{ detail: BOUGHT }])
  return found
}
