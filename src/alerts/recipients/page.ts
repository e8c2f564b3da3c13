import { randomBytes } from 'node:crypto'
import { pagePolicy } from '../../http/lists/page.ts'
import type { Confirmation } from './confirm.ts'

/** A page without scripts, and the policy with its nonce. */
type Page = { status: number; html: string; policy: string }

/** Returns the page of a link. All text is fixed, because the reader may not know who entered the address. */
export function confirmationPage(confirmation: Confirmation, code: string): Page {
  const nonce = randomBytes(16).toString('base64')
  const { status, title, body } = CONTENTS[confirmation]
  return {
    status,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body(code)}
</main>
</body>
</html>
`,
    policy: pagePolicy({
      'style-src': `'nonce-${nonce}'`,
      'img-src': 'data:',
      'form-action': "'self'",
      'script-src': null,
      'connect-src': null,
    }),
  }
}

type Content = { status: number; title: string; body: (code: string) => string }

/** The code of a valid link needs no escaping: it contains only letters, digits, - and _. */
const CONTENTS: Readonly<Record<Confirmation, Content>> = {
  unconfirmed: {
    status: 200,
    title: 'Confirm your e-mail address',
    body: (
      code,
    ) => `<p>The address at which you got this link was entered to get alerts. An alert says that the delivery of events to another system has problems.</p>
<form method="post" action="confirm">
<input type="hidden" name="code" value="${code}">
<button type="submit">I want these alerts</button>
</form>
<p>If you do not want them, close this page: without your confirmation none are sent to you.</p>`,
  },
  confirmed: {
    status: 200,
    title: 'Your address is confirmed',
    body: () => '<p>Alerts will be sent to it from now on. You can close this page.</p>',
  },
  invalid: {
    status: 404,
    title: 'This link is not valid',
    body: () =>
      '<p>It has expired, was replaced, or is incomplete. To get a new one, ask the people who manage the alerts to save the alert again.</p>',
  },
}

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; padding: 1.5rem 1rem; background: light-dark(#ffffff, #101418); color: light-dark(#1c2128, #dde3ea); font: 1rem/1.6 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.375rem; background: light-dark(#0b57a8, #7cb8ff); color: light-dark(#ffffff, #101418); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1c2128, #dde3ea); outline-offset: 2px; }`
