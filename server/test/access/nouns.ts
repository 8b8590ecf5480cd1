import type { Noun } from '@heatfleet/contract/endpoint.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { hashToken, makeToken } from '../../src/features/session/public.ts'
import type { SmallAccount } from '../small-fleet.ts'
import { alarmMutesOf, alarmRulesOf, seesAlarmMute, seesAlarmRule } from './alarm-rules.ts'
import { alarmsOf } from './alarms.ts'
import { analysisReportsOf } from './analysis-reports.ts'
import { bindingsOf, invitationsOf } from './binding-subjects.ts'
import { cannedAnswerNoun } from './canned-answers.ts'
import { cardsOf } from './cards.ts'
import { dataGrantNoun } from './data-grants.ts'
import { deviceGroupsOf } from './device-groups.ts'
import { importDraftsOf, importsOf } from './imports.ts'
import { notificationNouns } from './notifications.ts'
import { hasOwnRecords, isGrouped, PERSONS, reaches, visibleDistributorsOf } from './people.ts'
import { releaseNoun } from './releases.ts'
import { rolloutsOf, seesRollout } from './rollouts.ts'
import { serviceOrdersOf } from './service-orders.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'
import { webhookNouns } from './webhooks.ts'

/** The nouns of the contract, and some whose subjects are in another state: some calls refuse them. */
export type TestedNoun = Noun | 'closed_alarm' | 'resolved_service_order'

/** The declared rule of one noun. */
export type NounRule = {
  /** What its id is called in requests and answers. */
  key: string
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
const seesPlaceOf = (person: SmallAccount, { at, owner }: Subject): boolean =>
  hasOwnRecords(person) ? owner === person : at !== null && reaches(person, at)

const isMine = (person: SmallAccount, { owner }: Subject): boolean => owner === person

/** Accounts and cards: those without a place are the manufacturer's. */
const seesPlacedOrLoose = (person: SmallAccount, { at, owner }: Subject, stage: AccessStage): boolean => {
  if (hasOwnRecords(person)) return owner === person
  if (at !== null) return reaches(person, at)
  return isManufacturers(stage, person) && !isGrouped(person)
}

/** What organisations make: accounts of the manufacturer see its own and that of the distributors in reach. */
const seesOwnedByOrganisation = (person: SmallAccount, { at }: Subject, stage: AccessStage): boolean =>
  at === null ? isManufacturers(stage, person) : reaches(person, at)

/** Entries belong to the place of the account that acted; a resource group names no account's place. */
const seesAuditEntry = (person: SmallAccount, { at, owner }: Subject, stage: AccessStage): boolean => {
  if (hasOwnRecords(person)) return owner === person
  if (isGrouped(person)) return false
  return at === null ? isManufacturers(stage, person) : reaches(person, at)
}

const accountsOf = ({ fleet }: AccessStage): Subject[] =>
  PERSONS.map((owner) => subjectOf({ id: fleet.accounts[owner], label: owner, at: fleet.at[owner], owner }))

/** A copy of each account, to be changed in its place, and the account itself for what nobody does to himself. */
const copiesOf = async (stage: AccessStage): Promise<Subject[]> => {
  const { db } = stage.database
  const rows = await db
    .selectFrom('accounts')
    .select(['uid', 'role_id', 'agent_id', 'resource_group_id', 'password_hash'])
    .where('uid', 'in', Object.values(stage.fleet.accounts))
    .orderBy('uid')
    .execute()
  const run = makeToken().slice(0, 8).toLowerCase()
  const copies: Subject[] = []
  for (const { uid: of, ...row } of rows) {
    const owner = PERSONS.find((person) => stage.fleet.accounts[person] === of)
    if (owner === undefined) continue
    const { uid } = await db
      .insertInto('accounts')
      .values({ ...row, user_name: `copy_${run}_${owner}`, phone: '13800000000' })
      .returning('uid')
      .executeTakeFirstOrThrow()
    copies.push(subjectOf({ id: uid, label: `copy of ${owner}`, at: stage.fleet.at[owner], owner }))
  }
  return [...copies, ...accountsOf(stage)]
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
    const request = { action: 'account-disable', which: { by: 'ids', ids: [999_999] }, input: {} } as const
    const from = { permissions: [], user_name: '', address: '', user_agent: '', request_id: '' }
    const input = JSON.stringify({ ask: request, ...from })
    const over = { state: 'done', total: 0, created_at: new Date(), finished_at: new Date() } as const
    const { batch_id } = await stage.database.db
      .insertInto('batch_jobs')
      .values({ uid, input, ...over })
      .returning('batch_id')
      .executeTakeFirstOrThrow()
    return batch_id
  })

/** The object of the matrix's own audit entries: no entry of the product has it. */
export const AUDITED = 'matrix'

/** An entry of each person, and one without an account. */
const auditEntriesOf = async (stage: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const owner of [...PERSONS, null]) {
    const at = owner === null ? null : stage.fleet.at[owner]
    const entry = { address: '', action: 'matrix', object: AUDITED, detail: '{}', result: 'ok', request_id: '' }
    const { audit_id } = await stage.database.db
      .insertInto('audit_log')
      .values({
        ...entry,
        at: new Date(),
        uid: owner === null ? null : stage.fleet.accounts[owner],
        user_name: owner ?? '',
        agent_path: at === null ? null : stage.fleet.distributors[at].agent_path,
      })
      .returning('audit_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: Number(audit_id), label: `entry of ${owner}`, at, owner }))
  }
  return subjects
}

