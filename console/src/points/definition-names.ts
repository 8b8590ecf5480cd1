import { useMessages } from '../messages/messages.ts'

/** Names of a product's tabs and group tags in the viewer's language; unknown ones as defined. */
export const useDefinitionNames = () => {
  const t = useMessages('points')
  const tabs: Record<string, string> = t(($) => $.product_tabs, { returnObjects: true })
  const groups: Record<string, string> = t(($) => $.groups, { returnObjects: true })
  return { tab: (name: string) => tabs[name] ?? name, group: (tag: string) => groups[tag] ?? tag }
}
