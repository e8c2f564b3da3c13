import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { cssVariablesResolver, theme } from './theme.ts'

/** Applies the theme's variables without a `<style>` element, which a strict content security policy blocks. */
export function adoptThemeVariables(): void {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const sheet = new CSSStyleSheet()
  const own = cssVariablesResolver(merged)
  const common = defaultCssVariablesResolver(merged)
  sheet.replaceSync(
    convertCssVariables(
      {
        variables: { ...common.variables, ...own.variables },
        light: { ...common.light, ...own.light },
        dark: { ...common.dark, ...own.dark },
      },
      ':root',
    ),
  )
  document.adoptedStyleSheets.push(sheet)
}
