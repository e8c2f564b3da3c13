/** Renders nothing, since the form sends the constant by itself. */
export function ConstantField() {
  return null
}
