import { createContext, useContext, useEffect } from 'react'

/** What a screen says about its tab; provided by the shell. */
export const TabOfScreen = createContext<{ label: (text: string) => void; abandon: () => void }>({
  label: () => {},
  abandon: () => {},
})

/** Labels the tab of this screen; no effect while the label is undefined. */
export const useTabLabel = (text: string | undefined): void => {
  const { label } = useContext(TabOfScreen)
  useEffect(() => {
    if (text !== undefined) label(text)
  }, [text, label])
}

/** The screen has nothing to show: its tab closes once another screen is shown. */
export const useTabGone = (is_gone: boolean): void => {
  const { abandon } = useContext(TabOfScreen)
  useEffect(() => {
    if (is_gone) abandon()
  }, [is_gone, abandon])
}
