import { createContext } from 'react'

/** Passes a new secret from the dialog to the page below. */
export const MadeContext = createContext<(secret: string | null) => void>(() => undefined)
