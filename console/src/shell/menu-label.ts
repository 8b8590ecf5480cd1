import type { MenuEntry } from '@heatfleet/contract/menu.ts'
import { useWords } from '../words/words.ts'

/** The word for a menu entry: ours by its name, the server's own label for a name we do not know. */
export const useMenuLabel = (): ((entry: Pick<MenuEntry, 'name' | 'label'>) => string) => {
  const t = useWords('shell')
  const words = t(($) => $.menu, { returnObjects: true })
  return (entry) => {
    const word = Object.entries(words).find(([name]) => name === entry.name)
    return word === undefined ? entry.label : word[1]
  }
}
