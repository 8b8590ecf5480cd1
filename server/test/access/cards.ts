import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** The operator of the cards that are counted, and of no other. */
export const MATRIX_OPERATOR = 'Matrix'

const cards = new WeakMap<AccessStage, Promise<Subject[]>>()
/** A card in each device, and one in none; no call uses one up. */
export const cardsOf = (stage: AccessStage): Promise<Subject[]> => {
  const made = cards.get(stage) ?? makeCards(stage)
  cards.set(stage, made)
  return made
}

const makeCards = async ({ database: { db }, fleet }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const [index, device] of [...fleet.devices, null].entries()) {
    const imported_user = device?.imported_user ?? 'admin'
    const { card_id } = await db
      .insertInto('iccids')
      .values({
        iccid: `8986111${String(index).padStart(12, '0')}`,
        checksum_wrong: false,
        operator: MATRIX_OPERATOR,
        status: 'active',
        device_id: device?.device_id ?? null,
        imported_user,
        imported_at: new Date('2026-02-01T08:00:00Z'),
      })
      .returning('card_id')
      .executeTakeFirstOrThrow()
    const at = device?.at ?? null
    subjects.push(subjectOf({ id: card_id, label: `card at ${at}`, at, mac: device?.mac ?? '', owner: imported_user }))
  }
  return subjects
}
