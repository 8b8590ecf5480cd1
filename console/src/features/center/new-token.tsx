import { api } from '@heatfleet/contract/api.ts'
import { ApiTokenDraft } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TreeSelectField } from '../../ui/field-tree-select.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './center.module.css'

const DAYS = [7, 30, 90, 180, LIMITS.api_token_days_max] as const
/** Calls per minute; 0 = no separate limit. */
const RATE_LIMITS = [0, 10, 30, 60, 120, 300, 600] as const
const NONE: Permission[] = []

/** Creates a token: name, expiry, scope, rate limit, permissions; then shows it once. Mounted = open. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useMessages('center')
  const rightWords = useRightWords()
  const own = useSession((session) => session.user?.permissions ?? NONE)
  const create = useChange(api.createApiToken)
  const may_choose = usePermission('device:view')
  const [created, setCreated] = useState<string | null>(null)
  const form = useForm({
    schema: ApiTokenDraft,
    initial: {
      token_name: '',
      permissions: NONE,
      expires_in_days: 90,
      agent_id: undefined as number | undefined,
      calls_per_minute: 0,
    },
    toBody: ({ agent_id = null, calls_per_minute, ...draft }) => ({
      ...draft,
      agent_id,
      calls_per_minute: calls_per_minute === 0 ? null : calls_per_minute,
    }),
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ token }) => setCreated(token),
  })
  if (created !== null)
    return (
      <SecretOnce
        title={t(($) => $.tokens.made)}
        text={t(($) => $.tokens.made_text)}
        secret={created}
        action={() => <FirstCall token={created} />}
        onClose={onClose}
      />
    )
  return (
    <FormDrawer form={form} title={t(($) => $.tokens.make)} save={t(($) => $.tokens.make)} onClose={onClose}>
      <TextField
        label={t(($) => $.tokens.name)}
        required
        placeholder={t(($) => $.tokens.name_hint)}
        maxLength={LIMITS.api_token_name_max}
        {...form.field('token_name')}
      />
      <SelectField
        label={t(($) => $.tokens.life)}
        {...form.field('expires_in_days')}
        onChange={(days) => form.set('expires_in_days', days ?? 90)}
        options={DAYS.map((value) => ({ value, label: t(($) => $.tokens.days, { count: value }) }))}
      />
      {may_choose && <DistributorField {...form.field('agent_id')} />}
      <SelectField
        label={t(($) => $.tokens.pace)}
        hint={t(($) => $.tokens.pace_hint)}
        {...form.field('calls_per_minute')}
        onChange={(calls) => form.set('calls_per_minute', calls ?? 0)}
        options={RATE_LIMITS.map((value) => ({
          value,
          label: value === 0 ? t(($) => $.tokens.pace_none) : t(($) => $.tokens.calls, { count: value }),
        }))}
      />
      <CheckboxGroupField
        label={t(($) => $.tokens.rights)}
        required
        hint={t(($) => $.tokens.rights_hint)}
        {...form.field('permissions')}
        options={own.map((value) => ({
          value,
          label: rightWords.rights[value].name,
          hint: rightWords.rights[value].meaning,
        }))}
      />
    </FormDrawer>
  )
}

/** A call that can be pasted into a shell: each call names the application, too. */
function FirstCall({ token }: { token: string }) {
  const t = useMessages('center')
  return (
    <div className={styles.call}>
      <p>{t(($) => $.tokens.made_use, { key: CONSOLE_APPLICATION_KEY })}</p>
      <pre translate="no">{`curl ${location.origin}${API_PREFIX}${api.deviceList.path} -d '{}' \\
  -H 'content-type: application/json' \\
  -H 'key: ${CONSOLE_APPLICATION_KEY}' -H 'token: ${token}'`}</pre>
      <a href={`${API_PREFIX}/docs`} target="_blank" rel="noopener noreferrer">
        {t(($) => $.tokens.docs)}
      </a>
    </div>
  )
}

/** The distributor that limits a token; none = the account's whole scope. */
function DistributorField(props: {
  value: number | undefined
  onChange: (agent_id: number | undefined) => void
  error: string | undefined
}) {
  const t = useMessages('center')
  const distributors = useDistributorChoices(null)
  return (
    <TreeSelectField
      label={t(($) => $.tokens.agent)}
      hint={t(($) => $.tokens.agent_hint)}
      placeholder={t(($) => $.tokens.whole_reach)}
      clearable
      options={distributors}
      {...props}
    />
  )
}
