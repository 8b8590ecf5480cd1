import { menuFor } from '@heatfleet/contract/menu.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useMessages } from '../../messages/messages.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NeverAny } from '../../ui/states.tsx'
import styles from './roles.module.css'

/** The menu of accounts with these permissions. */
export function MenuPreview({ permissions }: { permissions: readonly Permission[] }) {
  const t = useMessages('roles')
  const menu = menuFor(new Set(permissions))
  return (
    <Panel title={t(($) => $.menu_preview)}>
      {menu.length === 0 ? <NeverAny icon={LockIcon} title={t(($) => $.menu_empty)} /> : <Entries entries={menu} />}
    </Panel>
  )
}

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useMessages('shared')
  const menu_names: Readonly<Record<string, string>> = t(($) => $.menu, { returnObjects: true })
  return (
    <ul className={styles.menu}>
      {entries
        .filter(({ hidden }) => !hidden)
        .map((entry) => (
          <li key={entry.name}>
            {menu_names[entry.name] ?? entry.label}
            {entry.children.length > 0 && <Entries entries={entry.children} />}
          </li>
        ))}
    </ul>
  )
}
