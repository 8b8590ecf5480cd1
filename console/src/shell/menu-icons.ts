import { DeviceIcon, DownloadIcon, FilterIcon, type Icon, ListIcon, LockIcon, UserIcon } from '../ui/icons.tsx'

const ICONS: Readonly<Record<string, Icon>> = {
  device: DeviceIcon,
  filter: FilterIcon,
  lock: LockIcon,
  download: DownloadIcon,
  list: ListIcon,
  unit: DeviceIcon,
  user: UserIcon,
}

/** The drawing for the `icon` of a menu entry; a list for a name we do not know. */
export const menuIcon = (name: string): Icon => ICONS[name] ?? ListIcon
