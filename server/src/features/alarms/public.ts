export { listChangedAlarms } from './store.ts'
export { codeKey, listAlarmRows, listCodeNames } from './store-list.ts'
export { listMentions } from './store-mentions.ts'
export { toAlarm } from './to-wire.ts'
