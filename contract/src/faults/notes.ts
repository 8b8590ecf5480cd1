import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'

/** A note at a fault code after a repair. */
export const FaultNote = z.object({
  note_id: RowId,
  /** User name; empty = an account that is gone. */
  author: z.string(),
  at: z.iso.datetime(),
  text: z.string(),
  /** The caller wrote it. */
  own: z.boolean(),
})
export type FaultNote = z.output<typeof FaultNote>

/** A note as it is typed. */
export const FaultNoteDraft = z.object({ text: textOf({ min: 1, max: LIMITS.fault_text_max }) })
export type FaultNoteDraft = z.output<typeof FaultNoteDraft>

const id = RowIdText
const exampleNote: FaultNote = {
  note_id: 1,
  author: 'service',
  at: '2026-11-21T09:15:00.000Z',
  text: 'Water in the plug of the probe; dried and sealed.',
  own: true,
}

/** Notes at built-in codes too, which are otherwise read-only. */
export const faultNotes = endpoints({
  faultNoteList: {
    method: 'GET',
    path: '/fault-code/:id/notes',
    kind: 'read',
    of: 'fault-note',
    needs: 'faultcode:view',
    about: 'unscoped',
    params: z.object({ id }),
    result: z.array(FaultNote),
    fails: ['fault_code_unknown'],
    says: 'Notes at a fault code, newest first: those of the manufacturer, and those of houses in scope.',
    example: [exampleNote],
  },
  faultNoteAdd: {
    method: 'POST',
    path: '/fault-code/:id/notes',
    kind: 'change',
    of: 'fault-note',
    needs: 'faultcode:note',
    about: 'unscoped',
    params: z.object({ id }),
    body: FaultNoteDraft,
    result: FaultNote,
    fails: ['fault_code_unknown', 'fault_notes_full'],
    says: 'Notes at a fault code what solved it.',
    example: exampleNote,
  },
  faultNoteDelete: {
    method: 'DELETE',
    path: '/fault-code/:id/notes/:note_id',
    kind: 'change',
    of: 'fault-note',
    needs: 'faultcode:note',
    about: 'unscoped',
    params: z.object({ id, note_id: id }),
    result: z.object({ note_id: RowId }),
    fails: ['fault_note_unknown', 'fault_note_of_another'],
    says: 'Removes an own note; those of others only with the right to edit fault codes.',
    example: { note_id: 1 },
  },
})
