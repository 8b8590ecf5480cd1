import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { hashToken, makeToken } from '../src/features/session/public.ts'
import { ordersOf } from './access-orders.ts'
import { effectivePermissionsOf, hasOwnRecords, isGrouped, PERSONS, reaches } from './access-people.ts'
import { type AccessStage, type Subject, subjectOf } from './access-stage.ts'
import type { SmallAccount } from './small-fleet.ts'

export const NOUN_NAMES = [
  'device',
  'distributor',
  'app_user',
  'account',
  'role',
  'resource_group',
  'export',
  'session',
  'api_token',
  'audit_line',
  'view',
  'batch',
  'shipment',
  'order',
  'resolved_order',
] as const
export type Noun = (typeof NOUN_NAMES)[number]

/** The declared rule of one noun. */
export type NounRule = {
  /** The answer to who does not see it: as if it did not exist. */
  hidden: ErrorCode
  /** Who sees it. */
  sees: (person: SmallAccount, subject: Subject, stage: AccessStage) => boolean
  /** What a call is tried at: fresh where a change may use it up. */
  subjects: (stage: AccessStage, kind: 'read' | 'change') => Subject[] | Promise<Subject[]>
  /** Calls of the matrix themselves make more of it: a list is held against what was there before. */
  grows?: boolean
}

const isManufacturers = ({ fleet }: AccessStage, person: SmallAccount): boolean => fleet.at[person] === null

/** Devices and what hangs on them: of the distributors in reach; of own records, what the person imported. */
const seesPlace = (person: SmallAccount, { at, owner }: Subject): boolean =>
  hasOwnRecords(person) ? owner === person : at !== null && reaches(person, at)

const isMine = (person: SmallAccount, { owner }: Subject): boolean => owner === person

const seesAccount = (person: SmallAccount, { at, owner }: Subject, stage: AccessStage): boolean => {
  if (hasOwnRecords(person)) return owner === person
  if (at !== null) return reaches(person, at)
  return isManufacturers(stage, person) && !isGrouped(person)
}

/** What houses make: the manufacturer's people see its own and that of the houses in reach. */
const seesMade = (person: SmallAccount, { at }: Subject, stage: AccessStage): boolean =>
  at === null ? isManufacturers(stage, person) : reaches(person, at)

/** Lines go by the place of who acted; a group of regions names nobody's place. */
const seesLine = (person: SmallAccount, { at, owner }: Subject, stage: AccessStage): boolean => {
  if (hasOwnRecords(person)) return owner === person
  if (isGrouped(person)) return false
  return at === null ? isManufacturers(stage, person) : reaches(person, at)
}

const accountsOf = ({ fleet }: AccessStage): Subject[] =>
  PERSONS.map((owner) => subjectOf({ id: fleet.accounts[owner], label: owner, at: fleet.at[owner], owner }))

/** A twin of each account, to be changed in its place, and the account itself for what nobody does to himself. */
const twinsOf = async (stage: AccessStage): Promise<Subject[]> => {
  const { db } = stage.database
  const rows = await db
    .selectFrom('accounts')
    .select(['uid', 'role_id', 'agent_id', 'resource_group_id', 'password_hash'])
    .where('uid', 'in', Object.values(stage.fleet.accounts))
    .orderBy('uid')
    .execute()
  const run = makeToken().slice(0, 8).toLowerCase()
  const twins: Subject[] = []
  for (const { uid: of, ...row } of rows) {
    const owner = PERSONS.find((person) => stage.fleet.accounts[person] === of)
    if (owner === undefined) continue
    const { uid } = await db
      .insertInto('accounts')
      .values({ ...row, user_name: `twin_${run}_${owner}`, phone: '13800000000' })
      .returning('uid')
      .executeTakeFirstOrThrow()
    twins.push(subjectOf({ id: uid, label: `twin of ${owner}`, at: stage.fleet.at[owner], owner }))
  }
  return [...twins, ...accountsOf(stage)]
}

const ofEach = async (stage: AccessStage, make: (uid: number) => Promise<string | number>): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const owner of PERSONS)
    subjects.push(subjectOf({ id: Number(await make(stage.fleet.accounts[owner])), label: `of ${owner}`, owner }))
  return subjects
}

const exportsOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, async (uid) => {
    const made = { uid, kind: 'device-list', input: '{}', format: 'csv', file_name: 'devices.csv' } as const
    const over = { state: 'failed', created_at: new Date(), finished_at: new Date() } as const
    const { export_id } = await stage.database.db
      .insertInto('export_jobs')
      .values({ ...made, ...over })
      .returning('export_id')
      .executeTakeFirstOrThrow()
    return export_id
  })

const sessionsOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, async (uid) => {
    const at = { created_at: new Date(), last_seen_at: new Date() }
    const { session_id } = await stage.database.db
      .insertInto('sessions')
      .values({ uid, token_hash: hashToken(makeToken()), address: '127.0.0.1', user_agent: 'matrix', ...at })
      .returning('session_id')
      .executeTakeFirstOrThrow()
    return session_id
  })

const apiTokensOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, async (uid) => {
    const time = { created_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) }
    const token = { token_name: 'Matrix', token_hash: hashToken(makeToken()), token_hint: 'hft_', permissions: [] }
    const { api_token_id } = await stage.database.db
      .insertInto('api_tokens')
      .values({ uid, ...token, ...time })
      .returning('api_token_id')
      .executeTakeFirstOrThrow()
    return api_token_id
  })

const viewsOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, async (uid) => {
    const { view_id } = await stage.database.db
      .insertInto('list_views')
      .values({ uid, list: 'devices', view_name: makeToken().slice(0, 8), query: '', layout: null })
      .returning('view_id')
      .executeTakeFirstOrThrow()
    return view_id
  })

const batchesOf = (stage: AccessStage): Promise<Subject[]> =>
  ofEach(stage, async (uid) => {
    const ask = { deed: 'account-disable', which: { by: 'ids', ids: [999_999] }, input: {} } as const
    const from = { permissions: [], user_name: '', address: '', user_agent: '', request_id: '' }
    const input = JSON.stringify({ ask, ...from })
    const over = { state: 'done', total: 0, created_at: new Date(), finished_at: new Date() } as const
    const { batch_id } = await stage.database.db
      .insertInto('batch_jobs')
      .values({ uid, input, ...over })
      .returning('batch_id')
      .executeTakeFirstOrThrow()
    return batch_id
  })

/** What the lines of the matrix itself are about: none of the product is. */
export const AUDITED = 'matrix'

/** A line of each person, and one of nobody known. */
const auditLinesOf = async (stage: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const owner of [...PERSONS, null]) {
    const at = owner === null ? null : stage.fleet.at[owner]
    const line = { address: '', action: 'matrix', object: AUDITED, detail: '{}', result: 'ok', request_id: '' }
    const { audit_id } = await stage.database.db
      .insertInto('audit_log')
      .values({
        ...line,
        at: new Date(),
        uid: owner === null ? null : stage.fleet.accounts[owner],
        user_name: owner ?? '',
        agent_path: at === null ? null : stage.fleet.distributors[at].agent_path,
      })
      .returning('audit_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: Number(audit_id), label: `line of ${owner}`, at, owner }))
  }
  return subjects
}

/** Who sees what, noun by noun (product 4). */
export const NOUNS: Readonly<Record<Noun, NounRule>> = {
  device: {
    hidden: 'device_not_found',
    sees: seesPlace,
    subjects: ({ fleet }) =>
      fleet.devices.map(({ device_id, mac, at, imported_user }) =>
        subjectOf({ id: device_id, label: `device at ${at}`, at, mac, owner: imported_user }),
      ),
  },
  distributor: {
    hidden: 'distributor_not_found',
    sees: (person, { at }) => at !== null && effectivePermissionsOf(person).includes(at),
    subjects: ({ fleet }) =>
      (['A', 'A1', 'A11', 'A2', 'B'] as const).map((at) =>
        subjectOf({ id: fleet.distributors[at].agent_id, label: `distributor ${at}`, at }),
      ),
  },
  // Strangers sign up to be refused elsewhere.
  app_user: { hidden: 'app_user_not_found', sees: seesPlace, subjects: ({ app_users }) => app_users, grows: true },
  account: {
    hidden: 'user_not_exist',
    sees: seesAccount,
    subjects: (stage, kind) => (kind === 'read' ? accountsOf(stage) : twinsOf(stage)),
    grows: true,
  },
  role: {
    hidden: 'role_not_found',
    sees: (person, subject, stage) =>
      (subject.built_in && subject.label.startsWith('distributor')) || seesMade(person, subject, stage),
    subjects: ({ roles }) => roles,
    grows: true,
  },
  resource_group: {
    hidden: 'resource_group_not_found',
    sees: (person, subject, stage) => subject.built_in || seesMade(person, subject, stage),
    subjects: ({ resource_groups }) => resource_groups,
  },
  export: { hidden: 'export_not_found', sees: isMine, subjects: exportsOf, grows: true },
  session: { hidden: 'not_found', sees: isMine, subjects: sessionsOf, grows: true },
  audit_line: { hidden: 'not_found', sees: seesLine, subjects: auditLinesOf, grows: true },
  api_token: { hidden: 'not_found', sees: isMine, subjects: apiTokensOf, grows: true },
  batch: { hidden: 'not_found', sees: isMine, subjects: batchesOf, grows: true },
  shipment: { hidden: 'not_found', sees: seesPlace, subjects: ({ shipments }) => shipments },
  view: { hidden: 'not_found', sees: isMine, subjects: viewsOf, grows: true },
  order: { hidden: 'order_not_found', sees: seesPlace, subjects: ordersOf('unresolved'), grows: true },
  resolved_order: { hidden: 'order_not_found', sees: seesPlace, subjects: ordersOf('resolved'), grows: true },
}
