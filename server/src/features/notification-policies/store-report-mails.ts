import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { insertDeliveries, type NewDelivery } from './store-events.ts'
import { queueTurn } from './store-policies.ts'

type Db = Kysely<Tables>
type Place = Pick<Caller, 'agent_path'>

/** The mail channel by which reports and links of an organisation leave: its own, else the nearest one that is shared from above. */
export const findMailChannel = (db: Db, { agent_path }: Place) =>
  db
    .selectFrom('notification_channels')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_channels.agent_id')
    .where('notification_channels.kind', '=', 'email')
    .where('notification_channels.enabled', '=', true)
    .where(
      sql<SqlBool>`(coalesce(distributors.agent_path, '/') = ${agent_path}
        or (notification_channels.shared and starts_with(${agent_path}, coalesce(distributors.agent_path, '/'))))`,
    )
    .select([
      'notification_channels.channel_id',
      'notification_channels.channel_name',
      'notification_channels.language',
      'notification_channels.settings',
      'notification_channels.secrets_sealed',
    ])
    .orderBy(sql`char_length(coalesce(distributors.agent_path, '/'))`, 'desc')
    .orderBy('notification_channels.channel_id')
    .limit(1)
    .executeTakeFirst()

/** Whether any organisation has a mail channel. */
export const hasMailChannel = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('notification_channels')
    .select('channel_id')
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A report on its way to its recipients. */
type ReportMail = {
  run_id: number
  report_name: string
  language: MessageLanguage
  recipients: readonly string[]
  /** Whose report it is: checked again before each mail. */
  uid: number
  agent_id: number | null
  at: Date
}

/** Hands the file of a run to the outbox, one mail for each recipient; false where no mail channel is there. */
export const enqueueReport = async (trx: Db, place: Place, mail: ReportMail): Promise<boolean> => {
  const channel = await findMailChannel(trx, place)
  if (channel === undefined) return false
  const { run_id, report_name, language, recipients, uid, agent_id, at } = mail
  const { event_id } = await trx
    .insertInto('notification_events')
    .values({
      identity: `report-run ${run_id}`,
      event: 'report_ready',
      severity: 'info',
      device_id: null,
      alarm_id: null,
      order_id: null,
      rollout_id: null,
      report_run_id: run_id,
      happened_at: at,
      dispatched_at: at,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  const rows = recipients.map(
    (address): NewDelivery => ({
      event_id,
      policy_id: null,
      channel_id: channel.channel_id,
      step: 0,
      recipient_key: `mail ${address}`,
      uid,
      app_user_id: null,
      agent_id,
      policy_name: report_name,
      channel_kind: 'email',
      channel_name: channel.channel_name,
      recipient: address,
      recipient_address: address,
      language,
      state: 'queued',
      reason: null,
      gathered: false,
      due_at: at,
      sent_at: null,
    }),
  )
  await insertDeliveries(trx, rows, at)
  await queueTurn(trx)
  return true
}

/** Files of runs, as they are attached. */
export const listReportFiles = async (db: Db, run_ids: readonly number[]) => {
  if (run_ids.length === 0) return []
  const rows = await db
    .selectFrom('analysis_report_runs')
    .innerJoin('analysis_reports', 'analysis_reports.report_id', 'analysis_report_runs.report_id')
    .where('run_id', 'in', [...run_ids])
    .select(['report_name', 'file'])
    .execute()
  return rows.flatMap(({ report_name, file }) =>
    file === null ? [] : [{ file_name: `${report_name.replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`, content: file }],
  )
}
