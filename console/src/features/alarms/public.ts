import { lazy } from 'react'

export { SeverityChip, SlaMark, useAlarmText } from './alarm-marks.tsx'
export { AlarmStream } from './alarm-stream.tsx'
export { AlarmSummary } from './alarm-summary.tsx'
export { DeviceAlarms } from './device-alarms.tsx'
export { MUTE_TIME, type MuteTimeDraft, MuteTimeFields, muteTimeOf, useMuteEnd } from './mute-fields.tsx'
/** Fetched when it is opened, with the schemas that no screen beside it needs. */
export const MuteDrawer = lazy(async () => ({ default: (await import('./mute-drawer.tsx')).MuteDrawer }))
