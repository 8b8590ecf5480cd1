import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { RolloutTarget } from '@heatfleet/contract/rollouts/rollout.ts'
import { useDeviceGroupNames } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { useTargetText } from '../rollouts/public.ts'
import css from './firmware.module.css'

const WAYS = ['all', 'group', 'listed', 'macs'] as const

/** What the device list hands over, in the state of the navigation: units that were ticked, or the filter they stand in. */
export type CampaignStart = { macs?: readonly string[]; filter?: Partial<DeviceFilter> }

/** Which units a campaign is for, as the form holds it. */
export type TargetValues = {
  way: (typeof WAYS)[number]
  macs: string
  group_id: number | undefined
  /** The filter of the device list; null = the form was not opened from there. */
  listed: Partial<DeviceFilter> | null
}

export const targetStart = ({ macs, filter }: CampaignStart): TargetValues => ({
  way: macs !== undefined ? 'macs' : filter !== undefined ? 'listed' : 'all',
  macs: (macs ?? []).join('\n'),
  group_id: undefined,
  listed: filter ?? null,
})

type Sent = { by: 'filter'; filter: Partial<DeviceFilter> } | Extract<RolloutTarget, { by: 'macs' }>

/** The same as it is sent; a group that is not chosen breaks the rule of its field. */
export const targetOf = ({ way, macs, group_id, listed }: TargetValues): Sent => {
  if (way === 'macs') return { by: 'macs', macs: parseIdList(macs).ids }
  if (way === 'group') return { by: 'filter', filter: { group_id: group_id ?? 0 } }
  return { by: 'filter', filter: way === 'listed' ? (listed ?? {}) : {} }
}

/** Why nothing can be sent yet. */
export const useTargetProblem = ({ way, macs, group_id }: TargetValues): string | undefined => {
  const t = useMessages('firmware')
  const { incomplete } = parseIdList(macs)
  if (way === 'group' && group_id === undefined) return t(($) => $.campaign.group_first)
  if (way === 'macs' && incomplete.length > 0)
    return t(($) => $.campaign.incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
  return undefined
}

type Field<Value> = { value: Value; onChange: (value: Value) => void; error: string | undefined }

/** Which units: all of the product, a group, what the device list showed, or their ids. */
export function CampaignTarget(props: {
  values: TargetValues
  way: Field<TargetValues['way']>
  macs: Field<string>
  group: Field<number | undefined>
  problem: string | undefined
}) {
  const t = useMessages('firmware')
  const { way, listed } = props.values
  return (
    <>
      <RadioGroupField
        label={t(($) => $.campaign.by)}
        options={WAYS.filter((value) => value !== 'listed' || listed !== null).map((value) => ({
          value,
          label: t(($) => $.campaign[value]),
        }))}
        {...props.way}
      />
      {way === 'group' && <GroupField field={props.group} />}
      {way === 'listed' && <Listed filter={listed ?? {}} />}
      {way === 'macs' && (
        <TextAreaField
          required
          rows={3}
          label={t(($) => $.campaign.macs_label)}
          hint={t(($) => $.campaign.macs_hint, { max: LIMITS.filter_ids_max })}
          {...props.macs}
          error={props.problem}
        />
      )}
    </>
  )
}

function GroupField({ field }: { field: Field<number | undefined> }) {
  const t = useMessages('firmware')
  const groups = useDeviceGroupNames().data
  return (
    <SelectField
      label={t(($) => $.campaign.group_label)}
      required
      search
      loading={groups === undefined}
      options={(groups ?? []).map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
      {...field}
    />
  )
}

/** What the device list showed when the form was opened from there. */
function Listed({ filter }: { filter: Partial<DeviceFilter> }) {
  const targetText = useTargetText()
  const whole = DeviceFilter.safeParse(filter)
  return <p className={css.hint}>{whole.success ? targetText({ by: 'filter', filter: whole.data }) : ''}</p>
}
