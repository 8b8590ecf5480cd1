import { NO_VISIT } from '@heatfleet/contract/service-orders/visit.ts'
import type { AccessRows } from '../rows.ts'

const text = { body: { text: 'Test' } }

/** Service orders of devices in reach, unresolved ones unless a row says otherwise. */
export const rows: AccessRows = {
  orderList: [{}, { about: { list: 'resolved_service_order' }, sends: { body: { tab: 'resolved' } } }],
  orderInfo: [{}, { about: 'resolved_service_order' }],
  orderPicture: { sends: { params: { picture_no: 1 } }, answers: 'not_found' },
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
  evaluationList: { about: { list: 'resolved_service_order' } },
  orderRevisit: { about: 'resolved_service_order', sends: text },
}
