/** The nonce of this page for `<style>` elements that are made by script. The server fills it in; it is the same for
 * Mantine's own and for the one that keeps the page from scrolling behind a dialog, whose library reads a global. */
export function styleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
  if (nonce !== '') Object.assign(globalThis, { __webpack_nonce__: nonce })
  return nonce
}
