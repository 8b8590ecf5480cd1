import type { ReportDraft } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { REPORT_FIGURE_IDS } from '@heatfleet/contract/analysis-reports/figures.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { useNotifications } from '../../../test/notifications-case.ts'
import { readPdf } from '../../../test/pdf.ts'
import { codeOf } from '../../../test/refusals.ts'
import { systemClock } from '../../platform/clock.ts'
import { startDueRuns } from './run-report.ts'

const notifications = useNotifications()
const { database, fleet, as, mail, setNow, turn, log } = notifications

const draftOf = (changes: Partial<ReportDraft>): ReportDraft => ({
  report_name: 'Fleet',
  figures: ['funnel', 'online'],
  cohorts: [{}],
  period: 'last_30',
  language: 'en',
  time_zone: 'Europe/Warsaw',
  schedule: 'none',
  at_hour: 7,
  weekday: 1,
  month_day: 1,
  recipients: [],
  ...changes,
})
const save = (call: Call, changes: Partial<ReportDraft>) => call(api.createAnalysisReport, { body: draftOf(changes) })
/** A run that the background has ended. */
const ended = (call: Call, id: number) =>
  vi.waitFor(
    async () => {
      const [run] = await call(api.analysisReportRuns, { params: { id } })
      if (run === undefined || run.state === 'running') throw new Error('still running')
      return run
    },
    { timeout: 30_000, interval: 100 },
  )
const textsOf = async ({ blob }: { blob: Blob }) =>
  readPdf(Buffer.from(await blob.arrayBuffer()))
    .flatMap(({ texts }) => texts)
    .join('|')
const due = () =>
  database.db
    .updateTable('analysis_reports')
    .set({ next_run_at: new Date(0) })
    .execute()
const begin = () => startDueRuns({ database, clock: systemClock })

it('a report made by hand is a file with the figures of the account that saved it', async () => {
  const call = await as('province_a')
  const { report_id } = await save(call, { report_name: 'By hand' })
  await call(api.runAnalysisReport, { params: { id: report_id } })
  const run = await ended(call, report_id)
  expect(run).toMatchObject({
    state: 'done',
    scheduled: false,
    has_file: true,
    mails: { sent: 0, waiting: 0, failed: 0 },
  })
  const file = await call(api.analysisReportFile, { params: { id: report_id }, query: { run_id: run.run_id } })
  expect(file.file_name).toBe('By hand.pdf')
  const texts = await textsOf(file)
  const { units } = await call(api.analysisStock)
  expect(texts).toContain('From import to use')
  expect(texts).toContain(`${units} devices`)
})

it.each([
  ['zh', '从入库'],
  ['pl', 'urządze'],
  ['en', 'Detectors'],
] as const)('every figure is drawn in %s, two cohorts beside each other', async (language, text) => {
  const call = await as('admin')
  const {
    schedule: _,
    at_hour: __,
    weekday: ___,
    month_day: ____,
    recipients: _____,
    ...content
  } = draftOf({
    report_name: 'Łódź 报告',
    figures: [...REPORT_FIGURE_IDS],
    cohorts: [{}, { agent_id: fleet.distributors.A.agent_id }],
    language,
  })
  const texts = await textsOf(await call(api.analysisReportPdf, { body: content }))
  expect(texts).toContain('报告')
  expect(texts).toContain('Łódź')
  if (language !== 'zh') expect(texts).toContain(text)
  // No path of a text that is missing.
  expect(texts).not.toMatch(/(stock|faults|usage|detectors|connectivity|versions|efficiency|columns|class)\.\w/)
})

it('a report that is due goes to its recipients once, with the file, and is planned again', async () => {
  await notifications.mailChannel()
  const call = await as('admin')
  const recipients = ['one@example.com', 'two@example.com']
  const { report_id } = await save(call, { report_name: 'Weekly', schedule: 'weekly', recipients })
  await due()
  await begin()
  expect(await ended(call, report_id)).toMatchObject({ state: 'done', scheduled: true, mails: { waiting: 2 } })
  setNow(Date.now() + 60_000)
  await turn()
  expect(
    mail.mails.map(({ to, subject }) => [to, subject]).toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    [['one@example.com'], 'Report: Weekly'],
    [['two@example.com'], 'Report: Weekly'],
  ])
  expect(mail.mails[0]?.raw).toContain('filename=Weekly.pdf')
  const [report] = (await call(api.analysisReports)).filter((one) => one.report_id === report_id)
  expect(report?.last_run).toMatchObject({ mails: { sent: 2, waiting: 0, failed: 0 } })
  expect(Date.parse(report?.next_run_time ?? '')).toBeGreaterThan(Date.now())
  expect(await log()).toMatchObject([{ event: 'report_ready', subject: 'Weekly', state: 'sent' }, { state: 'sent' }])
  const audited = await database.db
    .selectFrom('audit_log')
    .select(['result', 'detail'])
    .where('action', '=', 'runAnalysisReport')
    .where('method', '=', 'schedule')
    .where('object', '=', `analysis-report ${report_id}`)
    .execute()
  expect(audited).toMatchObject([{ result: 'ok', detail: { recipients } }])
})

