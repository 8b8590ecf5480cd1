import { api } from '@heatfleet/contract/api.ts'
import { alarmDefaultOf } from '@heatfleet/contract/faults/alarm-rules.ts'
import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { type AlarmDefault, FAULT_SEVERITIES } from '@heatfleet/contract/products/settings.ts'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { pointName } from '../../../points/readings.ts'
import { CheckboxField, NumberField, SelectField } from '../../../ui/field.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import { SeverityMark } from '../../faults/public.ts'
import { DraftSettings } from '../draft-settings.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import { withAlarmDefault } from './alarm-defaults.ts'
import { faultEntry } from './product-faults.ts'

/** Severity and delay of each fault point where no alarm rule is defined (product 3.25). */
export function AlarmsTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, settings, { points }) => (
        <Defaults
          editor={editor}
          defaults={settings.alarm_defaults}
          sets={settings.fault_sets}
          points={points.filter(({ alarm }) => alarm)}
        />
      )}
    </DraftSettings>
  )
}

type DefaultsProps = {
  editor: DraftEditor
  defaults: readonly AlarmDefault[]
  sets: readonly string[]
  points: readonly DataPoint[]
}

function Defaults({ editor, defaults, sets, points }: DefaultsProps) {
  const t = useMessages('products')
  const fault_texts = useMessages('faults')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('datapoint:edit')
  const read = useRead(api.faultCodeList, { query: { pageNo: 1, size: LIMITS.page_size_max } })
  const faults: readonly FaultCode[] = read.data?.list ?? []
  const is_fixed = missing_permission !== undefined
  const ruleOf = (point: DataPoint) => alarmDefaultOf(defaults, point, faultEntry(faults, sets, point.fault)?.severity)
  const change = (point: DataPoint, part: Partial<AlarmDefault>) =>
    void editor.change({
      settings: { alarm_defaults: withAlarmDefault(defaults, { ...ruleOf(point), ...part }) },
    })
  return (
    <Panel flush title={t(($) => $.fault_mapping.alarms)} note={t(($) => $.fault_mapping.alarms_hint)}>
      <PlainTable
        label={t(($) => $.fault_mapping.alarms)}
        rows={points}
        keyOf={({ key }) => key}
        empty={<NeverAny title={t(($) => $.fault_mapping.no_faults)} text={t(($) => $.fault_mapping.no_faults_hint)} />}
        columns={[
          { key: 'name', title: t(($) => $.fault_mapping.name), cell: (point) => pointName(point, lang) },
          { key: 'code', title: t(($) => $.fault_mapping.code), cell: ({ fault }) => fault ?? UNKNOWN },
          {
            key: 'enabled',
            title: t(($) => $.fault_mapping.enabled),
            cell: (point) => (
              <CheckboxField
                label={
                  <span className="hf-hidden">
                    {t(($) => $.fault_mapping.enabled_of, { name: pointName(point, lang) })}
                  </span>
                }
                disabled={is_fixed}
                checked={ruleOf(point).enabled}
                onChange={(enabled) => change(point, { enabled })}
              />
            ),
          },
          {
            key: 'severity',
            title: fault_texts(($) => $.fields.severity),
            cell: (point) => (
              <SelectField
                label={t(($) => $.fault_mapping.severity_of, { name: pointName(point, lang) })}
                quiet
                width={170}
                disabled={is_fixed}
                value={ruleOf(point).severity}
                onChange={(severity) => severity !== undefined && change(point, { severity })}
                options={FAULT_SEVERITIES.map((value) => ({
                  value,
                  label: fault_texts(($) => $.severities[value]),
                  draw: <SeverityMark severity={value} />,
                }))}
              />
            ),
          },
          {
            key: 'delay',
            title: t(($) => $.fault_mapping.delay),
            cell: (point) => (
              <NumberField
                label={t(($) => $.fault_mapping.delay_of, { name: pointName(point, lang) })}
                quiet
                unit="s"
                min={0}
                max={86_400}
                disabled={is_fixed}
                value={ruleOf(point).delay_s}
                onChange={(delay_s) => delay_s !== null && change(point, { delay_s })}
              />
            ),
          },
        ]}
      />
    </Panel>
  )
}
