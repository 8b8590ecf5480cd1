export { SeverityChip, SlaMark, useAlarmText } from './alarm-marks.tsx'
export { AlarmSummary } from './alarm-summary.tsx'
export { DeviceAlarms } from './device-alarms.tsx'
export { MUTE_TIME, type MuteTimeDraft, MuteTimeFields, muteTimeOf, useMuteEnd } from './mute-fields.tsx'
