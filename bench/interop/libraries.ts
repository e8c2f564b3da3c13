import { isDeepStrictEqual } from 'node:util'
import vectors from '../../examples/signatures.json' with { type: 'json' }
import type { Runnable } from './languages.ts'
import { runProgram } from './programs.ts'
import type { Answer, Question } from './question.ts'

export type LibraryReport = { ok: boolean; vectors: number; events: number; wrong: string[] }

/**
 * Passes the vectors, and bodies of real messages, through a language's libraries. A vector passes if one of its `v1`
 * signatures equals the library's signature, which is the comparison of its `verify`, without the clock.
 */
export async function checkLibraries(checker: Runnable, events: readonly string[]): Promise<LibraryReport> {
  const question: Question = { ...vectors, events }
  const printed = await runProgram(checker.command, { folder: checker.folder, input: JSON.stringify(question) })
  const answer = JSON.parse(printed) as Answer
  const wrong = [
    ...wrongSignatures(question, answer),
    ...wrongVerdicts(question, answer),
    ...wrongEvents(question, answer),
  ]
  const count = vectors.symmetric.length + vectors.asymmetric.length
  return { ok: wrong.length === 0, vectors: count, events: events.length, wrong }
}

function wrongSignatures({ symmetric }: Question, { signatures }: Answer): string[] {
  const signed = symmetric.map((vector, at) => ({ ...vector, by_library: signatures[at] ?? '' }))
  return signed
    .filter(({ signature, valid, by_library }) => signature.split(' ').includes(by_library) !== valid)
    .map(({ name, by_library }) => `${name}: ${by_library}`)
}

function wrongVerdicts({ asymmetric }: Question, { verdicts }: Answer): string[] {
  return asymmetric.filter(({ valid }, at) => verdicts[at] !== valid).map(({ name }) => name)
}

function wrongEvents({ events }: Question, answer: Answer): string[] {
  return events.filter((body, at) => {
    const { id, type, source, storeid, resourceversion, data } = JSON.parse(body)
    const sent = { id, type, source, storeid, resourceversion: String(resourceversion), data }
    return !isDeepStrictEqual(answer.events[at], sent)
  })
}
