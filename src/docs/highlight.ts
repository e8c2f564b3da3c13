import type { HLJSApi, LanguageFn } from 'highlight.js'
import { escapeHtml, type Html, markup } from './html.ts'

/** The code as markup. Each kind of word is in a `span` with a class for the style sheet. */
export type Highlight = (code: string, language: string) => Html

/**
 * Loads the library when the first page with code is rendered, because loading takes 20 ms that would delay the
 * startup.
 */
export function loadHighlight(): Promise<Highlight> {
  loading ??= load()
  return loading
}

let loading: Promise<Highlight> | null = null

async function load(): Promise<Highlight> {
  const { default: library } = await import('highlight.js/lib/core')
  await Promise.all(
    Object.entries(LANGUAGES).map(async ([name, language]) =>
      library.registerLanguage(name, (await language()).default),
    ),
  )
  return (code, language) => highlighted(library, code, language)
}

function highlighted(library: HLJSApi, code: string, language: string): Html {
  if (library.getLanguage(language) === undefined) return markup(escapeHtml(code))
  return markup(library.highlight(code, { language }).value)
}

/** Keyed by the name after the backticks of a block. Other languages, such as `text`, are not highlighted. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  csharp: () => import('highlight.js/lib/languages/csharp'),
  go: () => import('highlight.js/lib/languages/go'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  json: () => import('highlight.js/lib/languages/json'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sh: () => import('highlight.js/lib/languages/bash'),
  sql: () => import('highlight.js/lib/languages/sql'),
  toml: () => import('highlight.js/lib/languages/ini'),
  ts: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}
