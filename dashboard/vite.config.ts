import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the development server finds a running Tidings. */
const TIDINGS = process.env.TIDINGS_URL ?? 'http://127.0.0.1:7070'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Built pages find their files from wherever a proxy puts them: index.html has a `<base>`, which the server fills in.
  base: command === 'serve' ? '/dashboard/' : './',
  plugins: [react(), ...(command === 'serve' ? [{ name: 'base', transformIndexHtml: withDevelopmentBase }] : [])],
  server: { proxy: { '/v2': TIDINGS, '/files': TIDINGS, '/storefront': TIDINGS }, host: '127.0.0.1' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Which files a page loads: the test of sizes reads it.
    manifest: true,
    target: 'es2022',
    // `light-dark()` stays as it is: compiled for older browsers it would not follow Mantine's `color-scheme`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Sizes are checked by a test, gzipped.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
}))

function withDevelopmentBase(page: string): string {
  return page.replace('<base href="./" />', '<base href="/dashboard/" />')
}
