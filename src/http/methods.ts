export function onlyReads(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
