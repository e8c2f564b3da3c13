/**
 * For how many milliseconds a test waits for what must come. It ends a test that would hang and is the bound of no promise:
 * a wait has it on every machine, however much else that one does, and a promise is asserted by itself.
 */
export const PATIENCE_MS = 60_000
