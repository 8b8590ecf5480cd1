import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { CampaignDraft } from '@heatfleet/contract/firmware/ota.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useForm } from '../../ui/use-form.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './firmware.module.css'
import { campaignPath } from './paths.ts'
import { upgradeReason } from './reason-text.ts'

const WIDTH_PX = 620
const WAYS = ['all', 'macs'] as const

type Values = {
  firmware_id: number | undefined
  name: string
  way: (typeof WAYS)[number]
  macs: string
  first_wave: number | null
  second_wave: number | null
  stop_failed_percent: number | null
  health_minutes: number | null
  cold_limit_c: number | null
  spare_heating: boolean
  confirm_waves: boolean
}
const START: Omit<Values, 'firmware_id'> = {
  name: '',
  way: 'all',
  macs: '',
  first_wave: 5,
  second_wave: 25,
  stop_failed_percent: 10,
  health_minutes: 30,
  cold_limit_c: -5,
  spare_heating: true,
  confirm_waves: false,
}

const targetOf = ({ way, macs }: Pick<Values, 'way' | 'macs'>) =>
  way === 'all' ? { by: 'filter' as const, filter: {} } : { by: 'macs' as const, macs: parseIdList(macs).ids }

const bodyOf = ({ way, macs, first_wave, second_wave, ...same }: Values) => ({
  ...same,
  target: targetOf({ way, macs }),
  waves: [first_wave, second_wave, 100]
    .filter((size) => size !== null && size > 0)
    .map((size) => ({ size, unit: 'percent' })),
})

/** Proposes upgrades of many units: which, how carefully, and what a dry run says. */
export function CampaignForm({ firmware_id, onClose }: { firmware_id: number | undefined; onClose: () => void }) {
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
    initial: { ...START, firmware_id },
    toBody: bodyOf,
    onSave: (body) => propose.mutateAsync({ body }),
    onSaved: ({ rollout_id }) => {
      notify.success(t(($) => $.done.campaign))
      void navigate(campaignPath(rollout_id))
    },
  })
  const { values } = form
  const { incomplete } = parseIdList(values.macs)
  const macs_error =
    values.way === 'macs' && incomplete.length > 0
      ? t(($) => $.campaign.incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
      : undefined
  const number = (key: 'first_wave' | 'second_wave' | 'stop_failed_percent' | 'health_minutes' | 'cold_limit_c') => ({
    label: t(
      ($) =>
        $.campaign[
          (
            {
              first_wave: 'first_wave',
              second_wave: 'second_wave',
              stop_failed_percent: 'stop_percent',
              health_minutes: 'health',
              cold_limit_c: 'cold',
            } as const
          )[key]
        ],
    ),
    ...form.field(key),
  })
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.campaign.title)}
      save={t(($) => $.campaign.propose)}
      saveDisabledReason={macs_error}
      onClose={onClose}
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
      <RadioGroupField
        label={t(($) => $.campaign.by)}
        options={WAYS.map((value) => ({ value, label: t(($) => $.campaign[value]) }))}
        {...form.field('way')}
      />
      {values.way === 'macs' && (
        <TextAreaField
          required
          rows={3}
          label={t(($) => $.campaign.macs_label)}
          hint={t(($) => $.campaign.macs_hint, { max: LIMITS.filter_ids_max })}
          {...form.field('macs')}
          error={macs_error}
        />
      )}
      <DryRun values={values} />
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
      </FormGrid>
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

type Checked = ResultOf<typeof api.upgradePreview>

/** Which units the campaign would upgrade now, and which not and why. */
function DryRun({ values }: { values: Values }) {
  const t = useMessages('firmware')
  const { busy, problem, send } = usePendingRequest()
  const [found, setFound] = useState<{ asked: string; checked: Checked } | null>(null)
  const { firmware_id } = values
  const asked = JSON.stringify([firmware_id, targetOf(values)])
  const checked = found?.asked === asked ? found.checked : null
  return (
    <div className={css.stack}>
      <div>
        <Button
          busy={busy}
          disabledReason={firmware_id === undefined ? t(($) => $.campaign.firmware) : undefined}
          onClick={() =>
            send(async () => {
              if (firmware_id === undefined) return
              const body = { firmware_id, target: targetOf(values) }
              setFound({ asked, checked: await call(api.upgradePreview, { body }) })
            })
          }
        >
          {t(($) => $.campaign.check)}
        </Button>
      </div>
      <Problem problem={problem} />
      {checked !== null && (
        <div role="status">
          {t(($) => $.campaign.checked, checked)}
          {checked.refused_total > 0 && (
            <>
              {' '}
              {t(($) => $.campaign.refused, { count: checked.refused_total })}
              <ul className={css.refused}>
                {checked.refused.map(({ mac, reason }) => (
                  <li key={mac}>
                    <code translate="no">{mac}</code> {upgradeReason(t, reason)}
                  </li>
                ))}
                {checked.refused_total > checked.refused.length && (
                  <li>{t(($) => $.campaign.more, { count: checked.refused_total - checked.refused.length })}</li>
                )}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  )
}
