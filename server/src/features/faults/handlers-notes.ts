import { Refusal } from '@heatfleet/contract/errors.ts'
import type { FaultNote } from '@heatfleet/contract/faults/notes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { type FaultRow, findFault } from './store.ts'
import { countNotes, deleteNote, findNote, insertNote, listNotes, type NoteRow } from './store-notes.ts'

/** Notes on what solved a fault, also at built-in codes. */
export const faultNoteHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const readFault = async (fault_id: number): Promise<FaultRow> => {
    const fault = await findFault(db, fault_id)
    if (fault === null) throw new Refusal('fault_code_unknown')
    return fault
  }
  return {
    faultNoteList: async ({ params: { id } }, { caller }) => {
      await readFault(id)
      return (await listNotes(db, caller.scope, id)).map((row) => toNote(row, caller.uid))
    },

    faultNoteAdd: async ({ params: { id }, body: { text } }, { caller, note }) => {
      note({ object: `fault-code ${id}`, detail: { after: { text } } })
      const { set_name, code } = await readFault(id)
      note({ object: `fault-code ${set_name} ${code}` })
      if ((await countNotes(db, id)) >= LIMITS.fault_notes_max)
        throw new Refusal('fault_notes_full', { details: { max: LIMITS.fault_notes_max } })
      const { uid, user_name, agent_id } = caller
      const at = new Date(clock.now())
      const note_id = await insertNote(db, { fault_id: id, agent_id, uid, text, at })
      return { note_id, author: user_name, at: at.toISOString(), text, own: true }
    },

    faultNoteDelete: async ({ params: { id, note_id } }, { caller, note }) => {
      note({ object: `fault-note ${note_id}` })
      const found = await findNote(db, caller.scope, { fault_id: id, note_id })
      if (found === null) throw new Refusal('fault_note_unknown')
      if (found.uid !== caller.uid && !caller.permissions.has('faultcode:edit'))
        throw new Refusal('fault_note_of_another')
      await deleteNote(db, note_id)
      note({ detail: { before: { text: found.text, author: found.author } } })
      return { note_id }
    },
  } satisfies Pick<Handlers, 'faultNoteList' | 'faultNoteAdd' | 'faultNoteDelete'>
}

const toNote = ({ uid, at, ...row }: NoteRow, caller_uid: number): FaultNote => ({
  ...row,
  at: at.toISOString(),
  own: uid === caller_uid,
})
