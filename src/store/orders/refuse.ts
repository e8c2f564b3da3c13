import { AppError } from '../../kernel/errors.ts'
import type { Refusal } from './rules/refusals.ts'

/** Throws `conflict` with the refusal, if any. */
export function refuse(refusal: Refusal): void {
  if (refusal !== null) throw new AppError('conflict', [{ detail: refusal }])
}
