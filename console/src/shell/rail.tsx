import { api } from '@heatfleet/contract/api.ts'
import { NO_BRANDING } from '@heatfleet/contract/distributors/branding.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { useRead } from '../cloud/call.ts'
import { useSession } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import {
  BoardIcon,
  ClockIcon,
  CurveIcon,
  DashboardIcon,
  DeviceIcon,
  DownloadIcon,
  FilterIcon,
  type Icon,
  KeyIcon,
  ListIcon,
  LockIcon,
  PanelLeftIcon,
  PhoneIcon,
  PinIcon,
  RowsIcon,
  SettingsIcon,
  TreeIcon,
  TruckIcon,
  UserIcon,
  UsersIcon,
  WarningIcon,
  WrenchIcon,
} from '../ui/icons.tsx'
import { DropdownMenu } from '../ui/menu.tsx'
import { Modal } from '../ui/modal.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { homeOf } from './home.ts'
import { useMenuLabel } from './menu-label.ts'
import styles from './rail.module.css'
import { openMenu, selectMenu, toggleCollapse, useShell } from './shell-state.ts'
import { Switches } from './switches.tsx'

const ICONS: Readonly<Record<string, Icon>> = {
  alarm: WarningIcon,
  board: BoardIcon,
  chart: CurveIcon,
  clock: ClockIcon,
  curve: CurveIcon,
  dashboard: DashboardIcon,
  device: DeviceIcon,
  lock: LockIcon,
  register: RowsIcon,
  filter: FilterIcon,
  download: DownloadIcon,
  list: ListIcon,
  truck: TruckIcon,
  unit: DeviceIcon,
  users: UsersIcon,
  user: UserIcon,
  tree: TreeIcon,
  phone: PhoneIcon,
  pin: PinIcon,
  key: KeyIcon,
  settings: SettingsIcon,
  wrench: WrenchIcon,
}

/** Icon of a menu entry; a list for an unknown name. */
const menuIcon = (name: string): Icon => ICONS[name] ?? ListIcon

/** Branding rarely changes, ms. */
const STALE_MS = 600_000

const visible = (entry: MenuEntry) => entry.children.filter((child) => !child.hidden)

/** The menu at the left, as sent by the server: icons only, or expanded with labels; on a phone a drawer. */
export function Rail() {
  const t = useMessages('shell')
  const menu = useSession((session) => session.menu)
  const isCollapse = useShell((shell) => shell.isCollapse)
  const is_signed_in = useSession(({ user }) => user !== null)
  const { data: branding = NO_BRANDING } = useRead(api.ownBranding, {}, { enabled: is_signed_in, staleTime: STALE_MS })
  const is_narrow = useNarrow()
  const isMenuOpen = useShell((shell) => shell.isMenuOpen)
  const fold = isCollapse ? t(($) => $.expand) : t(($) => $.collapse)
  const toggle = (
    <button
      type="button"
      className={styles.fold}
      aria-label={fold}
      aria-expanded={!isCollapse}
      onClick={toggleCollapse}
    >
      <PanelLeftIcon size={18} />
    </button>
  )
  if (is_narrow)
    return (
      <Modal
        shape="menu"
        open={isMenuOpen}
        title={branding.brand_name || t(($) => $.product)}
        onClose={() => openMenu(false)}
        footer={<Switches />}
      >
        <nav aria-label={t(($) => $.menu_label)}>
          {menu.map((entry) => (
            <Open key={entry.name} entry={entry} />
          ))}
        </nav>
      </Modal>
    )
  return (
    <nav className={styles.rail} data-open={!isCollapse || undefined} aria-label={t(($) => $.menu_label)}>
      <BrandMark branding={branding} product={t(($) => $.product)} open={!isCollapse} />
      {menu.map((entry) =>
        isCollapse ? <Folded key={entry.name} entry={entry} /> : <Open key={entry.name} entry={entry} />,
      )}
      <span className={styles.space} />
      {isCollapse ? (
        <Tooltip text={fold} side="right">
          {toggle}
        </Tooltip>
      ) : (
        toggle
      )}
    </nav>
  )
}

function Folded({ entry }: { entry: MenuEntry }) {
  const labelOf = useMenuLabel()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const IconComponent = menuIcon(entry.icon)
  const screens = visible(entry)
  const appearance = {
    className: `${styles.sign} ${pathname.startsWith(entry.path) ? styles.on : ''}`,
    'aria-label': labelOf(entry),
  }
  if (screens.length > 1)
    return (
      <DropdownMenu
        label={labelOf(entry)}
        side="right"
        header={labelOf(entry)}
        trigger={(button) => (
          <button type="button" {...button} {...appearance}>
            <IconComponent size={18} />
          </button>
        )}
        items={screens.map((screen) => ({
          key: screen.name,
          label: labelOf(screen),
          icon: menuIcon(screen.icon),
          onSelect: () => {
            selectMenu(entry)
            void navigate(screen.path)
          },
        }))}
      />
    )
  return (
    <Tooltip text={labelOf(entry)} side="right">
      <NavLink to={homeOf([entry]) ?? entry.path} {...appearance} onClick={() => selectMenu(entry)}>
        <IconComponent size={18} />
      </NavLink>
    </Tooltip>
  )
}

function Open({ entry }: { entry: MenuEntry }) {
  const labelOf = useMenuLabel()
  const IconComponent = menuIcon(entry.icon)
  return (
    <div className={styles.group}>
      <div className={styles.heading}>
        <IconComponent size={16} />
        {labelOf(entry)}
      </div>
      {visible(entry).map((screen) => (
        <NavLink
          key={screen.name}
          to={screen.path}
          className={({ isActive }) => `${styles.entry} ${isActive ? styles.on : ''}`}
          onClick={() => {
            selectMenu(entry)
            openMenu(false)
          }}
        >
          {labelOf(screen)}
        </NavLink>
      ))}
    </div>
  )
}
