import { api } from '@heatfleet/contract/api.ts'
import { type ApiToken, ApiTokenDraft } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNow } from '../../../ui/clock.ts'
import { SelectField } from '../../../ui/field-select.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { SecretOnce } from '../../../ui/secret-once.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { kioskAddress, type WallSetup } from './wall-address.ts'
import css from './wall-settings.module.css'

/** What a kiosk link may: read figures, and what happened last without names of units. */
const KIOSK_RIGHTS: Permission[] = ['dashboard:view', 'bigscreen:view']
const DAYS = [30, 90, 180, LIMITS.api_token_days_max] as const

const isKiosk = ({ permissions }: ApiToken): boolean =>
  permissions.length === KIOSK_RIGHTS.length && KIOSK_RIGHTS.every((right) => permissions.includes(right))

/** Links that show this big screen without a log-in: API tokens that read figures alone, each revoked by one press. */
export function KioskLinks({ setup }: { setup: WallSetup }) {
  const t = useMessages('dashboard')
  const sees_links = usePermission('api:view')
  const missing_permission = useMissingPermission('api:edit')
  const [is_creating, setCreating] = useState(false)
  return (
    <section className={css.links}>
      <header>
        <h3>{t(($) => $.wall.links)}</h3>
        <Button size="small" disabledReason={missing_permission} onClick={() => setCreating(true)}>
          {t(($) => $.wall.new_link)}
        </Button>
      </header>
      <p>{t(($) => $.wall.links_hint)}</p>
      {sees_links && <Links />}
      {is_creating && <NewLink setup={setup} onClose={() => setCreating(false)} />}
    </section>
  )
}

function Links() {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const now = useNow()
  const notify = useNotify()
  const errorText = useErrorText()
  const { data } = useRead(api.apiTokenList)
  const revoke = useChange(api.revokeApiToken)
  const end = ({ api_token_id }: ApiToken) =>
    revoke.mutate({ body: { api_token_id } }, { onError: (error) => notify.failed(errorText(error)) })
  const links = data?.filter(isKiosk) ?? []
  if (links.length === 0) return null
  return (
    <ul aria-label={t(($) => $.wall.links)}>
      {links.map((link) => (
        <li key={link.api_token_id}>
          <b>{link.token_name}</b>
          <Button
            size="small"
            label={`${t(($) => $.wall.revoke)}: ${link.token_name}`}
            busy={revoke.isPending}
            onClick={() => end(link)}
          >
            {t(($) => $.wall.revoke)}
          </Button>
          <span>
            {[
              link.agent?.agent_name ?? t(($) => $.wall.all),
              Date.parse(link.expires_at) <= now
                ? t(($) => $.wall.expired)
                : t(($) => $.wall.until, { date: formatTime(link.expires_at, lang, 'date') }),
            ].join(' · ')}
            {link.last_used_at !== null && (
              <>
                {' · '}
                {t(($) => $.wall.seen)} <Age at={link.last_used_at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function NewLink({ setup, onClose }: { setup: WallSetup; onClose: () => void }) {
  const t = useMessages('dashboard')
  const create = useChange(api.createApiToken)
  const [created, setCreated] = useState<string | null>(null)
  const form = useForm({
    schema: ApiTokenDraft,
    initial: { token_name: setup.title || t(($) => $.wall.title), expires_in_days: 90 as number },
    toBody: (draft) => ({
      ...draft,
      permissions: KIOSK_RIGHTS,
      agent_id: setup.agent_id ?? null,
      calls_per_minute: null,
    }),
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ token }) => setCreated(token),
  })
  if (created !== null)
    return (
      <SecretOnce
        title={t(($) => $.wall.link_made)}
        text={t(($) => $.wall.link_made_text)}
        secret={kioskAddress(location.origin, setup, created)}
        onClose={onClose}
      />
    )
  return (
    <FormDrawer form={form} title={t(($) => $.wall.new_link)} save={t(($) => $.wall.new_link)} onClose={onClose}>
      <TextField
        label={t(($) => $.wall.link_name)}
        hint={t(($) => $.wall.link_name_hint)}
        required
        maxLength={LIMITS.api_token_name_max}
        {...form.field('token_name')}
      />
      <SelectField
        label={t(($) => $.wall.valid_for)}
        {...form.field('expires_in_days')}
        onChange={(days) => form.set('expires_in_days', days ?? 90)}
        options={DAYS.map((value) => ({ value, label: t(($) => $.wall.days, { count: value }) }))}
      />
    </FormDrawer>
  )
}
