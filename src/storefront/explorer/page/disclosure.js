import { make } from './elements.js'

/**
 * Something to open and close, which stays as a person left it while what it is of is shown again. What is closed is made
 * when it is opened: an answer may hold thousands of resources.
 * @param {Map<string, boolean>} opened what was opened or closed by hand
 * @param {{ key: string, isOpen: boolean, summary: readonly (Node | string)[], fill: () => readonly (Node | null)[] }} of
 */
export function makeDisclosure(opened, { key, isOpen, summary, fill }) {
  const details = make('details', { open: opened.get(key) ?? isOpen }, make('summary', {}, ...summary))
  const fillOnce = () => {
    if (details.children.length === 1) details.append(make('div', { class: 'part' }, ...fill()))
  }
  if (details.open) fillOnce()
  details.addEventListener('toggle', () => {
    // The first that is heard of one that is open from the start.
    if (details.open !== isOpen || opened.has(key)) opened.set(key, details.open)
    if (details.open) fillOnce()
  })
  return details
}
