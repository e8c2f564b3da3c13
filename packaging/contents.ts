/** Files and folders that modules read at run time, by module. A build fails if a module is missing here. */
export const FILES_READ: Readonly<Record<string, readonly string[]>> = {
  'src/access/passwords/hash-threads.ts': [],
  'src/app/demo/shop/load-pictures.ts': ['src/app/demo/shop/pictures'],
  'src/dashboard/routes.ts': ['dashboard/dist'],
  'src/db/migrate.ts': ['migrations'],
  'src/docs/assets.ts': ['src/docs/browser', 'dashboard/src/ui/theme/tokens.css'],
  'src/docs/library.ts': ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', 'examples'],
  'src/docs/renderer.ts': [],
  'src/http/document/examples.ts': ['src/http/document/examples.json'],
  'src/own-types/schemas/schema-checks.ts': [],
}

/** Entry points of worker threads, which the modules above start. */
export const THREADS = [
  'src/access/passwords/hash-thread.ts',
  'src/docs/render-thread.ts',
  'src/own-types/schemas/schema-thread.ts',
]

/** npm packages that cannot be bundled, because they have native code or look for files beside their own. */
export const OUTSIDE_PACKAGES = ['sharp']
