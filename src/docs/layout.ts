import { relativeAddress } from './address.ts'
import type { Heading } from './headings.ts'
import { type Html, html, join, NOTHING } from './html.ts'
import { SEARCH_OPTIONS } from './search-options.ts'

/** A line of the navigation sidebar, with its children below it. */
export type NavItem = { title: string; address: string; children?: readonly NavItem[] }
export type NavGroup = { title: string; items: readonly NavItem[] }

type Area = 'guides' | 'api' | 'events'

export type Page = {
  address: string
  title: string
  area: Area
  body: Html
  /** The page's headings, of which the sidebar lists levels 2 and 3. */
  headings: readonly Heading[]
  navigation: readonly NavGroup[]
  previous: NavItem | null
  next: NavItem | null
  /** Names of the scripts that the page needs in addition to `site.js`. */
  scripts: readonly string[]
}

/** Returns the address of a file, which contains a hash of the content. */
export type AssetAddress = (name: string) => string

/** The whole page. It has no inline script or style, and only relative URLs. */
export function renderPage(page: Page, assetAddress: AssetAddress): string {
  const to = (address: string) => relativeAddress(page.address, address)
  const asset = (name: string) => to(assetAddress(name))
  const scripts = ['site.js', ...page.scripts].map((name) => html`<script type="module" src="${asset(name)}"></script>`)
  const styles = STYLES.map((name) => html`<link rel="stylesheet" href="${asset(name)}">`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title === PRODUCT ? `${PRODUCT} documentation` : `${page.title} · ${PRODUCT}`}</title>
<link rel="icon" href="data:,">
${styles}
${scripts}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header(page, to)}
<div class="columns">
<nav class="side" id="side" popover aria-label="Pages">${groups(page, to)}</nav>
<main id="content" tabindex="-1">${contentsButton(page)}<article>
${page.body}
</article>
${neighbors(page, to)}
</main>
${contents(page)}
</div>
${searchDialog(to, asset)}
</body>
</html>
`.html
}

const STYLES = ['tokens.css', 'base.css', 'site.css', 'document.css', 'reference.css']
const PRODUCT = 'Tidings'

type To = (address: string) => string

const AREAS: readonly { area: Area; title: string; address: string }[] = [
  { area: 'guides', title: 'Guides', address: '' },
  { area: 'api', title: 'API', address: 'api' },
  { area: 'events', title: 'Events', address: 'events' },
]

function header({ area }: Page, to: To): Html {
  const links = AREAS.map(
    (one) =>
      html`<a href="${to(one.address)}"${one.area === area ? html` aria-current="true"` : NOTHING}>${one.title}</a>`,
  )
  return html`<header class="top">
<button class="menu" type="button" popovertarget="side">Menu</button>
<a class="brand" href="${to('')}">${PRODUCT}</a>
<nav class="areas" aria-label="Areas">${links}</nav>
<button class="find" id="open-search" type="button" hidden><span>Search</span><kbd>/</kbd></button>
</header>`
}

function groups({ address, navigation }: Page, to: To): Html {
  return join(
    navigation.map(
      ({ title, items }) => html`<h2>${title}</h2>
${list(items, address, to)}`,
    ),
  )
}

function list(items: readonly NavItem[], current: string, to: To): Html {
  const lines = items.map(({ title, address, children = [] }) => {
    const mark = address === current ? html` aria-current="page"` : NOTHING
    return html`<li><a href="${to(address)}"${mark}>${title}</a>${children.length > 0 ? list(children, current, to) : NOTHING}</li>`
  })
  return html`<ul>${lines}</ul>`
}

const listedHeadings = (headings: readonly Heading[]) => headings.filter(({ level }) => level === 2 || level === 3)

/** Opens the table of contents on screens too narrow for the sidebar. */
function contentsButton({ headings }: Page): Html {
  if (listedHeadings(headings).length < 2) return NOTHING
  return html`<button class="menu" type="button" popovertarget="contents">On this page</button>`
}

function contents({ headings }: Page): Html {
  const lines = listedHeadings(headings)
  if (lines.length < 2) return NOTHING
  const items = lines.map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)
  return html`<nav class="contents" id="contents" popover aria-labelledby="contents-title"><h2 id="contents-title">On this page</h2><ul>${items}</ul></nav>`
}

function neighbors({ previous, next }: Page, to: To): Html {
  if (previous === null && next === null) return NOTHING
  const link = (item: NavItem | null, label: string, rel: string) =>
    item === null
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${to(item.address)}"><small>${label}</small>${item.title}</a>`
  return html`<nav class="neighbors" aria-label="Previous and next page">${link(previous, 'Previous', 'prev')}${link(next, 'Next', 'next')}</nav>`
}

/** Attributes contain everything that the script needs to open the dialog. */
function searchDialog(to: To, asset: AssetAddress): Html {
  return html`<dialog id="search-dialog" aria-label="Search" data-script="${asset('search.js')}" data-library="${asset('minisearch.js')}" data-index="${to('search.json')}" data-root="${to('')}" data-options="${JSON.stringify(SEARCH_OPTIONS)}">
<div class="query"><input type="search" id="query" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" spellcheck="false"><button type="button" id="close-search">Close</button></div>
<p id="search-status" role="status"></p>
<ol id="results"></ol>
</dialog>`
}
