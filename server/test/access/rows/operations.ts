import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

/** The installation belongs to no distributor: the right alone decides. */
export const rows: AccessRows = {
  deadLetter: { sends: { params: { id: NOWHERE } }, answers: 'dead_letter_gone' },
  deadLetterReplay: { sends: { body: { ids: [NOWHERE] } }, answers: 'dead_letter_gone' },
  deadLetterDiscard: { sends: { body: { ids: [NOWHERE] } }, answers: 'dead_letter_gone' },
  socketClose: { sends: { body: { socket_id: NOWHERE } }, answers: 'socket_gone' },
  jobRetry: { sends: { body: { job_id: NOWHERE } }, answers: 'job_gone' },
  jobDiscard: { sends: { body: { job_id: NOWHERE } }, answers: 'job_gone' },
}
