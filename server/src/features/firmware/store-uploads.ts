import type { FirmwareDraft, FirmwareFile } from '@heatfleet/contract/firmware/firmware.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const COLUMNS = ['upload_id', 'draft', 'file', 'received'] as const

/** An upload of an account. */
export const findUpload = (db: Db, uid: number, upload_id: number) =>
  db
    .selectFrom('firmware_uploads')
    .select(COLUMNS)
    .where('upload_id', '=', upload_id)
    .where('uid', '=', uid)
    .executeTakeFirst()
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>

/** The open upload of the same file by the same account, with the draft of now; undefined = there is none. */
export const resumeUpload = (db: Db, uid: number, draft: FirmwareDraft, file: FirmwareFile, at: Date) =>
  db
    .updateTable('firmware_uploads')
    .set({ draft: JSON.stringify(draft), file: JSON.stringify(file), touched_at: at })
    .where('uid', '=', uid)
    .where(sql<string>`file ->> 'sha256'`, '=', file.sha256)
    .where(sql<string>`file ->> 'size'`, '=', String(file.size))
    .returning(COLUMNS)
    .executeTakeFirst()

/** Inserts an upload; undefined when the account has `open_max` open ones. */
export const insertUpload = async (
  trx: Db,
  upload: { uid: number; draft: FirmwareDraft; file: FirmwareFile; at: Date },
  open_max: number,
) => {
  const { uid, draft, file, at } = upload
  // One after the other for one account, so that two at once do not pass the limit together.
  await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
  const { n } = await trx
    .selectFrom('firmware_uploads')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  if (n >= open_max) return undefined
  return trx
    .insertInto('firmware_uploads')
    .values({ uid, draft: JSON.stringify(draft), file: JSON.stringify(file), touched_at: at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Counts what is on the disk; never less than before. */
export const saveReceived = async (db: Db, upload_id: number, received: number, at: Date): Promise<void> => {
  await db
    .updateTable('firmware_uploads')
    .set({ received: sql`greatest(received, ${received}::int)`, touched_at: at })
    .where('upload_id', '=', upload_id)
    .execute()
}

export const deleteUpload = async (db: Db, upload_id: number): Promise<boolean> => {
  const done = await db.deleteFrom('firmware_uploads').where('upload_id', '=', upload_id).executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Deletes uploads that nobody went on with since; their ids. */
export const deleteOldUploads = async (db: Db, touched_before: Date): Promise<number[]> => {
  const gone = await db
    .deleteFrom('firmware_uploads')
    .where('touched_at', '<', touched_before)
    .returning('upload_id')
    .execute()
  return gone.map(({ upload_id }) => upload_id)
}
