import { createContext } from 'react'

/** True within a form whose fields cannot be changed: a field that opens something does not see a disabled fieldset. */
export const ReadOnly = createContext(false)
