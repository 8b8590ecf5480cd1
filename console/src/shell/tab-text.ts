import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMenuLabel } from './menu-label.ts'
import { useShell } from './shell-state.ts'
import { nameTab, type Tab } from './tabs.ts'

const PRODUCT = 'Heatfleet'

/** What a tab is called, in the language of the moment unless its screen labelled it. */
export const useTabText = (): ((tab: Tab) => string) => {
  const labelOf = useMenuLabel()
  return (tab) => (tab.is_labelled === true ? tab.label : nameTab(labelOf(tab), tab.key))
}

/** The browser's title names the screen that is shown. */
export const useBrowserTitle = (): void => {
  const { pathname } = useLocation()
  const textOf = useTabText()
  const tab = useShell(({ tabsList }) => tabsList.find(({ path }) => path === pathname))
  const title = tab === undefined ? PRODUCT : `${textOf(tab)} · ${PRODUCT}`
  useEffect(() => {
    document.title = title
    return () => {
      document.title = PRODUCT
    }
  }, [title])
}
