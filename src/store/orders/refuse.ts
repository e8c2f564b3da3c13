import { AppError } from '../../kernel/errors.ts'
import type { Refusal } from './rules/refusals.ts'

/** Throws `conflict` with the sentence, if there is one. */
export function refuse(refusal: Refusal): void {
  if (refusal !== null) throw new AppError('conflict', [{ detail: refusal }])
}
