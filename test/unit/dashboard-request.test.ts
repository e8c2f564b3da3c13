import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asCurl, quoteForShell } from '../../dashboard/src/kit/requests/as-request.ts'
import { anyText } from '../support/any-text.ts'

/** Words as a shell splits them, separated by NUL characters. */
function read(words: string, env: Record<string, string> = {}): string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8', env })
  return stdout.split('\0').slice(0, -1)
}

test('a shell returns every quoted text unchanged', () => {
  const text = fc.oneof(anyText({ maxLength: 20 }), fc.stringMatching(/^['"\\$`!*?~#&|<>(){}[\]\n -]{0,12}$/))
  const words = fc.array(
    text.map((each) => each.replaceAll('\0', '')),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(words, (texts) => {
      expect(read(texts.map(quoteForShell).join(' '))).toEqual(texts)
    }),
    { numRuns: 30 },
  )
})

test('a shell passes the URL, the headers with the token, and the body to curl', () => {
  const command = asCurl({
    method: 'post',
    url: "https://store.example.com/v2/events?filter=eq(name,'x')&page[limit]=1",
    headers: { Authorization: 'Bearer of-this-person', 'Content-Type': 'application/json', 'X-Empty': '' },
    body: { it: "it's $HOME", at: '@file' },
  })
  expect(command).not.toContain('of-this-person')
  expect(read(command, { TOKEN: 'the token' })).toEqual([
    'curl',
    '--globoff',
    "https://store.example.com/v2/events?filter=eq(name,'x')&page[limit]=1",
    '--header',
    'Authorization: Bearer the token',
    '--header',
    'Content-Type: application/json',
    '--header',
    'X-Empty;',
    '--data-raw',
    '{"it":"it\'s $HOME","at":"@file"}',
  ])
})

test('the method is explicit where curl would choose another', () => {
  const url = 'https://store.example.com/v2/keys'
  expect(asCurl({ method: 'GET', url })).toBe(`curl --globoff ${url}`)
  expect(asCurl({ method: 'DELETE', url })).toBe(`curl --globoff --request DELETE ${url}`)
  expect(asCurl({ method: 'POST', url })).toBe(`curl --globoff --request POST ${url}`)
  expect(asCurl({ method: 'PUT', url, body: 'text' })).toBe(`curl --globoff --request PUT ${url} \\\n  --data-raw text`)
})
