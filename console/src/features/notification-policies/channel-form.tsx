import { api } from '@heatfleet/contract/api.ts'
import {
  CHANNEL_KINDS,
  type Channel,
  ChannelDraft,
  type ChannelKind,
  isPersonal,
  MAIL_SECURITY,
  MESSAGE_LANGUAGES,
} from '@heatfleet/contract/notification-policies/channel.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { CheckboxField } from '../../ui/field-check.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

const HINTS = {
  webhook: 'webhook',
  wecom: 'robot',
  dingtalk: 'robot',
  slack: 'robot',
  sms: 'adapter',
  push: 'adapter',
} as const satisfies Record<Exclude<ChannelKind, 'email'>, string>
/** Kinds whose messages can be signed. */
const SIGNED: readonly ChannelKind[] = ['webhook', 'dingtalk', 'sms', 'push']

const initialOf = (channel: Channel | null) => ({
  kind: channel?.kind ?? ('email' as ChannelKind),
  channel_name: channel?.channel_name ?? '',
  language: channel?.language ?? ('en' as Channel['language']),
  shared: channel?.shared ?? false,
  host: channel?.host ?? '',
  port: (channel?.port ?? 587) as number | null,
  security: channel?.security ?? ('starttls' as Channel['security']),
  user_name: channel?.user_name ?? '',
  sender: channel?.sender ?? '',
  address: '',
  secret: '',
  without_secret: false,
})

/** Makes or changes a channel. Mounted = open. */
export function ChannelForm({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const t = useMessages('notification-policies')
  const notify = useNotify()
  const create = useChange(api.createChannel)
  const edit = useChange(api.editChannel)
  const form = useForm({
    schema: ChannelDraft,
    initial: initialOf(channel),
    onSave: ({ kind, ...values }) =>
      channel === null
        ? create.mutateAsync({ body: { kind, ...values } })
        : edit.mutateAsync({ params: { id: channel.channel_id }, body: { ...values, updated_at: channel.updated_at } }),
    onSaved: ({ channel_name }) => {
      notify.success(t(($) => $.saved, { name: channel_name }))
      onClose()
    },
  })
  const { kind } = form.values
  return (
    <FormDrawer
      form={form}
      title={channel === null ? t(($) => $.channel.create) : channel.channel_name}
      onClose={onClose}
    >
      <TextField
        required
        label={t(($) => $.channel.name)}
        maxLength={NOTIFICATION_LIMITS.name_max}
        {...form.field('channel_name')}
      />
      <SelectField
        label={t(($) => $.channel.kind)}
        disabled={channel !== null}
        options={CHANNEL_KINDS.map((value) => ({ value, label: t(($) => $.kinds[value]) }))}
        {...form.field('kind')}
        onChange={(next) => form.set('kind', next ?? 'email')}
      />
      {kind === 'email' ? <MailFields form={form} /> : <AddressField form={form} kind={kind} channel={channel} />}
      {kind === 'email' && <SecretField form={form} channel={channel} label={t(($) => $.channel.password)} />}
      {SIGNED.includes(kind) && <SecretField form={form} channel={channel} label={t(($) => $.channel.secret)} />}
      <SelectField
        label={t(($) => $.channel.language)}
        {...(isPersonal(kind) ? { hint: t(($) => $.channel.language_hint) } : {})}
        options={MESSAGE_LANGUAGES.map((value) => ({ value, label: t(($) => $.channel.languages[value]) }))}
        {...form.field('language')}
        onChange={(next) => form.set('language', next ?? 'en')}
      />
      <CheckboxField
        label={t(($) => $.channel.shared)}
        checked={form.values.shared}
        onChange={(on) => form.set('shared', on)}
      />
    </FormDrawer>
  )
}

type ChannelFormState = ReturnType<typeof useForm<typeof ChannelDraft, ReturnType<typeof initialOf>, Channel>>

function MailFields({ form }: { form: ChannelFormState }) {
  const t = useMessages('notification-policies')
  return (
    <>
      <FormGrid least_px={130}>
        <TextField required label={t(($) => $.channel.host)} maxLength={253} {...form.field('host')} />
        <NumberField required label={t(($) => $.channel.port)} min={1} max={65_535} {...form.field('port')} />
        <SelectField
          label={t(($) => $.channel.security)}
          options={MAIL_SECURITY.map((value) => ({ value, label: t(($) => $.channel.securities[value]) }))}
          {...form.field('security')}
          onChange={(next) => form.set('security', next ?? 'starttls')}
        />
      </FormGrid>
      <TextField required label={t(($) => $.channel.sender)} maxLength={200} {...form.field('sender')} />
      <TextField label={t(($) => $.channel.user_name)} maxLength={200} {...form.field('user_name')} />
    </>
  )
}

function AddressField(props: { form: ChannelFormState; kind: Exclude<ChannelKind, 'email'>; channel: Channel | null }) {
  const t = useMessages('notification-policies')
  const { form, kind, channel } = props
  return (
    <TextField
      required={channel === null}
      label={t(($) => $.channel.address)}
      placeholder="https://"
      hint={
        channel === null
          ? t(($) => $.channel.address_hint[HINTS[kind]])
          : t(($) => $.channel.stored_address, { target: channel.target })
      }
      maxLength={NOTIFICATION_LIMITS.address_max}
      {...form.field('address')}
    />
  )
}

function SecretField(props: { form: ChannelFormState; channel: Channel | null; label: string }) {
  const t = useMessages('notification-policies')
  const { form, channel, label } = props
  const is_stored = channel?.has_secret === true
  return (
    <>
      <TextField
        type="password"
        autoComplete="off"
        label={label}
        {...(is_stored ? { hint: t(($) => $.channel.stored_secret) } : {})}
        disabled={form.values.without_secret}
        maxLength={NOTIFICATION_LIMITS.secret_max}
        {...form.field('secret')}
      />
      {is_stored && (
        <CheckboxField
          label={t(($) => $.channel.without_secret)}
          checked={form.values.without_secret}
          onChange={(on) => form.set('without_secret', on)}
        />
      )}
    </>
  )
}
