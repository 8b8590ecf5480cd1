import { createContext } from 'react'

type Renaming = {
  /** The device whose name is being edited; null = none. */
  mac: string | null
  start: (mac: string) => void
  stop: () => void
}

/** Which row's name is being edited: by its pencil, a double click, or F2 on the row. */
export const Renaming = createContext<Renaming>({ mac: null, start: () => {}, stop: () => {} })
