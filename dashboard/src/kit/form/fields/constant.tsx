/** It is sent, and there is nothing to choose. */
export function ConstantField() {
  return null
}
