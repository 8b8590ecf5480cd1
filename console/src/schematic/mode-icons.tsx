import type { ReactNode } from 'react'
import { DropIcon, FlameIcon, type Icon, SnowIcon, WarningIcon } from '../ui/icons.tsx'
import type { OperatingMode } from './schematic-state.ts'

const icon = (drawing: ReactNode): Icon =>
  function ModeIcon({ size = 16, ...rest }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        aria-hidden="true"
        {...rest}
      >
        {drawing}
      </svg>
    )
  }

/** Icon of each operating mode. */
export const MODE_ICONS = {
  heating: FlameIcon,
  cooling: SnowIcon,
  hot_water: DropIcon,
  defrost: SnowIcon,
  standby: icon(<path d="M9 6v12M15 6v12" />),
  off: icon(<path d="M12 4v8M7 6.8a7.5 7.5 0 1 0 10 0" />),
  unknown: icon(<path d="M9 9a3 3 0 1 1 4.300 2.700c-.8.400-1.300 1-1.300 1.800V14M12 17.500h.01" />),
  fault: WarningIcon,
  offline: icon(
    <path d="M4 4l16 16M3.500 10a12 12 0 0 1 4.500-2.900M12.500 6.100A12 12 0 0 1 20.500 10M6.800 13.500a7.500 7.500 0 0 1 4-2M15.500 12.500l1.700 1M12 18.500h.01" />,
  ),
} as const satisfies Record<OperatingMode, Icon>
