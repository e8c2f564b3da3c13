import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BEHIND, type Note, proofOf, type ServerState } from '../../src/db/reading/position.ts'

const PRIMARY = { server: 'started at noon', system: '7712', timeline: 'timeline 00000002', mark: 11 }

function note(at: number, position: bigint, more: Partial<Note> = {}): Note {
  return { ...PRIMARY, at, position, ...more }
}

function standby(replayed: bigint | null, more: Partial<ServerState> = {}): ServerState {
  return { in_recovery: true, replayed, server: 'started at one', system: '7712', mark: 11, ...more }
}

const NOTES = [note(100, 10n), note(200, 20n), note(300, 30n)]

test('a standby is as fresh as the latest note that it has replayed', () => {
  expect(proofOf(standby(19n), NOTES)).toEqual({ at: 100 })
  expect(proofOf(standby(20n), NOTES)).toEqual({ at: 200 })
  expect(proofOf(standby(99n), NOTES)).toEqual({ at: 300 })
  expect(proofOf(standby(9n), NOTES)).toEqual({ refusal: BEHIND })
  expect(proofOf(standby(null), NOTES)).toEqual({ refusal: BEHIND })
})

test('no standby is fresh without a note of the primary', () => {
  expect(proofOf(standby(99n), [])).toHaveProperty('refusal')
})

test('a writable server is fresh only if it is the primary itself', () => {
  const writable = { in_recovery: false, replayed: null }
  expect(proofOf(standby(null, { ...writable, server: PRIMARY.server }), NOTES)).toEqual({ at: 300 })
  expect(proofOf(standby(null, writable), NOTES)).toHaveProperty('refusal')
  expect(proofOf(standby(null, { ...writable, server: PRIMARY.server, system: '1' }), NOTES)).toHaveProperty('refusal')
})

test('a standby of another cluster or an abandoned timeline is never fresh', () => {
  expect(proofOf(standby(99n, { system: '1' }), NOTES)).toHaveProperty('refusal')
  expect(proofOf(standby(99n, { mark: null }), NOTES)).toHaveProperty('refusal')
  expect(proofOf(standby(99n, { mark: 12 }), NOTES)).toHaveProperty('refusal')
})

test('notes from before a failover prove nothing on the new timeline', () => {
  const notes = [note(100, 40n), note(200, 35n, { timeline: 'timeline 00000003', mark: 12 })]
  expect(proofOf(standby(34n, { mark: 12 }), notes)).toEqual({ refusal: BEHIND })
  expect(proofOf(standby(41n, { mark: 12 }), notes)).toEqual({ at: 200 })
})

test('the guide has a row for each reason to reject a standby', () => {
  const guide = readFileSync(new URL('../../docs/guides/high-availability.md', import.meta.url), 'utf8')
  const refused = [
    [standby(9n), NOTES],
    [standby(99n), []],
    [standby(null, { in_recovery: false }), NOTES],
    [standby(99n, { system: '1' }), NOTES],
    [standby(99n, { mark: null }), NOTES],
  ] as const
  const reasons = refused.map(([state, notes]) => proofOf(state, notes)).flatMap((proof) => Object.values(proof))
  expect(new Set(reasons).size).toBe(refused.length)
  for (const reason of reasons) expect(guide).toContain(`\n| ${reason} | `)
})
