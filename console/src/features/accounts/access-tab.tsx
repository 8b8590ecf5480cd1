import type { AccessCheck, AccessExplanation, AccessReason } from '@heatfleet/contract/accounts/access.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { RESOURCE_GROUP, RIGHT_GROUPS, RIGHTS, resourceOf } from '@heatfleet/contract/permissions.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { SearchField } from '../../ui/field-text.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { scopeText } from './account-texts.ts'
import styles from './accounts.module.css'

const SUGGESTED = 50

/** Effective permissions and visible devices of the account, and why it sees a device or not (product 3.30). */
export function AccessTab({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const language = useLanguage()
  const groupName = useGroupNameText()
  const access = useRead(api.accountEffectiveAccess, { params: { id: account.uid } })
  if (access.data === undefined)
    return access.error === null ? (
      <Loading />
    ) : (
      <ErrorState error={access.error} onRetry={() => void access.refetch()} />
    )
  const { devices, distributors, accounts, permissions } = access.data
  const number = (count: number) => formatNumber(count, 0, language)
  return (
    <div className={styles.stack}>
      <Panel title={t(($) => $.access.reach)}>
        <Facts
          items={[
            { label: t(($) => $.columns.scope), value: scopeText(t, account) },
            { label: t(($) => $.columns.agent), value: account.agent_name ?? t(($) => $.manufacturer) },
            {
              label: t(($) => $.columns.resource_group),
              value: groupName(account.resource_group_name, account.whole_fleet),
            },
            { label: t(($) => $.access.devices), value: number(devices) },
            { label: t(($) => $.access.distributors), value: number(distributors) },
            { label: t(($) => $.access.accounts), value: number(accounts) },
          ]}
        />
      </Panel>
      <Explainer account={account} />
      <Panel title={t(($) => $.access.rights, { count: permissions.length })}>
        <Rights checked={new Set(permissions)} />
      </Panel>
    </div>
  )
}

function Rights({ checked }: { checked: ReadonlySet<string> }) {
  const t = useMessages('accounts')
  const permission_texts = useRightWords()
  const rights = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[] // the keys of the table
  const groups = RIGHT_GROUPS.map((group) => ({
    group,
    rights: rights.filter((right) => checked.has(right) && RESOURCE_GROUP[resourceOf(right)] === group),
  })).filter((one) => one.rights.length > 0)
  return (
    <div className={styles.rights}>
      {groups.map(({ group, rights: some }) => (
        <section key={group}>
          <h3>{permission_texts.groups[group]}</h3>
          <ul>
            {some.map((right) => (
              <li key={right} title={permission_texts.rights[right].meaning}>
                <span className={styles.cut}>{permission_texts.rights[right].name}</span>
                {RIGHTS[right].risk === 'dangerous' && (
                  <StateChip tone="warn">{t(($) => $.access.dangerous)}</StateChip>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Explains whether and why the account sees a device. */
function Explainer({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const errorText = useErrorText()
  const [mac, setMac] = useState<string>()
  const [search, setSearch] = useState('')
  const devices = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: SUGGESTED }, body: search.trim() === '' ? {} : { search: search.trim() } },
    { placeholder: 'keep' },
  )
  const result = useRead(
    api.accountExplainAccess,
    { params: { id: account.uid }, body: { mac: mac ?? '' } },
    { enabled: mac !== undefined },
  )
  return (
    <Panel title={t(($) => $.explain.title)}>
      <p className={styles.note}>{t(($) => $.explain.text, { name: account.user_name })}</p>
      <div className={styles.ask}>
        <SearchField quiet={false} label={t(($) => $.explain.search)} value={search} onChange={setSearch} />
        <SelectField
          label={t(($) => $.explain.device)}
          search
          width={360}
          value={mac}
          onChange={setMac}
          loading={devices.data === undefined && devices.error === null}
          options={(devices.data?.list ?? []).map((device) => ({
            value: device.mac,
            label: device.device_name === '' ? device.mac : `${device.device_name} · ${device.mac}`,
          }))}
          error={result.error === null || mac === undefined ? undefined : errorText(result.error).message}
        />
      </div>
      {result.data !== undefined && mac !== undefined && <Verdict account={account} explained={result.data} />}
    </Panel>
  )
}

function Verdict({ account, explained }: { account: Account; explained: AccessExplanation }) {
  const t = useMessages('accounts')
  const { sees, decided_by, steps } = explained
  const reasonText = (check: AccessCheck, reason: AccessReason, named: string) =>
    check === 'distributor' && (reason === 'manufacturer' || reason === 'enabled' || reason === 'disabled')
      ? t(($) => $.explain.agent_reasons[reason], { named })
      : t(($) => $.explain.reasons[reason], { named })
  const about = { name: account.user_name, device: explained.device_name || explained.mac }
  return (
    <div role="status">
      <p className={styles.verdict}>
        <StateChip tone={sees ? 'ok' : 'bad'} shape="filled">
          {sees ? t(($) => $.explain.yes) : t(($) => $.explain.no)}
        </StateChip>
        {sees ? t(($) => $.explain.sees, about) : t(($) => $.explain.sees_not, about)}
      </p>
      <ol className={styles.steps}>
        {steps.map(({ check, ok, reason, named }) => (
          <li key={check} data-decides={check === decided_by}>
            <span
              className={ok ? styles.yes : styles.no}
              role="img"
              aria-label={ok ? t(($) => $.explain.holds) : t(($) => $.explain.fails)}
            >
              {ok ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
            </span>
            <span className={styles.name}>{t(($) => $.explain.checks[check])}</span>
            <span>{reasonText(check, reason, named)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
