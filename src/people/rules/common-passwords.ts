/** The most common passwords of at least twelve characters, in lower case. */
const COMMON: ReadonlySet<string> = new Set([
  ...[
    'password1234',
    'password12345',
    'password123456',
    'password2024',
    'password2025',
    'password2026',
    'password1234!',
  ],
  ...[
    'passwordpassword',
    'passw0rd1234',
    'p@ssw0rd1234',
    'p@ssword1234',
    'password!123',
    'password@123',
    'mypassword123',
  ],
  ...[
    'changeme1234',
    'changemenow!',
    'changeme12345',
    'welcome12345',
    'welcome123456',
    'letmein12345',
    'letmein123456',
  ],
  ...[
    'iloveyou1234',
    'iloveyouforever',
    'ilovemyfamily',
    'iloveyousomuch',
    'administrator',
    'administrator1',
    'admin1234567',
  ],
  ...[
    'adminadmin12',
    'adminadminadmin',
    'administrator123',
    'superadmin123',
    'rootrootroot',
    'testtesttest',
    'testtest1234',
  ],
  ...[
    'qwerty123456',
    'qwerty1234567',
    'qwerty12345678',
    'qwertyqwerty',
    'asdfasdfasdf',
    'asdfghjkl123',
    '1q2w3e4r5t6y',
  ],
  ...[
    '1q2w3e4r5t6y7u',
    '1qaz2wsx3edc',
    '1qaz2wsx3edc4rfv',
    'zaq12wsxcde3',
    'qazwsxedcrfv',
    'q1w2e3r4t5y6',
    'abc123abc123',
  ],
  ...['abcd12345678', 'a1b2c3d4e5f6', '123qweasdzxc', 'football1234', 'baseball1234', 'sunshine1234', 'princess1234'],
  ...[
    'monkey123456',
    'dragon123456',
    'superman1234',
    'trustno1trustno1',
    'starwars1234',
    'michael12345',
    'liverpool123',
  ],
  ...['thisismypassword', 'this is my password', 'nopassword123', 'secretpassword', 'topsecret123', 'mysecretpassword'],
  ...['tidings12345', 'tidingstidings'],
])

/** Sequences on keyboards and in the alphabet. */
const ROWS = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop',
  '1234567890qwertyuiop',
]

/** Returns the reason why a password is easily guessed; null for any other. */
export function commonPasswordProblem(password: string): string | null {
  const text = password.normalize('NFKC').toLowerCase()
  if (text.trim() === '') return 'must not consist of blanks'
  if (isRepeated(text)) return 'must not repeat the same few characters'
  if (COMMON.has(text) || isRow(text)) return 'is among the most commonly guessed passwords'
  return null
}

/** True for a repetition of at most three characters. */
function isRepeated(text: string): boolean {
  return [1, 2, 3].some((length) => text === text.slice(0, length).repeat(text.length).slice(0, text.length))
}

function isRow(text: string): boolean {
  return ROWS.some((row) => {
    const around = row.repeat(Math.ceil(text.length / row.length) + 1)
    return around.includes(text) || [...around].reverse().join('').includes(text)
  })
}
