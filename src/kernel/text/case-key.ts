/** Equal for texts that differ only in case, in the composition of their characters, or in white space around them. */
export function caseKey(text: string): string {
  return plainText(text).toLowerCase()
}

/** Without white space around it, and in NFC. */
export function plainText(text: string): string {
  return text.trim().normalize('NFC')
}
