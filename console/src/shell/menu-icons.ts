import {
  ClockIcon,
  CurveIcon,
  DeviceIcon,
  DownloadIcon,
  FilterIcon,
  type Icon,
  KeyIcon,
  ListIcon,
  LockIcon,
  PhoneIcon,
  RowsIcon,
  TreeIcon,
  UserIcon,
  UsersIcon,
} from '../ui/icons.tsx'

const ICONS: Readonly<Record<string, Icon>> = {
  clock: ClockIcon,
  curve: CurveIcon,
  device: DeviceIcon,
  lock: LockIcon,
  register: RowsIcon,
  filter: FilterIcon,
  download: DownloadIcon,
  list: ListIcon,
  unit: DeviceIcon,
  users: UsersIcon,
  user: UserIcon,
  tree: TreeIcon,
  phone: PhoneIcon,
  key: KeyIcon,
}

/** The drawing for the `icon` of a menu entry; a list for a name we do not know. */
export const menuIcon = (name: string): Icon => ICONS[name] ?? ListIcon
