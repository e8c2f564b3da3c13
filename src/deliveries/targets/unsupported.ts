import type { Target } from './target.ts'

/** A kind of target that this release stores integrations for but cannot reach yet: every attempt fails and says so. */
export function unsupported(kind: string): Target {
  const detail = `This release cannot deliver to ${kind} integrations yet.`
  return {
    courier: () => async () => ({
      request_headers: '{}',
      reply: { kind: 'silence', reason: 'other', detail, processing_time: 0 },
    }),
    close: async () => {},
  }
}
