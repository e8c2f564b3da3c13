import { openBrowser, SHORT_LIVED } from '../../../test/support/servers/browser.ts'
import { shared } from '../../../test/support/shared.ts'
import { Browsers } from './browsers.ts'

export const browsers = shared(
  async () => new Browsers(await openBrowser(SHORT_LIVED)),
  (opened) => opened.close(),
)
