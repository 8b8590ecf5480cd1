import { api } from '@heatfleet/contract/api.ts'
import type { ApiToken } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { KeyIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny, NoPermission } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import styles from './center.module.css'
import { NewToken } from './new-token.tsx'

/** API tokens: programs act as this account with a subset of its permissions. */
export function ApiTokens() {
  const may_view = usePermission('api:view')
  return may_view ? <Tokens /> : <NoPermission permission="api:view" />
}

function Tokens() {
  const t = useMessages('center')
  const tokens = useRead(api.apiTokenList)
  const missing_permission = useMissingPermission('api:edit')
  const [is_creating, setCreating] = useState(false)
  const make = (
    <Button kind="primary" size="small" disabledReason={missing_permission} onClick={() => setCreating(true)}>
      {t(($) => $.tokens.make)}
    </Button>
  )
  return (
    <Panel title={t(($) => $.tokens.title)} note={tokens.data?.length === 0 ? undefined : make}>
      {tokens.isError && <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.data === undefined && !tokens.isError && <Loading rows={3} />}
      {tokens.data?.length === 0 && (
        <NeverAny icon={KeyIcon} title={t(($) => $.tokens.none)} text={t(($) => $.tokens.none_text)} action={make} />
      )}
      {tokens.data !== undefined && tokens.data.length > 0 && <TokenTable tokens={tokens.data} />}
      <p className={styles.docs}>
        <a href={`${API_PREFIX}/docs`} target="_blank" rel="noopener noreferrer">
          {t(($) => $.tokens.docs)}
        </a>
      </p>
      {is_creating && <NewToken onClose={() => setCreating(false)} />}
    </Panel>
  )
}

function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const t = useMessages('center')
  const lang = useLanguage()
  const now = useNow()
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const revoke = useChange(api.revokeApiToken)
  const confirmDelete = async ({ api_token_id, token_name }: ApiToken) => {
    const sure = await confirm({
      title: t(($) => $.tokens.revoke_title, { name: token_name }),
      text: t(($) => $.tokens.revoke_text),
      confirm: t(($) => $.tokens.revoke),
      danger: true,
    })
    if (!sure) return
    revoke.mutate({ body: { api_token_id } }, { onError: (error) => notify.failed(errorText(error)) })
  }
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t(($) => $.tokens.name)}</th>
            <th>{t(($) => $.tokens.begins)}</th>
            <th>{t(($) => $.tokens.rights)}</th>
            <th>{t(($) => $.tokens.agent)}</th>
            <th>{t(($) => $.tokens.pace)}</th>
            <th>{t(($) => $.tokens.expires)}</th>
            <th>{t(($) => $.tokens.last_used)}</th>
            <th>
              <span className="hf-hidden">{t(($) => $.actions)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.api_token_id}>
              <td>{token.token_name}</td>
              <td className={styles.mono}>{token.token_hint}…</td>
              <td title={token.permissions.join('\n')}>
                {t(($) => $.tokens.right_count, { count: token.permissions.length })}
              </td>
              <td>
                <EffectivePermissions agent={token.agent} />
              </td>
              <td>
                {token.calls_per_minute === null
                  ? t(($) => $.tokens.pace_none)
                  : t(($) => $.tokens.calls, { count: token.calls_per_minute })}
              </td>
              <td>
                {Date.parse(token.expires_at) <= now ? (
                  <StateChip tone="bad">{t(($) => $.tokens.over)}</StateChip>
                ) : (
                  formatTime(token.expires_at, lang, 'date')
                )}
              </td>
              <td title={token.last_address ?? undefined}>
                {token.last_used_at === null ? t(($) => $.tokens.never) : <Age at={token.last_used_at} />}
              </td>
              <td className={styles.end}>
                <Button size="small" onClick={() => void confirmDelete(token)}>
                  {t(($) => $.tokens.revoke)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The distributor that limits a token; a deleted or inaccessible one leaves it no rows. */
function EffectivePermissions({ agent }: Pick<ApiToken, 'agent'>) {
  const t = useMessages('center')
  if (agent === null) return t(($) => $.tokens.whole_reach)
  if (agent.agent_name !== null) return <span translate="no">{agent.agent_name}</span>
  return (
    <StateChip tone="bad" title={t(($) => $.tokens.agent_lost_text)}>
      {t(($) => $.tokens.agent_lost)}
    </StateChip>
  )
}
