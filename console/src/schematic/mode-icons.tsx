import {
  DropIcon,
  FlameIcon,
  type Icon,
  NoSignalIcon,
  PauseIcon,
  PowerIcon,
  QuestionIcon,
  SnowIcon,
  WarningIcon,
} from '../ui/icons.tsx'
import type { OperatingMode } from './schematic-state.ts'

/** Icon of each operating mode. */
export const MODE_ICONS = {
  heating: FlameIcon,
  cooling: SnowIcon,
  hot_water: DropIcon,
  defrost: SnowIcon,
  standby: PauseIcon,
  off: PowerIcon,
  unknown: QuestionIcon,
  fault: WarningIcon,
  offline: NoSignalIcon,
} as const satisfies Record<OperatingMode, Icon>
