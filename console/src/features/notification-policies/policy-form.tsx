import { ALARM_TYPE_NAMES } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { NOTIFIED_EVENTS, type Policy, PolicyDraft } from '@heatfleet/contract/notification-policies/policy.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { CheckboxField, SwitchField } from '../../ui/field-check.tsx'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { EscalationFields, type Step } from './escalation-fields.tsx'
import css from './notifications.module.css'
import { PlaceFields } from './place-fields.tsx'

const WIDTH_PX = 620
const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** A policy while it is typed. */
export type Values = Omit<PolicyDraft, 'quiet_hours' | 'digest_minutes' | 'escalation'> & {
  quiet_on: boolean
  quiet_from: string
  quiet_to: string
  digest_minutes: number | null
  escalation: Step[]
}

const initialOf = (policy: Policy | null): Values => ({
  policy_name: policy?.policy_name ?? '',
  events: policy?.events ?? ['alarm_raised'],
  alarm_types: policy?.alarm_types ?? [],
  least: policy?.least ?? 'major',
  product_keys: policy?.product_keys ?? [],
  resource_group_id: policy?.resource_group_id ?? null,
  role_ids: policy?.role_ids ?? [],
  to_distributor: policy?.to_distributor ?? true,
  to_app_users: policy?.to_app_users ?? false,
  in_app: policy?.in_app ?? true,
  channel_ids: policy?.channel_ids ?? [],
  quiet_on: policy?.quiet_hours.on ?? false,
  quiet_from: policy?.quiet_hours.from ?? '22:00',
  quiet_to: policy?.quiet_hours.to ?? '07:00',
  time_zone: policy?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  digest_minutes: policy?.digest_minutes ?? 0,
  escalation: policy?.escalation ?? [],
})

const bodyOf = ({ quiet_on, quiet_from, quiet_to, digest_minutes, ...same }: Values) => ({
  ...same,
  quiet_hours: { on: quiet_on, from: quiet_from, to: quiet_to },
  digest_minutes: digest_minutes ?? Number.NaN,
})

/** Makes or changes a policy. Mounted = open. */
export function PolicyForm({ policy, onClose }: { policy: Policy | null; onClose: () => void }) {
  const t = useMessages('notification-policies')
  const alarms = useMessages('alarms')
  const notify = useNotify()
  const create = useChange(api.createPolicy)
  const edit = useChange(api.editPolicy)
  const choices = useRead(api.policyChoices)
  const form = useForm({
    schema: PolicyDraft,
    initial: initialOf(policy),
    toBody: bodyOf,
    onSave: (body) =>
      policy === null
        ? create.mutateAsync({ body })
        : edit.mutateAsync({ params: { id: policy.policy_id }, body: { ...body, updated_at: policy.updated_at } }),
    onSaved: ({ policy_name }) => {
      notify.success(t(($) => $.saved, { name: policy_name }))
      onClose()
    },
  })
  const { values, set } = form
  const clock = (end: 'quiet_from' | 'quiet_to') => ({
    ...form.field(end),
    maxLength: 5,
    placeholder: '22:00',
    error: CLOCK.test(values[end]) ? undefined : t(($) => $.policy.clock),
  })
  // A channel of the policy that is off, or of another organisation, stays named.
  const offered = [...(choices.data?.channels ?? []), ...(policy?.channels ?? [])]
  const channels = [...new Map(offered.map((channel) => [channel.channel_id, channel])).values()]
  const roles = [...(choices.data?.roles ?? []), ...(policy?.roles ?? [])]
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={policy === null ? t(($) => $.policy.create) : policy.policy_name}
      onClose={onClose}
    >
      <TextField
        required
        label={t(($) => $.policy.name)}
        maxLength={NOTIFICATION_LIMITS.name_max}
        {...form.field('policy_name')}
      />
      <fieldset className={css.group}>
        <legend>{t(($) => $.policy.what)}</legend>
        <CheckboxGroupField
          required
          label={t(($) => $.policy.events)}
          options={NOTIFIED_EVENTS.map((value) => ({ value, label: t(($) => $.events[value]) }))}
          {...form.field('events')}
        />
        <MultiSelectField
          label={t(($) => $.policy.alarm_types)}
          hint={t(($) => $.policy.alarm_types_hint)}
          max={ALARM_TYPE_NAMES.length}
          options={ALARM_TYPE_NAMES.map((value) => ({ value, label: alarms(($) => $.types[value]) }))}
          {...form.field('alarm_types')}
        />
        <SelectField
          label={t(($) => $.policy.least)}
          options={SEVERITIES.map((value) => ({ value, label: t(($) => $.severities[value]) }))}
          {...form.field('least')}
          onChange={(least) => set('least', least ?? 'major')}
        />
      </fieldset>
      <PlaceFields form={form} policy={policy} groups={choices.data?.groups ?? []} loading={choices.isPending} />
      <fieldset className={css.group}>
        <legend>{t(($) => $.policy.whom)}</legend>
        <CheckboxField
          label={t(($) => $.policy.to_distributor)}
          checked={values.to_distributor}
          onChange={(on) => set('to_distributor', on)}
        />
        <CheckboxField
          label={t(($) => $.policy.to_app_users)}
          checked={values.to_app_users}
          onChange={(on) => set('to_app_users', on)}
        />
        <MultiSelectField
          label={t(($) => $.policy.roles)}
          hint={t(($) => $.policy.roles_hint)}
          loading={choices.isPending}
          max={NOTIFICATION_LIMITS.policy_roles_max}
          options={[...new Map(roles.map((role) => [role.role_id, role])).values()].map(({ role_id, role_name }) => ({
            value: role_id,
            label: role_name,
          }))}
          {...form.field('role_ids')}
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t(($) => $.policy.how)}</legend>
        <CheckboxField label={t(($) => $.policy.in_app)} checked={values.in_app} onChange={(on) => set('in_app', on)} />
        {choices.data !== undefined && channels.length === 0 ? (
          <span className={css.weak}>{t(($) => $.policy.no_channels)}</span>
        ) : (
          <MultiSelectField
            label={t(($) => $.policy.channels)}
            loading={choices.isPending}
            max={NOTIFICATION_LIMITS.policy_channels_max}
            options={channels.map(({ channel_id, channel_name, kind }) => ({
              value: channel_id,
              label: `${channel_name} · ${t(($) => $.kinds[kind])}`,
            }))}
            {...form.field('channel_ids')}
          />
        )}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t(($) => $.policy.when)}</legend>
        <NumberField
          label={t(($) => $.policy.digest)}
          hint={t(($) => $.policy.digest_hint)}
          unit="min"
          min={0}
          max={NOTIFICATION_LIMITS.digest_minutes_max}
          {...form.field('digest_minutes')}
        />
        <SwitchField
          label={t(($) => $.policy.quiet)}
          checked={values.quiet_on}
          onChange={(on) => set('quiet_on', on)}
        />
        {values.quiet_on && (
          <FormGrid least_px={140}>
            <TextField label={t(($) => $.policy.from)} {...clock('quiet_from')} />
            <TextField label={t(($) => $.policy.until)} {...clock('quiet_to')} />
            <SelectField
              search
              label={t(($) => $.policy.time_zone)}
              options={TIME_ZONES}
              {...form.field('time_zone')}
              onChange={(zone) => set('time_zone', zone ?? 'UTC')}
            />
          </FormGrid>
        )}
      </fieldset>
      <EscalationFields
        steps={values.escalation}
        error={form.error('escalation')}
        onChange={(steps) => set('escalation', steps)}
      />
    </FormDrawer>
  )
}
