const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
  ['curl', /^curl\/(\d+)/],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const MAX_LENGTH = 60

/** User agent in words: "Firefox 140 on Linux"; the raw text if unknown. */
export function deviceOf(user_agent: string | null): string {
  if (user_agent === null || user_agent.trim() === '') return 'Unknown'
  const browser = BROWSERS.find(([, pattern]) => pattern.test(user_agent))
  const system = SYSTEMS.find(([, pattern]) => pattern.test(user_agent))?.[0]
  if (browser === undefined) return user_agent.length > MAX_LENGTH ? `${user_agent.slice(0, MAX_LENGTH)}…` : user_agent
  const [name, pattern] = browser
  const version = pattern.exec(user_agent)?.[1] ?? ''
  return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`
}