it('a paused report is not made', async () => {
  const call = await as('city_a1')
  const { report_id } = await save(call, { schedule: 'daily', recipients: ['a@example.com'] })
  const paused = await call(api.pauseAnalysisReport, { params: { id: report_id }, body: { paused: true } })
  expect(paused).toMatchObject({ paused: true, next_run_time: null })
  const on = await call(api.pauseAnalysisReport, { params: { id: report_id }, body: { paused: false } })
  expect(on.next_run_time).not.toBeNull()
})

it('rights and scope are those of the moment: without them nothing is made', async () => {
  const call = await as('province_b')
  const agent_id = fleet.distributors.B.agent_id
  const { report_id } = await save(call, { report_name: 'Later', cohorts: [{ agent_id }] })
  const { report_id: of_disabled } = await save(call, { report_name: 'Disabled' })
  // The account is moved: its distributor is out of its scope.
  const account = database.db.updateTable('accounts').where('uid', '=', fleet.accounts.province_b)
  await account.set({ agent_id: fleet.distributors.A11.agent_id }).execute()
  await database.db
    .updateTable('analysis_reports')
    .set({ next_run_at: new Date(0) })
    .where('report_id', '=', report_id)
    .execute()
  await begin()
  expect(await ended(call, report_id)).toMatchObject({
    state: 'failed',
    reason: 'distributor_not_found',
    has_file: false,
  })
  await account.set({ agent_id, disabled: true }).execute()
  await database.db
    .updateTable('analysis_reports')
    .set({ next_run_at: new Date(0) })
    .where('report_id', '=', of_disabled)
    .execute()
  await begin()
  const reasonOf = () =>
    database.db
      .selectFrom('analysis_report_runs')
      .select('reason')
      .where('report_id', '=', of_disabled)
      .executeTakeFirst()
  await vi.waitFor(async () => expect((await reasonOf())?.reason).toBe('account_not_in_force'), { timeout: 30_000 })
})

it('a report is its account’s alone, and refused where it cannot be', async () => {
  const [mine, other] = [await as('admin'), await as('city_a2')]
  const { report_id, updated_at } = await save(mine, { report_name: 'Mine' })
  expect((await other(api.analysisReports)).map(({ report_name }) => report_name)).not.toContain('Mine')
  expect(await codeOf(other(api.runAnalysisReport, { params: { id: report_id } }))).toBe('not_found')
  expect(await codeOf(save(mine, { report_name: 'mine' }))).toBe('analysis_report_name_taken')
  expect(await codeOf(save(mine, { report_name: 'No address', schedule: 'daily' }))).toBe('analysis_report_recipient')
  const county = await as('county_a11')
  expect(await codeOf(save(county, {}))).toBe('no_permission')
  const stale = { params: { id: report_id }, query: { updated_at: '2020-01-01T00:00:00.000Z' } }
  expect(await codeOf(mine(api.deleteAnalysisReport, stale))).toBe('stale_edit')
  await mine(api.deleteAnalysisReport, { params: { id: report_id }, query: { updated_at } })
})

it('a report that is due is made once, however the clock is set by an hour then', async () => {
  await notifications.mailChannel()
  const call = await as('admin')
  const plan: Partial<ReportDraft> = { schedule: 'daily', at_hour: 6, recipients: ['one@example.com'] }
  const { report_id } = await save(call, { report_name: 'Clock', ...plan })
  const planned = async () =>
    (
      await database.db
        .selectFrom('analysis_reports')
        .select('next_run_at')
        .where('report_id', '=', report_id)
        .execute()
    )[0]?.next_run_at ?? new Date(0)
  const due_ms = (await planned()).getTime()
  const beginAt = async (now_ms: number) => {
    await startDueRuns({ database, clock: { ...systemClock, now: () => now_ms } })
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from analysis_report_runs where report_id = ${report_id}`.execute(database.db)
    return rows[0]?.n
  }
  const [minute_ms, hour_ms] = [60_000, 3_600_000]
  expect(await beginAt(due_ms - minute_ms)).toBe(0)
  expect(await beginAt(due_ms + minute_ms)).toBe(1)
  // Back by an hour, and its time comes again.
  for (const after_ms of [-hour_ms + 2 * minute_ms, minute_ms]) expect(await beginAt(due_ms + after_ms)).toBe(1)
  // Forward by an hour before the next time, and right again.
  const next_ms = (await planned()).getTime()
  expect(next_ms - due_ms).toBeGreaterThan(20 * hour_ms)
  expect(await beginAt(next_ms + 30 * minute_ms)).toBe(2)
  for (const after_ms of [-30 * minute_ms, minute_ms]) expect(await beginAt(next_ms + after_ms)).toBe(2)
})
