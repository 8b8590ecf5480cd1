import { createContext, useContext, useEffect } from 'react'

/** How a screen names its own tab; the shell provides it. */
export const TabLabel = createContext<(label: string) => void>(() => {})

/** Names the tab this screen is in; nothing happens while the label is not known yet. */
export const useTabLabel = (label: string | undefined): void => {
  const name = useContext(TabLabel)
  useEffect(() => {
    if (label !== undefined) name(label)
  }, [label, name])
}
