import { createContext, useContext, useEffect } from 'react'

/** Sets the label of the current tab; provided by the shell. */
export const TabLabel = createContext<(label: string) => void>(() => {})

/** Labels the tab of this screen; no effect while the label is undefined. */
export const useTabLabel = (label: string | undefined): void => {
  const name = useContext(TabLabel)
  useEffect(() => {
    if (label !== undefined) name(label)
  }, [label, name])
}
