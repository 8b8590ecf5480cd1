import type { Rollout } from '@heatfleet/contract/rollouts/rollout.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import css from './rollouts.module.css'
import { useTargetText } from './target-text.ts'
import { useSettingTexts } from './use-values.tsx'

type Settings = Pick<Rollout, 'product_key' | 'points'>

/** What is set: each point with its value. */
export function SettingList({ settings: { product_key, points } }: { settings: Settings }) {
  const { settingName, settingValue } = useSettingTexts(product_key)
  return (
    <dl className={css.settings}>
      {points.map(({ key, value }) => (
        <div key={key}>
          <dt>{settingName(key)}</dt>
          <dd>{settingValue(key, value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function RolloutSettingsPanel({ rollout }: { rollout: Rollout }) {
  const t = useMessages('rollouts')
  const { points, template } = rollout
  if (rollout.upgrade !== null) return <UpgradePanel plan={rollout.upgrade} />
  return (
    <Panel
      title={t(($) => $.detail.settings)}
      note={template !== null && t(($) => $.facts.template, { name: template.name, version: template.version ?? '—' })}
    >
      {points.length === 0 ? <p className={css.weak}>{t(($) => $.own_values)}</p> : <SettingList settings={rollout} />}
    </Panel>
  )
}

/** Of firmware: which, and when a unit is left alone. */
function UpgradePanel({ plan }: { plan: NonNullable<Rollout['upgrade']> }) {
  const t = useMessages('firmware')
  const lang = useLanguage()
  const { health_minutes, cold_limit_c, spare_heating, type, window, retries, retry_minutes, timeout_minutes } = plan
  return (
    <Panel title={t(($) => $.detail.plan)} note={t(($) => $.types[type])}>
      <Facts
        least_px={140}
        items={[
          { label: t(($) => $.detail.firmware), value: `${plan.firmware_name} ${plan.software_version}` },
          { label: t(($) => $.columns.module), value: t(($) => $.modules[plan.module]) },
          {
            label: t(($) => $.detail.from_versions),
            value: plan.from_versions.length === 0 ? t(($) => $.detail.any_version) : plan.from_versions.join(', '),
          },
          {
            label: t(($) => $.detail.test_group),
            value: plan.test_group === null ? t(($) => $.detail.no_test_group) : plan.test_group.group_name,
          },
          {
            label: t(($) => $.detail.health),
            value:
              health_minutes === 0
                ? t(($) => $.detail.no_health)
                : t(($) => $.detail.health_rule, { count: health_minutes }),
          },
          {
            label: t(($) => $.detail.cold),
            value: cold_limit_c === null ? t(($) => $.detail.no_cold) : `${formatNumber(cold_limit_c, 0, lang)} °C`,
          },
          {
            label: t(($) => $.detail.spare),
            value: t(($) => $.detail[spare_heating ? 'spared' : 'not_spared']),
          },
          {
            label: t(($) => $.detail.window),
            value: window === null ? t(($) => $.detail.no_window) : t(($) => $.detail.window_rule, window),
          },
          {
            label: t(($) => $.detail.retries),
            value:
              retries === 0
                ? t(($) => $.detail.no_retry)
                : t(($) => $.detail.retry_rule, { count: retries, minutes: retry_minutes }),
          },
          ...(timeout_minutes === null
            ? []
            : [
                {
                  label: t(($) => $.detail.timeout),
                  value: t(($) => $.detail.timeout_rule, { minutes: timeout_minutes }),
                },
              ]),
        ]}
      />
    </Panel>
  )
}

/** Units, waves, thresholds and times. */
export function RolloutFacts({ rollout }: { rollout: Rollout }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const targetText = useTargetText()
  const ruleFacts = useRuleFacts()
  const time = (at: string | null) => (at === null ? null : formatTime(at, lang, 'exact'))
  return (
    <Panel title={t(($) => $.detail.overview)}>
      <Facts
        least_px={140}
        items={[
          { label: t(($) => $.columns.target), value: targetText(rollout.target) },
          ...ruleFacts(rollout),
          { label: t(($) => $.columns.create_time), value: time(rollout.create_time) },
          { label: t(($) => $.columns.start_time), value: time(rollout.start_time) },
          { label: t(($) => $.columns.deadline), value: time(rollout.deadline) },
          ...(rollout.finish_time === null
            ? []
            : [{ label: t(($) => $.columns.finish_time), value: time(rollout.finish_time) }]),
          ...(rollout.remark === '' ? [] : [{ label: t(($) => $.columns.remark), value: rollout.remark, wide: true }]),
        ]}
      />
    </Panel>
  )
}

type Rules = Pick<
  Rollout,
  | 'waves'
  | 'wave_sizes'
  | 'stop_failed_percent'
  | 'stop_failed_min'
  | 'wave_finished_percent'
  | 'confirm_waves'
  | 'deadline_hours'
  | 'per_minute'
>

/** Waves and thresholds in words. */
export const useRuleFacts = () => {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  return (rules: Rules) => {
    const sizes =
      rules.wave_sizes.length > 0
        ? rules.wave_sizes.map((size) => formatNumber(size, 0, lang))
        : rules.waves.map(({ size, unit }) => (unit === 'percent' ? `${size} %` : formatNumber(size, 0, lang)))
    return [
      { label: t(($) => $.detail.waves), value: sizes.join(' + ') },
      {
        label: t(($) => $.facts.rules),
        value: t(($) => $.facts.stop_rule, { percent: rules.stop_failed_percent, min: rules.stop_failed_min }),
      },
      {
        label: t(($) => $.facts.next_wave),
        value: t(($) => (rules.confirm_waves ? $.facts.next_by_hand : $.facts.next_rule), {
          percent: rules.wave_finished_percent,
        }),
      },
      { label: t(($) => $.facts.deadline), value: t(($) => $.facts.deadline_rule, { count: rules.deadline_hours }) },
      ...(rules.per_minute === null
        ? []
        : [{ label: t(($) => $.facts.rate), value: t(($) => $.facts.rate_rule, { count: rules.per_minute }) }]),
    ]
  }
}
