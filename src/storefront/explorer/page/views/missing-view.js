import { withoutPath, withPath } from '../api/zoom.js'
import { createButton, createElement } from './elements.js'

/** @import { Missing } from '../api/missing.js' */
/** @import { Target } from '../api/target.js' */

/**
 * What the zoom requested and the response does not have, with what could be zoomed instead.
 * @param {readonly Missing[]} missing
 * @param {{ readonly target: Target, navigate(target: Target): Promise<void> }} navigator
 */
export function renderMissing(missing, navigator) {
  if (missing.length === 0) return null
  const { uri, zoom } = navigator.target
  const items = missing.map((one) => {
    const replaced = withoutPath(zoom, one.path)
    const isAll = one.lacking === one.total
    const others = (isAll ? one.suggestions : []).map((path) =>
      createButton(path, { 'aria-label': `Zoom ${path} instead of ${one.path}` }, () =>
        navigator.navigate({ uri, zoom: withPath(replaced, path) }),
      ),
    )
    const remove = createButton('Remove', { 'aria-label': `Remove ${one.path} from the zoom` }, () =>
      navigator.navigate({ uri, zoom: replaced }),
    )
    return createElement(
      'li',
      {},
      createElement('p', {}, createElement('code', {}, one.path), ` ${extentOf(one)}: ${reasonOf(one)}`),
      createElement(
        'div',
        { class: 'buttons' },
        others.length > 0 ? 'Instead:' : null,
        ...others,
        isAll ? remove : null,
      ),
    )
  })
  return createElement(
    'section',
    { class: 'message needinfo missing', 'aria-label': 'Not found by the zoom' },
    createElement('ul', {}, ...items),
  )
}

/** @param {Missing} missing */
function extentOf({ lacking, total }) {
  return lacking === total ? 'was not found' : `was not found at ${lacking} of ${total}`
}

/** @param {Missing} missing */
function reasonOf({ reason, relation, at, kind, when }) {
  const from = [kind || 'the resource', at && `(${at})`].filter(Boolean).join(' ')
  if (reason === 'unknown') return `${from} has no relation ${relation}.`
  if (reason === 'absent') return `${from} has no link ${relation} now.${when === '' ? '' : ` Present: ${when}.`}`
  return `${from} has the link ${relation}, but its resource is absent or not permitted.`
}
