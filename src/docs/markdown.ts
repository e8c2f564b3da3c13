import MarkdownIt, { type Token } from 'markdown-it'
import { anchorNamer, type Heading } from './headings.ts'
import type { Highlight } from './highlight.ts'
import { escapeHtml, type Html, html, markup } from './html.ts'

/** A search result: a heading and the text below it. The first section has the page's title. */
type Section = { id: string; heading: string; text: string }

export type Rendered = { title: string; body: Html; headings: readonly Heading[]; sections: readonly Section[] }

export type MarkdownOptions = {
  /** The address of a link on the page; null drops the link and keeps its text. */
  link(href: string): string | null
  highlight: Highlight
}

/** Renders a document. Shows raw markup as text, and drops links to scripts. */
export function renderMarkdown(text: string, options: MarkdownOptions): Rendered {
  const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })
  const tokens = parser.parse(text, {})
  const headings = nameHeadings(tokens)
  rewriteLinks(tokens, options.link)
  useCellsForEmptyHeadings(tokens)
  const { rules } = parser.renderer
  rules.fence = (all, at) => codeBlock(all[at]?.content ?? '', all[at]?.info ?? '', options.highlight).html
  rules.table_open = () => '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>'
  rules.table_close = () => '</table></div>'
  const body = markup(parser.renderer.render(tokens, parser.options, {}))
  return { title: headings[0]?.text ?? '', body, headings, sections: sectionsOf(tokens, headings) }
}

/** A block of code with its language. A script adds a copy button. */
export function codeBlock(code: string, info: string, highlight: Highlight): Html {
  const [language = ''] = info.trim().split(' ')
  return html`<div class="code" data-language="${language}"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`
}

function nameHeadings(tokens: readonly Token[]): Heading[] {
  const anchorOf = anchorNamer()
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const text = plainText(tokens[at + 1])
    const id = anchorOf(text)
    token.attrSet('id', id)
    return [{ level: Number(token.tag.slice(1)), id, text }]
  })
}

/** Makes empty table headers plain cells, because a header without text is not a heading. */
function useCellsForEmptyHeadings(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries()) {
    const end = tokens[at + 2]
    if (token.type !== 'th_open' || tokens[at + 1]?.content !== '' || end === undefined) continue
    token.tag = 'td'
    end.tag = 'td'
  }
}

function rewriteLinks(tokens: readonly Token[], link: MarkdownOptions['link']): void {
  for (const { children } of tokens) {
    const dropped: boolean[] = []
    for (const token of children ?? []) {
      if (token.type === 'image') rewrite(token, 'src', link)
      if (token.type === 'link_open') dropped.push(!rewrite(token, 'href', link))
      const isDropped = token.type === 'link_close' ? dropped.pop() : token.type === 'link_open' && dropped.at(-1)
      if (isDropped) token.tag = 'span'
    }
  }
}

/** True if the token still has an address. */
function rewrite(token: Token, attribute: string, link: MarkdownOptions['link']): boolean {
  const address = link(String(token.attrGet(attribute) ?? ''))
  if (address !== null) token.attrSet(attribute, address)
  else token.attrs = (token.attrs ?? []).filter(([name]) => name !== attribute)
  return address !== null
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { id: string; heading: string; parts: string[] }[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id = '', text = '' } = headings[sections.length] ?? {}
      sections.push({ id, heading: text, parts: [] })
    }
    if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open')
      sections.at(-1)?.parts.push(plainText(token))
    if (token.type === 'fence') sections.at(-1)?.parts.push(token.content)
  }
  return sections.map(({ parts, ...section }) => ({ ...section, text: parts.join(' ') }))
}

function plainText(token: Token | undefined): string {
  const texts = (token?.children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content))
  return texts.join('')
}

/** A sentence with `code`, as in descriptions of the API. */
export function inlineMarkdown(text: string): Html {
  return markup(escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'))
}
