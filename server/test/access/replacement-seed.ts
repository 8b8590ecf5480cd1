import type { AccessStage } from './stage.ts'

/** A replacement of a device long ago, which nobody can undo. */
export const addReplacement = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  device_id: number,
  mac: string,
  by_uid: number | null = null,
): Promise<void> => {
  await db
    .insertInto('device_replacements')
    .values({
      device_id,
      old_mac: mac,
      new_mac: mac,
      kind: 'module',
      reason: mac,
      sim_moved: false,
      replaced_at: new Date(0),
      by_uid,
      claim_generation: 1,
      retired_active: false,
    })
    .execute()
}
