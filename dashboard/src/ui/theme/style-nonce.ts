/**
 * Nonce for `<style>` elements created by scripts, filled in by the server. Mantine takes it as a prop; the library
 * that locks scrolling behind dialogs reads a global.
 */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
  if (nonce !== '') Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
