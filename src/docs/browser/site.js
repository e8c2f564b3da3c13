// Behavior of all pages: copy buttons, links to headings, and opening the search.

for (const heading of document.querySelectorAll('article :is(h2, h3, h4)[id]')) {
  const link = document.createElement('a')
  link.className = 'anchor'
  link.href = `#${heading.id}`
  link.textContent = '#'
  link.ariaLabel = `Link to “${heading.textContent}”`
  heading.append(link)
}

for (const block of document.querySelectorAll('article .code')) addCopyButton(block)

/** @param {Element} block */
function addCopyButton(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block.querySelector('code'))) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}

/**
 * Selects the text on insecure origins, because browsers deny them the clipboard.
 * @param {HTMLElement | null} code
 */
async function copy(code) {
  if (code === null) return false
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(code.textContent).then(
      () => true,
      () => false,
    )
  }
  getSelection()?.selectAllChildren(code)
  return false
}

const current = document.querySelector('.side [aria-current]')
if (current !== null) current.scrollIntoView({ block: 'center' })

for (const menu of document.querySelectorAll('[popover]')) {
  // Closes the menu, because a link to a heading of the same page would leave it open.
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && menu.matches(':popover-open'))
      /** @type {HTMLElement} */ (menu).hidePopover()
  })
}

const opener = /** @type {HTMLButtonElement} */ (document.querySelector('#open-search'))
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('#search-dialog'))
opener.hidden = false
opener.addEventListener('click', openSearch)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
  if (!isShortcut) return
  event.preventDefault()
  openSearch()
})

async function openSearch() {
  if (!dialog.open) dialog.showModal()
  // Selects before loading, so that text typed meanwhile is not selected.
  dialog.querySelector('input')?.select()
  const { startSearch } = await import(new URL(dialog.dataset.script ?? '', document.baseURI).href)
  await startSearch(dialog)
}
