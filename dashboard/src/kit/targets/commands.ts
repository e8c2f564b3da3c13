/** The integration's own credentials need not be allowed to receive. */
export const OWN = 'of a user who may receive'

export const REQUIREMENTS = 'receive/queues/requirements.txt'
export const PIP = 'pip install -r requirements.txt'

export function command(settings: Readonly<Record<string, unknown>>, start: string): string {
  return [...Object.entries(settings).map(([name, value]) => `${name}=${quoted(String(value))}`), start].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