const ALARM = { key: 'alarm_id', hidden: 'alarm_not_found', sees: seesPlaceOf, grows: true } as const
const IMPORT = { key: 'import_id', hidden: 'import_not_found', grows: true } as const

/** Who sees what, noun by noun (product 4). */
export const NOUNS: Readonly<Record<TestedNoun, NounRule>> = {
  device: {
    key: 'mac',
    hidden: 'device_not_found',
    sees: seesPlaceOf,
    subjects: ({ fleet }) =>
      fleet.devices.map(({ device_id, mac, at, imported_user }) =>
        subjectOf({ id: device_id, label: `device at ${at}`, at, mac, owner: imported_user }),
      ),
  },
  distributor: {
    key: 'agent_id',
    hidden: 'distributor_not_found',
    sees: (person, { at }) => at !== null && visibleDistributorsOf(person).includes(at),
    subjects: ({ fleet }) =>
      (['A', 'A1', 'A11', 'A2', 'B'] as const).map((at) =>
        subjectOf({ id: fleet.distributors[at].agent_id, label: `distributor ${at}`, at }),
      ),
  },
  // Other parts sign up app users of their own.
  app_user: {
    key: 'app_user_id',
    hidden: 'app_user_not_found',
    sees: seesPlaceOf,
    subjects: ({ app_users }) => app_users,
    grows: true,
  },
  account: {
    key: 'uid',
    hidden: 'user_not_exist',
    sees: seesPlacedOrLoose,
    subjects: (stage, kind) => (kind === 'read' ? accountsOf(stage) : copiesOf(stage)),
    grows: true,
  },
  role: {
    key: 'role_id',
    hidden: 'role_not_found',
    sees: (person, subject, stage) =>
      (subject.built_in && subject.label.startsWith('distributor')) || seesOwnedByOrganisation(person, subject, stage),
    subjects: ({ roles }) => roles,
    grows: true,
  },
  resource_group: {
    key: 'group_id',
    hidden: 'resource_group_not_found',
    sees: (person, subject, stage) => subject.built_in || seesOwnedByOrganisation(person, subject, stage),
    subjects: ({ resource_groups }) => resource_groups,
  },
  device_group: {
    key: 'group_id',
    hidden: 'device_group_not_found',
    sees: seesOwnedByOrganisation,
    subjects: deviceGroupsOf,
    grows: true,
  },
  canned_answer: cannedAnswerNoun(seesOwnedByOrganisation),
  ...notificationNouns(seesOwnedByOrganisation),
  ...webhookNouns(seesOwnedByOrganisation),
  analysis_report: { key: 'report_id', hidden: 'not_found', sees: isMine, subjects: analysisReportsOf, grows: true },
  export: { key: 'export_id', hidden: 'export_not_found', sees: isMine, subjects: exportsOf, grows: true },
  session: { key: 'session_id', hidden: 'not_found', sees: isMine, subjects: sessionsOf, grows: true },
  audit_entry: { key: 'audit_id', hidden: 'not_found', sees: seesAuditEntry, subjects: auditEntriesOf, grows: true },
  api_token: { key: 'api_token_id', hidden: 'not_found', sees: isMine, subjects: apiTokensOf, grows: true },
  batch: { key: 'batch_id', hidden: 'not_found', sees: isMine, subjects: batchesOf, grows: true },
  binding: { key: 'binding_id', hidden: 'not_bound', sees: seesPlaceOf, subjects: bindingsOf, grows: true },
  invitation: { key: 'invitation_id', hidden: 'not_found', sees: seesPlaceOf, subjects: invitationsOf, grows: true },
  data_grant: dataGrantNoun(seesPlaceOf),
  release_request: releaseNoun(seesPlaceOf),
  rollout: { key: 'rollout_id', hidden: 'not_found', sees: seesRollout, subjects: rolloutsOf, grows: true },
  shipment: { key: 'shipment_id', hidden: 'not_found', sees: seesPlaceOf, subjects: ({ shipments }) => shipments },
  device_import: {
    ...IMPORT,
    sees: (person, subject, stage) =>
      subject.at !== null || hasOwnRecords(person)
        ? seesPlaceOf(person, subject)
        : isManufacturers(stage, person) && !isGrouped(person),
    subjects: importsOf,
  },
  device_import_draft: { ...IMPORT, sees: isMine, subjects: importDraftsOf },
  iccid: { key: 'card_id', hidden: 'iccid_not_found', sees: seesPlacedOrLoose, subjects: cardsOf },
  view: { key: 'view_id', hidden: 'not_found', sees: isMine, subjects: viewsOf, grows: true },
  alarm_rule: {
    key: 'rule_id',
    hidden: 'alarm_rule_not_found',
    sees: seesAlarmRule,
    subjects: alarmRulesOf,
    grows: true,
  },
  alarm_mute: {
    key: 'mute_id',
    hidden: 'alarm_mute_not_found',
    sees: seesAlarmMute,
    subjects: alarmMutesOf,
    grows: true,
  },
  alarm: { ...ALARM, subjects: alarmsOf('unprocessed') },
  closed_alarm: { ...ALARM, subjects: alarmsOf('closed') },
  service_order: {
    key: 'order_id',
    hidden: 'order_not_found',
    sees: seesPlaceOf,
    subjects: serviceOrdersOf('unresolved'),
    grows: true,
  },
  resolved_service_order: {
    key: 'order_id',
    hidden: 'order_not_found',
    sees: seesPlaceOf,
    subjects: serviceOrdersOf('resolved'),
    grows: true,
  },
}
