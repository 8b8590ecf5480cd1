import { createContext } from 'react'

/** True within a form whose fields cannot be changed: parts of the component library do not see a disabled fieldset. */
export const ReadOnly = createContext(false)
