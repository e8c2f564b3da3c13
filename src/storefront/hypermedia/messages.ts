import { AppError, type ErrorCode, errorCatalog } from '../../kernel/errors.ts'
import type { Message, Ref } from './resource.ts'

/** An error whose response contains these messages, with ids that clients can switch on. */
export class MessageError extends AppError {
  readonly messages: readonly Message[]
  /** HTTP status. */
  readonly status: number

  constructor(code: ErrorCode, messages: readonly Message[], status = errorCatalog[code].status) {
    super(
      code,
      messages.map((message) => ({ detail: message['debug-message'] })),
    )
    this.messages = messages
    this.status = status
  }
}

type Details = { data?: Readonly<Record<string, string>>; linked_to?: Ref }

export function errorMessage(id: string, text: string, { data = {}, linked_to }: Details = {}): Message {
  return { type: 'error', id, 'debug-message': text, data, ...(linked_to !== undefined && { linked_to }) }
}

/** 409 with one message. */
export function conflict(id: string, text: string, details?: Details): MessageError {
  return new MessageError('conflict', [errorMessage(id, text, details)])
}

/** 400 with the name of the field. */
export function invalidField(field: string, id: string, text: string, data: Record<string, string> = {}): MessageError {
  return new MessageError('malformed_body', [errorMessage(id, text, { data: { 'field-name': field, ...data } })])
}

export function messagesOf(error: AppError): readonly Message[] {
  if (error instanceof MessageError) return error.messages
  const id = error.code.replaceAll('_', '.')
  return error.problems.map(({ detail }) => errorMessage(id, detail))
}
