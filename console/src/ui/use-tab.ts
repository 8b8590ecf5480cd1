import { useSearchParams } from 'react-router'

/** The current tab of a screen, in the query as `?tab=`; an unknown one shows the first. */
export const useTab = <const Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
): readonly [tab: Tab, show: (tab: Tab) => void] => {
  const [query, setQuery] = useSearchParams()
  const requested_tab = query.get('tab')
  const show = (tab: Tab) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (tab === tabs[0]) after.delete('tab')
      else after.set('tab', tab)
      return after
    })
  return [tabs.find((tab) => tab === requested_tab) ?? tabs[0], show]
}
