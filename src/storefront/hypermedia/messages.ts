import { AppError, type ErrorCode, errorCatalogue } from '../../kernel/errors.ts'
import type { Message } from './resource.ts'

/** What is refused with messages that programs can tell apart. */
export class Refusal extends AppError {
  readonly messages: readonly Message[]
  /** The status, where it is not that of the code. */
  readonly status: number

  constructor(code: ErrorCode, messages: readonly Message[], status = errorCatalogue[code].status) {
    super(
      code,
      messages.map((message) => ({ detail: message['debug-message'] })),
    )
    this.messages = messages
    this.status = status
  }
}

/** A value of a form that cannot be: 400 with the field's name. */
export function wrongField(field: string, id: string, text: string, data: Record<string, string> = {}): Refusal {
  const message = { type: 'error', id, 'debug-message': text, data: { 'field-name': field, ...data } } as const
  return new Refusal('malformed_body', [message])
}

/** What any error is in this API. */
export function messagesOf(error: AppError): readonly Message[] {
  if (error instanceof Refusal) return error.messages
  const id = error.code.replaceAll('_', '.')
  return error.problems.map(({ detail }) => ({ type: 'error', id, 'debug-message': detail, data: {} }))
}
