import { createContext } from 'react'

/** Gives the page the secret that was made above it. */
export const MadeContext = createContext<(secret: string | null) => void>(() => undefined)
