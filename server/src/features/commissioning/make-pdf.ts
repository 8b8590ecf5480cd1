import {
  type ChangedSetting,
  type Checked,
  COMMISSIONING_FIGURES,
  type Commissioning,
} from '@heatfleet/contract/commissioning/commissioning.ts'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { type DrawnFigure, drawBranded, minuteText, type ReportTexts, reportTexts } from '../analysis-reports/public.ts'
import { listPhotos, type Unit } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
type Content = { unit: Unit; report: Commissioning; language: MessageLanguage; time_zone: string }

const PHOTO_HEIGHT = 170
const SIGNATURE_HEIGHT = 70

/** The report as PDF, and what its file is called. */
export const makePdf = async (
  deps: Deps,
  caller: Caller,
  { unit, report, language, time_zone }: Content,
  signal: AbortSignal,
): Promise<{ name: string; file: Uint8Array }> => {
  const texts = reportTexts(language)
  const say = (path: string, values = {}) => texts.text(path, values, 'commissioning')
  const timeOf = (at: string) => minuteText(Date.parse(at), time_zone)
  const { findings, signature } = report
  const photos = await listPhotos(deps.database.db, unit.device_id, signature?.file_ids ?? [])
  const title = say('pdf.title', { unit: unit.device_name || unit.mac })
  const facts = [
    [unit.mac, texts.product(unit), unit.agent_name, unit.installer].filter(Boolean).join(' · '),
    ...(findings === null
      ? []
      : [
          say('pdf.period', {
            from: timeOf(findings.from),
            to: timeOf(findings.to),
            hours: texts.number(findings.hours, 1),
          }),
        ]),
  ]
  const figures: DrawnFigure[] = [
    checksFigure(findings?.checks ?? [], texts),
    ...((findings?.changed_settings.length ?? 0) === 0
      ? []
      : [settingsFigure(findings?.changed_settings ?? [], texts)]),
    ...(signature === null || signature.note === ''
      ? []
      : [figureOf(say('note'), '', { kind: 'text' as const, text: signature.note })]),
    ...(photos.length === 0
      ? []
      : [
          figureOf(say('photos'), '', {
            kind: 'pictures' as const,
            pictures: photos.map(({ content, file_name }) => ({
              bytes: content,
              caption: file_name,
              height: PHOTO_HEIGHT,
            })),
          }),
        ]),
    signatureFigure(signature, texts, timeOf),
  ]
  const drawn = { title, facts, legend: [], figures }
  const file = await drawBranded(deps, caller, { drawn, texts, time_zone }, signal)
  return { name: title, file }
}

const figureOf = (title: string, note: string, content: DrawnFigure['content']): DrawnFigure => ({
  title,
  note,
  footer: '',
  content,
})

/** A figure with its unit. */
const figureText = (
  { number }: ReportTexts,
  { figure, value }: Pick<Checked['figures'][number], 'figure' | 'value'>,
) => {
  const { unit, decimals } = COMMISSIONING_FIGURES[figure]
  return [number(value, decimals), value === null ? '' : unit].filter(Boolean).join(' ')
}

const limitText = (texts: ReportTexts, { figure, min, max }: Checked['figures'][number]): string => {
  const of = (value: number) => figureText(texts, { figure, value })
  if (min !== null && max !== null) return `${texts.number(min, COMMISSIONING_FIGURES[figure].decimals)} – ${of(max)}`
  return min !== null ? `≥ ${of(min)}` : max !== null ? `≤ ${of(max)}` : ''
}

const checksFigure = (checks: readonly Checked[], texts: ReportTexts): DrawnFigure => {
  const say = (path: string, values = {}) => texts.text(path, values, 'commissioning')
  const columns = ['check', 'result', 'figure', 'value', 'limit'].map((key) => ({
    title: say(`columns.${key}`),
    is_number: key === 'value' || key === 'limit',
  }))
  const rows = checks.flatMap(({ check, result, figures }) =>
    figures.map((figure, at) => [
      at === 0 ? say(`checks.${check}`) : '',
      at === 0 ? say(`results.${result}`) : '',
      say(`figures.${figure.figure}`),
      figureText(texts, figure),
      limitText(texts, figure),
    ]),
  )
  const failed = checks.filter(({ result }) => result === 'fail').length
  const passed = checks.filter(({ result }) => result === 'pass').length
  const note = say('summary', { passed, failed, open: checks.length - failed - passed })
  return figureOf(say('pdf.checks'), note, { kind: 'table', columns, rows })
}

const settingsFigure = (settings: readonly ChangedSetting[], texts: ReportTexts): DrawnFigure => {
  const say = (path: string) => texts.text(path, {}, 'commissioning')
  const writtenValue = (value: number, names: ChangedSetting['value_names'], { decimals, unit }: ChangedSetting) =>
    names?.[texts.language] || names?.en || [texts.number(value, decimals), unit].filter(Boolean).join(' ')
  const columns = ['setting', 'present', 'default'].map((key) => ({
    title: say(`columns.${key}`),
    is_number: key !== 'setting',
  }))
  const rows = settings.map((setting) => [
    setting.names[texts.language] || setting.names.en || setting.key,
    writtenValue(setting.value, setting.value_names, setting),
    writtenValue(setting.default_value, setting.default_names, setting),
  ])
  return figureOf(say('settings.title'), '', { kind: 'table', columns, rows })
}

const signatureFigure = (
  signature: Commissioning['signature'],
  texts: ReportTexts,
  timeOf: (at: string) => string,
): DrawnFigure => {
  const say = (path: string, values = {}) => texts.text(path, values, 'commissioning')
  const title = say('signature.title')
  if (signature === null) return figureOf(title, '', { kind: 'empty', text: say('signature.none') })
  const { signed_name, signed_by, signed_at, drawn } = signature
  const line = say('signature.by', { name: signed_name, account: signed_by, time: timeOf(signed_at) })
  if (drawn === null) return figureOf(title, '', { kind: 'text', text: `${line} ${say('signature.confirmed')}` })
  const bytes = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  return figureOf(title, line, {
    kind: 'pictures',
    pictures: [{ bytes, caption: signed_name, height: SIGNATURE_HEIGHT }],
  })
}
