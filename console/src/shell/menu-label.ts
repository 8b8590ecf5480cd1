import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'

/** The label of a menu entry: ours by its name, the server's label for an unknown name. */
export const useMenuLabel = (): ((entry: Pick<MenuEntry, 'name' | 'label'>) => string) => {
  const t = useMessages('shared')
  return useMemo(() => {
    const menu_names = new Map<string, string>(Object.entries(t(($) => $.menu, { returnObjects: true })))
    return (entry) => menu_names.get(entry.name) ?? entry.label
  }, [t])
}
