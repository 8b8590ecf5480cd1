import { api } from '@heatfleet/contract/api.ts'
import { CampaignDraft } from '@heatfleet/contract/firmware/campaign.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useNavigate } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { CheckboxField } from '../../ui/field-check.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { CampaignSource, useVersionsProblem, versionsOf } from './campaign-source.tsx'
import {
  type CampaignStart,
  CampaignTarget,
  type TargetValues,
  targetOf,
  targetStart,
  useTargetProblem,
} from './campaign-target.tsx'
import { DryRun } from './dry-run.tsx'
import css from './firmware.module.css'
import { campaignPath } from './paths.ts'

const WIDTH_PX = 620

type Values = TargetValues & {
  firmware_id: number | undefined
  name: string
  first_wave: number | null
  second_wave: number | null
  stop_failed_percent: number | null
  health_minutes: number | null
  cold_limit_c: number | null
  spare_heating: boolean
  confirm_waves: boolean
  has_window: boolean
  window_from: string | undefined
  window_to: string | undefined
  per_minute: number | null
  retries: number | null
  retry_minutes: number | null
  timeout_minutes: number | null
  /** As typed, with commas. */
  from_versions: string
  test_group_id: number | null | undefined
}
const START: Omit<Values, 'firmware_id' | keyof TargetValues> = {
  name: '',
  first_wave: 5,
  second_wave: 25,
  stop_failed_percent: 10,
  health_minutes: 30,
  cold_limit_c: -5,
  spare_heating: true,
  confirm_waves: false,
  has_window: false,
  window_from: '09:00',
  window_to: '17:00',
  per_minute: null,
  retries: 2,
  retry_minutes: 30,
  timeout_minutes: null,
  from_versions: '',
  test_group_id: null,
}

/** Half hours of a day. */
const TIMES = Array.from({ length: 48 }, (_, at) => {
  const value = `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
  return { value, label: value }
})

const LABELS = {
  first_wave: 'first_wave',
  second_wave: 'second_wave',
  stop_failed_percent: 'stop_percent',
  health_minutes: 'health',
  cold_limit_c: 'cold',
  per_minute: 'per_minute',
  retries: 'retries',
  retry_minutes: 'retry_minutes',
  timeout_minutes: 'timeout',
} as const

const bodyOf = (values: Values) => {
  const { way, macs, group_id, listed, first_wave, second_wave, has_window, window_from, window_to, ...same } = values
  return {
    ...same,
    from_versions: versionsOf(same.from_versions),
    window: has_window ? { from: window_from, to: window_to } : null,
    target: targetOf({ way, macs, group_id, listed }),
    waves: [first_wave, second_wave, 100]
      .filter((size) => size !== null && size > 0)
      .map((size) => ({ size, unit: 'percent' })),
  }
}

/** Proposes upgrades of many units: which, how carefully, and what a dry run says. */
export function CampaignForm(props: {
  firmware_id: number | undefined
  /** Units that another screen hands over. */
  start: CampaignStart
  onClose: () => void
}) {
  const t = useMessages('firmware')
  const notify = useNotify()
  const navigate = useNavigate()
  const propose = useChange(api.upgradeCampaign)
  const firmwares = useRead(api.firmwareList, {
    query: { pageNo: 1, size: LIMITS.page_size_max },
    body: { enabled: true },
  })
  const form = useForm({
    schema: CampaignDraft,
    initial: { ...START, ...targetStart(props.start), firmware_id: props.firmware_id },
    toBody: bodyOf,
    onSave: (body) => propose.mutateAsync({ body }),
    onSaved: ({ rollout_id }) => {
      notify.success(t(($) => $.done.campaign))
      void navigate(campaignPath(rollout_id))
    },
  })
  const { values } = form
  const versions_problem = useVersionsProblem(values.from_versions)
  const target_problem = useTargetProblem(values)
  const window_error =
    values.has_window && values.window_from === values.window_to ? t(($) => $.errors.window_empty) : undefined
  const number = (key: keyof typeof LABELS) => ({ label: t(($) => $.campaign[LABELS[key]]), ...form.field(key) })
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.campaign.title)}
      save={t(($) => $.campaign.propose)}
      saveDisabledReason={target_problem ?? versions_problem ?? window_error}
      onClose={props.onClose}
    >
      <FormGrid>
        <SelectField
          label={t(($) => $.campaign.firmware)}
          required
          search
          loading={firmwares.isPending}
          options={(firmwares.data?.list ?? []).map((one) => ({
            value: one.firmware_id,
            label: `${one.name} ${one.software_version}`,
          }))}
          {...form.field('firmware_id')}
        />
        <TextField
          required
          label={t(($) => $.campaign.name)}
          maxLength={LIMITS.rollout_name_max}
          {...form.field('name')}
        />
      </FormGrid>
      <CampaignTarget
        values={values}
        way={form.field('way')}
        macs={form.field('macs')}
        group={form.field('group_id')}
        problem={target_problem}
      />
      <CampaignSource
        versions={form.field('from_versions')}
        problem={versions_problem}
        group={form.field('test_group_id')}
      />
      <DryRun
        firmware_id={values.firmware_id}
        target={targetOf(values)}
        from_versions={versionsOf(values.from_versions)}
        test_group_id={values.test_group_id ?? null}
        problem={target_problem ?? versions_problem}
      />
      <FormGrid least_px={170}>
        <NumberField min={1} max={100} {...number('first_wave')} />
        <NumberField min={1} max={100} {...number('second_wave')} />
        <NumberField min={1} max={100} {...number('stop_failed_percent')} />
        <NumberField
          min={0}
          max={LIMITS.upgrade_health_minutes_max}
          hint={t(($) => $.campaign.health_hint)}
          {...number('health_minutes')}
        />
        <NumberField min={-40} max={20} {...number('cold_limit_c')} />
        <NumberField
          min={1}
          max={LIMITS.rollout_per_minute_max}
          hint={t(($) => $.campaign.per_minute_hint)}
          {...number('per_minute')}
        />
        <NumberField min={0} max={LIMITS.upgrade_retries_max} {...number('retries')} />
        <NumberField min={1} max={LIMITS.upgrade_retry_minutes_max} {...number('retry_minutes')} />
        <NumberField
          min={LIMITS.upgrade_timeout_minutes_min}
          max={LIMITS.upgrade_timeout_minutes_max}
          hint={t(($) => $.campaign.timeout_hint)}
          {...number('timeout_minutes')}
        />
      </FormGrid>
      <CheckboxField
        label={t(($) => $.campaign.window)}
        checked={values.has_window}
        onChange={(checked) => form.set('has_window', checked)}
      />
      {values.has_window && (
        <>
          <FormGrid least_px={170}>
            <SelectField label={t(($) => $.campaign.window_from)} options={TIMES} {...form.field('window_from')} />
            <SelectField label={t(($) => $.campaign.window_to)} options={TIMES} {...form.field('window_to')} />
          </FormGrid>
          <p className={css.hint}>{t(($) => $.campaign.window_hint)}</p>
        </>
      )}
      {(['spare_heating', 'confirm_waves'] as const).map((key) => (
        <CheckboxField
          key={key}
          label={t(($) => $.campaign[key === 'spare_heating' ? 'spare' : 'confirm_waves'])}
          checked={values[key]}
          onChange={(checked) => form.set(key, checked)}
        />
      ))}
      <p className={css.hint}>{t(($) => $.campaign.then)}</p>
    </FormDrawer>
  )
}
