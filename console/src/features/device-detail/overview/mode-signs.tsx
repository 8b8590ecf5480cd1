import type { ReactNode } from 'react'
import type { UnitMode } from '../../../schematic/schematic-state.ts'
import { DropIcon, FlameIcon, type Icon, SnowIcon, WarningIcon } from '../../../ui/icons.tsx'

const sign = (drawing: ReactNode): Icon =>
  function Sign({ size = 16, ...rest }) {
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

/** The sign of each thing a unit may be doing. */
export const MODE_SIGNS = {
  heating: FlameIcon,
  cooling: SnowIcon,
  hot_water: DropIcon,
  defrost: SnowIcon,
  standby: sign(<path d="M9 6v12M15 6v12" />),
  off: sign(<path d="M12 4v8M7 6.8a7.5 7.5 0 1 0 10 0" />),
  fault: WarningIcon,
  offline: sign(
    <path d="M4 4l16 16M3.500 10a12 12 0 0 1 4.500-2.900M12.500 6.100A12 12 0 0 1 20.500 10M6.800 13.500a7.500 7.500 0 0 1 4-2M15.500 12.500l1.700 1M12 18.500h.01" />,
  ),
} as const satisfies Record<UnitMode, Icon>
