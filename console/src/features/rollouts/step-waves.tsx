import { LIMITS } from '@heatfleet/contract/limits.ts'
import { planWaves, type WaveSize } from '@heatfleet/contract/rollouts/rules.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField, SwitchField } from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './rollouts.module.css'
import type { WizardDraft } from './wizard-draft.ts'

/** In which steps, when it stops by itself, and how long units that are off line are waited for. */
export function WavesStep({ form, total }: { form: Form<WizardDraft>; total: number | undefined }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const { waves } = form.values
  const change = (next: WaveSize[]) => form.set('waves', next)
  return (
    <>
      <Panel
        title={t(($) => $.wizard.waves)}
        note={
          total !== undefined &&
          total > 0 &&
          t(($) => $.wizard.wave_plan, {
            sizes: planWaves(total, waves)
              .map((size) => formatNumber(size, 0, lang))
              .join(' + '),
          })
        }
      >
        <div className={css.parts}>
          {waves.map((wave, at) => (
            <WaveFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a wave is its place
              key={at}
              no={at + 1}
              wave={wave}
              error={waveError(form, at)}
              only={waves.length === 1}
              onChange={(next) => change(waves.with(at, next))}
              onRemove={() => change(waves.toSpliced(at, 1))}
            />
          ))}
          <div>
            <Button
              icon={PlusIcon}
              size="small"
              disabled={waves.length >= LIMITS.rollout_waves_max}
              onClick={() => change([...waves, { size: 100, unit: 'percent' }])}
            >
              {t(($) => $.wizard.add_wave)}
            </Button>
          </div>
          <p className={css.weak}>{t(($) => $.wizard.last_wave)}</p>
        </div>
      </Panel>
      <Panel title={t(($) => $.wizard.rules)}>
        <div className={css.parts}>
          <FormGrid least_px={220}>
            <NumberField
              label={t(($) => $.wizard.stop_failed_percent)}
              unit="%"
              min={1}
              max={100}
              {...form.field('stop_failed_percent')}
            />
            <NumberField
              label={t(($) => $.wizard.stop_failed_min)}
              min={1}
              max={LIMITS.rollout_devices_max}
              {...form.field('stop_failed_min')}
            />
            <NumberField
              label={t(($) => $.wizard.wave_finished_percent)}
              unit="%"
              min={1}
              max={100}
              {...form.field('wave_finished_percent')}
            />
            <NumberField
              label={t(($) => $.wizard.deadline_hours)}
              unit="h"
              min={1}
              max={LIMITS.rollout_deadline_hours_max}
              {...form.field('deadline_hours')}
            />
          </FormGrid>
          <SwitchField
            label={t(($) => $.wizard.confirm_waves)}
            checked={form.values.confirm_waves}
            onChange={(on) => form.set('confirm_waves', on)}
          />
        </div>
      </Panel>
    </>
  )
}

/** The wave that breaks a rule says so; a share has its own limit. */
const waveError = (form: Form<WizardDraft>, at: number): string | undefined => {
  const { size, unit } = form.values.waves[at] ?? { size: 1, unit: 'devices' }
  const fits = Number.isInteger(size) && size >= 1 && (unit === 'devices' || size <= 100)
  return fits ? undefined : form.error('waves')
}

function WaveFields(props: {
  no: number
  wave: WaveSize
  error: string | undefined
  only: boolean
  onChange: (wave: WaveSize) => void
  onRemove: () => void
}) {
  const t = useMessages('rollouts')
  const { no, wave } = props
  return (
    <div className={css.waveFields}>
      <span>{t(($) => $.wave_no, { wave: no })}</span>
      <NumberField
        quiet
        label={t(($) => $.wizard.wave_size, { wave: no })}
        min={1}
        max={wave.unit === 'percent' ? 100 : LIMITS.rollout_devices_max}
        value={Number.isNaN(wave.size) ? null : wave.size}
        error={props.error}
        onChange={(size) => props.onChange({ ...wave, size: size ?? Number.NaN })}
      />
      <SelectField
        quiet
        label={t(($) => $.wizard.wave_unit, { wave: no })}
        value={wave.unit}
        options={[
          { value: 'devices' as const, label: t(($) => $.wizard.devices) },
          { value: 'percent' as const, label: t(($) => $.wizard.percent) },
        ]}
        onChange={(unit) => unit !== undefined && props.onChange({ ...wave, unit })}
      />
      <Button
        kind="text"
        size="small"
        icon={CloseIcon}
        label={t(($) => $.wizard.remove_wave, { wave: no })}
        disabled={props.only}
        onClick={props.onRemove}
      />
    </div>
  )
}
