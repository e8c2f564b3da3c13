import { expect, test } from 'vitest'
import { differences, runSteps, stepsOf } from '../support/documents/guide.ts'

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
])('what is shown, %j, is in %j', (shown, real) => {
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
])('what is shown, %j, is not in %j', (shown, real, told) => {
  expect(differences(shown, real)).toEqual([told])
})

test('steps share one shell, each is told what it printed, and the first failure ends them all', async () => {
  const steps = stepsOf(`
\`\`\`sh
A=1
\`\`\`

\`\`\`sh
echo $A
\`\`\`

\`\`\`json
1
\`\`\`

\`\`\`sh
echo before; false | cat; echo after
\`\`\`

\`\`\`nginx
\`\`\`

\`\`\`sh
echo never
\`\`\`
`)
  expect(steps.map(({ line, response }) => [line, response])).toEqual([
    [2, null],
    [6, '1\n'],
    [14, null],
    [21, null],
  ])
  expect(await runSteps('bash', steps, { cwd: '/', env: { PATH: '/usr/bin:/bin' } })).toEqual([
    { output: '', errors: '', status: 0 },
    { output: '1\n', errors: '', status: 0 },
    { output: 'before\n', errors: '', status: 1 },
    { output: null, errors: '', status: null },
  ])
})
