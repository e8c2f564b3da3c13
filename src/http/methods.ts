/** Whether requests with this method change nothing. */
export function onlyReads(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
