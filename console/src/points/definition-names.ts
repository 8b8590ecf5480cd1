import { useMessages } from '../messages/messages.ts'

/**
 * Names of a product's tabs and group tags in the viewer's language; unknown ones as defined. Points of an imported list
 * often have none.
 */
export const useDefinitionNames = () => {
  const t = useMessages('points')
  const tabs: Record<string, string> = t(($) => $.product_tabs, { returnObjects: true })
  const groups: Record<string, string> = t(($) => $.groups, { returnObjects: true })
  const nameIn = (names: Record<string, string>, name: string) =>
    name === '' ? t(($) => $.unnamed) : (names[name] ?? name)
  return { tab: (name: string) => nameIn(tabs, name), group: (tag: string) => nameIn(groups, tag) }
}
