import { z } from 'zod'
import { PERMISSIONS, type Permission } from './permissions.ts'

/**
 * One entry of the menu as the server returns it (spec 2): path, name, label, icon, children and a permissions list.
 * `hidden` entries are routes without a line in the menu (a detail page). The console words entries by `name`.
 */
export const MenuEntry = z.object({
  path: z.string(),
  name: z.string(),
  label: z.string(),
  icon: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  hidden: z.boolean(),
  get children(): z.ZodArray<typeof MenuEntry> {
    return z.array(MenuEntry)
  },
})
export type MenuEntry = {
  path: string
  name: string
  label: string
  icon: string
  permissions: Permission[]
  hidden: boolean
  children: MenuEntry[]
}
