import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { differences, outputDifferences, stepsOf } from '../support/documents/guide.ts'
import { readGuide } from '../support/documents/terminal.ts'

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: '…' }, { a: { b: [] } }],
  ['…/carts/…', 'http://127.0.0.1/carts/x'],
  [[1, '…'], [1]],
  [
    ['…', 3],
    [1, 2, 3],
  ],
  [[{ a: 1 }], [{ a: 1, b: 2 }]],
])('the shown %j matches %j', (shown, real) => {
  expect(differences(shown, real)).toEqual([])
})

test.each([
  [{ a: 1 }, { a: '1' }, '$.a is "1", not 1'],
  [{ a: '…' }, {}, '$.a is missing'],
  [{ a: {} }, { a: null }, '$.a is no object'],
  [[1], [1, 2], '$ has 2 elements, not 1'],
  [[1, '…', 4], [1, 2, 3], '$[2] is 3, not 4'],
  [{ a: [] }, { a: {} }, '$.a is no list'],
  ['$1.…', '$100', '$ is "$100", not "$1.…"'],
])('the shown %j does not match %j', (shown, real, difference) => {
  expect(differences(shown, real)).toEqual([difference])
})

test.each([
  ['Published … as event ….', 'Published order.paid as event 01a2.\n'],
  ['ID  NAME\n…\n…   books', 'ID      NAME\n01a2  books'],
  ['ID  NAME\n…\n…   books', 'ID    NAME\n01a1  lamps\n01a3  rugs\n01a2  books'],
  ['Listening\n…', 'Listening\nCreated (1)\n\norder.paid\n'],
  ['…\nend', 'end'],
])('the shown text %j matches %j', (text, output) => {
  expect(outputDifferences({ language: 'text', text }, output)).toEqual([])
})

test.each([
  ['text', 'Published 1.', 'Published 12'],
  ['text', 'ID  NAME\n…\n…   books', 'ID  NAME\n01a2  rugs'],
  ['text', 'a', 'a\nb'],
  ['json', '{}', 'no JSON'],
])('a block in %s with the shown %j does not match %j', (language, text, output) => {
  expect(outputDifferences({ language, text }, output)).not.toEqual([])
})

function guide(...blocks: [language: string, text: string][]): string {
  return blocks.map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\`\n`).join('\n')
}

const TERMINAL = { bash: 'bash', cwd: tmpdir(), env: { PATH: '/usr/bin:/bin' } }

test('a shell block is a step with the output that follows it, unless it names a file', () => {
  const markdown = `${guide(['sh', 'A=1'], ['json', '1'])}
1. Then

   \`\`\`sh
   cat <<'END'
   b
   END
   \`\`\`

   \`\`\`text
   b
   \`\`\`

${guide(['sh examples/run.sh', 'exit 1'], ['sh', 'true'])}
The response is

${guide(['json', '2'], ['sh', 'false'])}`
  expect(stepsOf(markdown)).toEqual([
    { line: 1, commands: 'A=1\n', response: { language: 'json', text: '1\n' } },
    { line: 11, commands: "cat <<'END'\nb\nEND\n", response: { language: 'text', text: 'b\n' } },
    { line: 25, commands: 'true\n', response: null },
    { line: 35, commands: 'false\n', response: null },
  ])
})

test('steps share a shell, are compared with their own output, and stop at the first failure', async () => {
  const begin = guide(['sh', 'A=1; one() { printf 1; }'], ['sh', 'one; cat; (sleep 9; echo late) &'], ['json', '1'])
  expect(await readGuide(begin, TERMINAL)).toEqual([])
  const failing = `${begin}\n${guide(['sh', 'echo $A; false | cat; echo after'], ['sh', 'touch never'])}`
  expect(await readGuide(failing, TERMINAL)).toEqual(['line 13: exit code 1: 1\n'])
  expect(await readGuide(guide(['sh', 'echo 2'], ['json', '1']), TERMINAL)).toEqual(['line 1: $ is 2, not 1'])
  expect(await readGuide(guide(['sh', 'echo $unset']), TERMINAL)).toEqual([expect.stringContaining('unset')])
})
