import { DeviceIcon, type Icon, ListIcon, UserIcon } from '../ui/icons.tsx'

const ICONS: Readonly<Record<string, Icon>> = { device: DeviceIcon, list: ListIcon, unit: DeviceIcon, person: UserIcon }

/** The drawing for the `icon` of a menu entry; a list for a name we do not know. */
export const menuIcon = (name: string): Icon => ICONS[name] ?? ListIcon
