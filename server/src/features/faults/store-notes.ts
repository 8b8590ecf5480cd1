import { type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The manufacturer's notes are visible to all; a distributor's to its own organisation and those above it. */
const notesWithin = (db: Db, scope: Scope) =>
  db
    .selectFrom('fault_notes')
    .leftJoin('distributors', 'distributors.agent_id', 'fault_notes.agent_id')
    .leftJoin('accounts', 'accounts.uid', 'fault_notes.uid')
    .where(sql<SqlBool>`(fault_notes.agent_id is null or ${agentsWithin(scope, 'distributors')})`)
    .select([
      'fault_notes.note_id',
      'fault_notes.uid',
      'fault_notes.text',
      'fault_notes.at',
      sql<string>`coalesce(accounts.user_name, '')`.as('author'),
    ])

/** Visible notes at a code, newest first. */
export const listNotes = (db: Db, scope: Scope, fault_id: number) =>
  notesWithin(db, scope)
    .where('fault_notes.fault_id', '=', fault_id)
    .orderBy('fault_notes.at', 'desc')
    .orderBy('fault_notes.note_id', 'desc')
    .execute()
export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

/** A visible note at this code; null = none. */
export const findNote = async (
  db: Db,
  scope: Scope,
  { fault_id, note_id }: { fault_id: number; note_id: number },
): Promise<NoteRow | null> =>
  (await notesWithin(db, scope)
    .where('fault_notes.fault_id', '=', fault_id)
    .where('fault_notes.note_id', '=', note_id)
    .executeTakeFirst()) ?? null

/** Number of notes at a code, of all organisations. */
export const countNotes = async (db: Db, fault_id: number): Promise<number> => {
  const { n } = await db
    .selectFrom('fault_notes')
    .where('fault_id', '=', fault_id)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const insertNote = async (
  db: Db,
  note: { fault_id: number; agent_id: number | null; uid: number; text: string; at: Date },
): Promise<number> => {
  const { note_id } = await db.insertInto('fault_notes').values(note).returning('note_id').executeTakeFirstOrThrow()
  return note_id
}

export const deleteNote = async (db: Db, note_id: number): Promise<void> => {
  await db.deleteFrom('fault_notes').where('note_id', '=', note_id).execute()
}
