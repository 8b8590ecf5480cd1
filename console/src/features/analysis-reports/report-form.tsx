import {
  type AnalysisReport,
  REPORT_PERIODS,
  REPORT_SCHEDULES,
  type ReportCohort,
  ReportDraft,
} from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { REPORT_FIGURES, REPORT_PARTS, type ReportFigureId } from '@heatfleet/contract/analysis-reports/figures.ts'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { MESSAGE_LANGUAGES } from '@heatfleet/contract/notification-policies/channel.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { zoneInUse } from '../../ui/display.ts'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './reports.module.css'
import { useFigureNames } from './use-figure-names.ts'

/** Figures and cohorts that a new report begins with. */
export type ReportSelection = { figures: ReportFigureId[]; cohorts: ReportCohort[] }

const WIDTH_PX = 620
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }))
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => ({ value: at + 1, label: String(at + 1) }))

type Values = Omit<ReportDraft, 'recipients'> & { recipients: string }

const addressesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Saves a selection as a report, or changes one. Mounted = open. */
export function ReportForm(props: {
  report: AnalysisReport | null
  selection: ReportSelection
  name: string
  onClose: () => void
}) {
  const { report, selection, onClose } = props
  const t = useMessages('analysis-reports')
  const notify = useNotify()
  const language = useLanguage()
  const nameOf = useFigureNames()
  const create = useChange(api.createAnalysisReport)
  const edit = useChange(api.editAnalysisReport)
  const others = useRead(api.analysisReports)
  const channel_name = report?.channel_name ?? others.data?.[0]?.channel_name
  const has_days = selection.cohorts.some(({ from }) => from !== undefined)
  const initial: Values = {
    report_name: report?.report_name ?? props.name,
    figures: report?.figures ?? selection.figures,
    cohorts: report?.cohorts ?? selection.cohorts,
    period: report?.period ?? (has_days ? 'fixed' : 'last_30'),
    language: report?.language ?? language,
    time_zone: report?.time_zone ?? zoneInUse(),
    schedule: report?.schedule ?? 'none',
    at_hour: report?.at_hour ?? 7,
    weekday: report?.weekday ?? 1,
    month_day: report?.month_day ?? 1,
    recipients: (report?.recipients ?? []).join('\n'),
  }
  const form = useForm({
    schema: ReportDraft,
    initial,
    toBody: (values: Values) => ({ ...values, recipients: addressesOf(values.recipients) }),
    onSave: (body) =>
      report === null
        ? create.mutateAsync({ body })
        : edit.mutateAsync({ params: { id: report.report_id }, body: { ...body, updated_at: report.updated_at } }),
    onSaved: ({ report_name }) => {
      notify.success(t(($) => $.saved, { name: report_name }))
      onClose()
    },
  })
  const { values, set } = form
  const is_sent = values.schedule !== 'none'
  const bad = addressesOf(values.recipients).find((text) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text))
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={report === null ? t(($) => $.form.create) : report.report_name}
      onClose={onClose}
      saveDisabledReason={bad === undefined ? undefined : t(($) => $.form.recipients_bad, { text: bad })}
    >
      <TextField
        required
        label={t(($) => $.form.name)}
        maxLength={LIMITS.report_name_max}
        {...form.field('report_name')}
      />
      <fieldset className={css.group}>
        <legend>{t(($) => $.form.what)}</legend>
        <MultiSelectField
          required
          label={t(($) => $.form.figures)}
          options={REPORT_PARTS.flatMap((part) => REPORT_FIGURES[part].map((id) => ({ value: id, label: nameOf(id) })))}
          {...form.field('figures')}
        />
        <FormGrid>
          <SelectField
            label={t(($) => $.form.period)}
            hint={t(($) => $.form.period_hint)}
            options={REPORT_PERIODS.filter((period) => period !== 'fixed' || has_days || report !== null).map(
              (value) => ({
                value,
                label: t(($) => $.periods[value]),
              }),
            )}
            {...form.field('period')}
            onChange={(period) => set('period', period ?? 'last_30')}
          />
          <SelectField
            label={t(($) => $.form.language)}
            options={MESSAGE_LANGUAGES.map((value) => ({ value, label: t(($) => $.languages[value]) }))}
            {...form.field('language')}
            onChange={(chosen) => set('language', chosen ?? language)}
          />
        </FormGrid>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t(($) => $.form.delivery)}</legend>
        <FormGrid>
          <SelectField
            label={t(($) => $.form.schedule)}
            options={REPORT_SCHEDULES.map((value) => ({ value, label: t(($) => $.schedules[value]) }))}
            {...form.field('schedule')}
            onChange={(schedule) => set('schedule', schedule ?? 'none')}
          />
          {is_sent && (
            <SelectField
              label={t(($) => $.form.at_hour)}
              hint={t(($) => $.form.zone, { zone: values.time_zone })}
              options={HOURS}
              {...form.field('at_hour')}
              onChange={(hour) => set('at_hour', hour ?? 7)}
            />
          )}
          {values.schedule === 'weekly' && (
            <SelectField
              label={t(($) => $.form.weekday)}
              options={WEEKDAYS.map((day) => ({ value: Number(day), label: t(($) => $.weekdays[day]) }))}
              {...form.field('weekday')}
              onChange={(day) => set('weekday', day ?? 1)}
            />
          )}
          {values.schedule === 'monthly' && (
            <SelectField
              label={t(($) => $.form.month_day)}
              options={MONTH_DAYS}
              {...form.field('month_day')}
              onChange={(day) => set('month_day', day ?? 1)}
            />
          )}
        </FormGrid>
        <TextAreaField
          label={t(($) => $.form.recipients)}
          required={is_sent}
          hint={t(($) => $.form.recipients_hint, { max: LIMITS.report_recipients_max })}
          rows={3}
          {...form.field('recipients')}
        />
        {channel_name !== undefined && (
          <p className={css.hint}>
            {channel_name === '' ? t(($) => $.form.no_channel) : t(($) => $.form.channel, { name: channel_name })}
          </p>
        )}
      </fieldset>
    </FormDrawer>
  )
}
