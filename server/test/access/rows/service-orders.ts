import { NO_VISIT } from '@heatfleet/contract/service-orders/visit.ts'
import { makeToken } from '../../../src/features/session/public.ts'
import { isCannedAbove } from '../canned-answers.ts'
import type { AccessRow, AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const cannedOr =
  (otherwise: string): AccessRow['answers'] =>
  (person, subject, fleet) =>
    isCannedAbove(person, subject, fleet) ? 'canned_answer_read_only' : otherwise
const text = { body: { text: 'Test' } }

/** Service orders of devices in reach, unresolved ones unless a row says otherwise. */
export const rows: AccessRows = {
  orderList: [{}, { about: { list: 'resolved_service_order' }, sends: { body: { tab: 'resolved' } } }],
  orderInfo: [{}, { about: 'resolved_service_order' }],
  orderPicture: { sends: { params: { picture_no: 1 } }, answers: 'not_found' },
  orderLinePicture: { sends: { params: { line_id: NOWHERE, picture_no: 1 } }, answers: 'not_found' },
  orderVideo: { sends: { params: { video_no: 1 } }, answers: 'not_found' },
  orderVideoAttach: { sends: { body: { content: 'AAAA' } }, answers: 'order_video_invalid' },
  orderCreate: { sends: { body: { type: 'usage', problem: 'Test' } } },
  orderReply: [{ sends: text }, { about: 'resolved_service_order', sends: text, answers: 'order_resolved' }],
  orderNote: { sends: text },
  orderAssign: { sends: { body: { handler_uid: null } } },
  orderVisit: {
    sends: { body: { ...NO_VISIT, visit_changed_time: '2026-01-01T00:00:00.000Z' } },
    answers: 'stale_edit',
  },
  orderResolve: { answers: 'order_unanswered' },
  orderReopen: { sends: { body: { reason: 'Test' } }, answers: 'order_not_resolved' },
  orderTransfer: { sends: { body: { levels_up: 0, reason: 'Test' } }, answers: 'order_level_unchanged' },
  orderSettingsSet: { sends: { body: { escalation_minutes: 60 } } },
  orderStatistics: { sends: { body: { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' } } },
  cannedAnswerCreate: {
    sends: () => ({ body: { language: 'pl', title: `Test ${makeToken().slice(0, 8)}`, text: 'Test' } }),
  },
  cannedAnswerEdit: {
    sends: { body: { language: 'en', title: 'Test', text: 'Test', updated_at } },
    answers: cannedOr('stale_edit'),
  },
  cannedAnswerDelete: { sends: { query: { updated_at } }, answers: cannedOr('stale_edit') },
  evaluationList: { about: { list: 'resolved_service_order' } },
  orderInvite: { about: 'resolved_service_order', answers: 'order_rated' },
  orderRevisit: { about: 'resolved_service_order', sends: text },
}
