import { useSyncExternalStore } from 'react'

/** The window of a phone; the same width as in the style sheets. */
const narrow = () => matchMedia('(width < 700px)')

const subscribe = (changed: () => void) => {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is a phone's: cards in place of tables, the menu in a drawer. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches)
