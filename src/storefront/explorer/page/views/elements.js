/**
 * Creates an element. Strings become text nodes, so data is never parsed as markup. An attribute that is false is omitted;
 * one that is true has no value.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string | boolean>>} attributes
 * @param {readonly (Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function createElement(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(attribute, value === true ? '' : value)
  element.append(...children.filter((child) => child !== null))
  return element
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string | boolean>>} attributes
 * @param {() => void} onClick
 */
export function createButton(text, attributes, onClick) {
  const button = createElement('button', { type: 'button', ...attributes }, text)
  button.addEventListener('click', onClick)
  return button
}

/**
 * A link out of the page.
 * @param {string} address
 * @param {string} style
 * @param {string} text
 */
export function createWebLink(address, style, text) {
  return createElement('a', { class: style, href: address, target: '_blank', rel: 'noreferrer' }, text)
}

/**
 * An element of page.html.
 * @template {HTMLElement} Element
 * @param {string} id
 * @param {new () => Element} kind
 * @returns {Element}
 */
export function byId(id, kind) {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${kind.name} ${id}.`)
}

/** Attributes that turn off the browser's help with technical text. */
export const PLAIN_INPUT = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }
