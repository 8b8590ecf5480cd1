import type { Kysely } from 'kysely'
import { makeToken } from '../../src/features/session/public.ts'
import type { Tables } from '../../src/platform/tables.ts'
import type { SmallAccount } from '../small-fleet.ts'
import { isGrouped, reaches } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

type Db = Kysely<Tables>
type Owner = { agent_id: number | null; device_id: number }

const AT = new Date('2026-02-01T08:00:00Z')
/** Where the unit is that the manufacturer's own rule and mute name. */
const OF_MANUFACTURER = 'A2'

/** A rule that is switched off, of one unit. */
export const addAlarmRule = async (
  db: Db,
  { agent_id, device_id }: Owner,
  product_key: string,
  rule_name = makeToken().slice(0, 8),
): Promise<number> => {
  const condition = { match: 'all', groups: [{ match: 'all', terms: [{ of: 'state', state: 'online' }] }] }
  const { rule_id } = await db
    .insertInto('alarm_rules')
    .values({
      rule_name,
      product_key,
      agent_id,
      target_by: 'devices',
      device_ids: [device_id],
      condition: JSON.stringify(condition),
      hold: JSON.stringify({ by: 'at_once' }),
      clear_minutes: 0,
      severity: 'minor',
      cool_down_minutes: 10,
      created_at: AT,
      updated_at: AT,
    })
    .returning('rule_id')
    .executeTakeFirstOrThrow()
  return rule_id
}

/** A mute of one unit that is over. */
export const addAlarmMute = async (db: Db, { agent_id, device_id }: Owner, reason = 'Matrix'): Promise<number> => {
  const { mute_id } = await db
    .insertInto('alarm_mutes')
    .values({ agent_id, device_id, reason, from_at: AT, until_at: new Date(AT.getTime() + 3_600_000) })
    .returning('mute_id')
    .executeTakeFirstOrThrow()
  return mute_id
}

const PLACES = [null, 'A', 'A1', 'A11', 'A2', 'B'] as const

const ofEach = async (
  { fleet, database: { db } }: AccessStage,
  what: string,
  add: (db: Db, owner: Owner) => Promise<number>,
): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const at of PLACES) {
    const device = fleet.devices.find((one) => one.at === (at ?? OF_MANUFACTURER))
    if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
    const agent_id = at === null ? null : fleet.distributors[at].agent_id
    const id = await add(db, { agent_id, device_id: device.device_id })
    subjects.push(subjectOf({ id, label: `${what} of ${at ?? 'the manufacturer'}`, at, mac: device.mac }))
  }
  return subjects
}

/** A rule of each organisation, about a unit at its place. */
export const alarmRulesOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, 'alarm rule', (db, owner) => addAlarmRule(db, owner, stage.fleet.product_key))

/** A mute of each organisation, of a unit at its place. */
export const alarmMutesOf = (stage: AccessStage): Promise<Subject[]> => ofEach(stage, 'alarm mute', addAlarmMute)

/** Of the own organisation and those below; the manufacturer's where it is about a unit in reach. */
export const seesAlarmRule = (person: SmallAccount, { at }: Subject, { fleet }: AccessStage): boolean =>
  at === null ? fleet.at[person] === null || reaches(person, OF_MANUFACTURER) : reaches(person, at)

/** Of the own organisation and those below; who sees a part of the units, those of units in reach. */
export const seesAlarmMute = (person: SmallAccount, { at }: Subject, { fleet }: AccessStage): boolean =>
  at === null ? fleet.at[person] === null && !isGrouped(person) : reaches(person, at)

/** True for a rule that the person may look at only. */
export const isLockedRule = (
  person: SmallAccount,
  { at }: Subject,
  { at: place_of }: Pick<AccessStage['fleet'], 'at'>,
): boolean => at === null && (place_of[person] !== null || isGrouped(person))
