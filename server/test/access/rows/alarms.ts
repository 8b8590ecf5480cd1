import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const text = { body: { text: 'Test' } }

/** Alarms of devices in reach, active and unprocessed. */
export const rows: AccessRows = {
  alarmList: [{}, { about: { list: 'closed_alarm' }, sends: { body: { tab: 'closed' } } }],
  alarmGroups: { sends: { body: { by: 'device', handling: 'unprocessed' } } },
  alarmStorms: {},
  alarmSnapshot: { answers: 'not_found' },
  alarmAccept: { sends: { body: { release: true } }, answers: 'alarm_state' },
  alarmAssign: { sends: { body: { assignee_uid: NOWHERE } }, answers: 'user_not_exist' },
  alarmProcess: { about: 'closed_alarm', sends: text, answers: 'alarm_state' },
  alarmClose: { about: 'closed_alarm', sends: text, answers: 'alarm_state' },
  alarmReopen: { sends: text, answers: 'alarm_state' },
  alarmPicture: { sends: { params: { log_id: NOWHERE, picture_no: 1 } }, answers: 'not_found' },
  alarmComment: { sends: text },
}
