const codes = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217, list one: currencies whose minor unit does not have two digits. `Intl` follows CLDR, which differs. */
const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Metals, units of account, and the codes for tests and for no currency: ISO 4217 gives them no minor unit. */
const WITHOUT_MINOR_UNIT = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '))

const digitsByCode = new Map(
  Object.entries(DIGITS).flatMap(([digits, some]) => some.split(' ').map((code) => [code, Number(digits)] as const)),
)

/** True if ISO 4217 has, or once had, this code. */
export function isCurrencyCode(code: string): boolean {
  return codes.has(code) || digitsByCode.has(code)
}

/** Digits of the minor unit by ISO 4217: 2 for most currencies, 0 for yen; null for a code without a minor unit. */
export function minorUnitDigits(code: string): number | null {
  if (!isCurrencyCode(code) || WITHOUT_MINOR_UNIT.has(code)) return null
  return digitsByCode.get(code) ?? 2
}
