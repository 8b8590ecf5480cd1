import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { Upgrade } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import css from './firmware.module.css'
import { FOLLOW_MS, isUnderWay, UpgradeMark } from './marks.tsx'
import { campaignPath } from './paths.ts'
import { upgradeReason } from './reason-text.ts'

type Page = ResultOf<typeof api.deviceUpgrades>
type Offer = Page['available'][number]

/** Versions of one unit, what it can be upgraded to, and its upgrades so far (device detail, tab Upgrade). */
export function DeviceUpgrade({ mac }: { mac: string }) {
  const read = useRead(
    api.deviceUpgrades,
    { query: { mac, pageNo: 1, size: LIMITS.unit_upgrades_shown } },
    { refetchInterval: (page) => (page?.list.some(isUnderWay) === true ? FOLLOW_MS : false) },
  )
  if (read.data !== undefined) return <Parts mac={mac} page={read.data} />
  return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
}

function Parts({ mac, page: { current, available, waiting, list } }: { mac: string; page: Page }) {
  const t = useMessages('firmware')
  const lang = useLanguage()
  const notify = useNotify()
  const upgrade = useChange(api.deviceUpgrade)
  const missing = useMissingPermission('ota:upgrade')
  const [chosen, ask] = useState<Offer | null>(null)
  const busy = list.some(isUnderWay) ? t(($) => $.errors.upgrade_under_way) : undefined
  const [named, forgetNamed] = useNamedFirmware()
  const offered = missing === undefined && busy === undefined ? available : []
  const asked = chosen ?? offered.find(({ firmware_id }) => String(firmware_id) === named) ?? null
  const told = (version: string) =>
    version === '' ? t(($) => $.device.unknown) : <code translate="no">{version}</code>
  return (
    <div className={css.stack}>
      <div className={css.columns}>
        <Panel title={t(($) => $.device.current)}>
          <Facts
            least_px={140}
            items={(['module_version', 'module_type', 'software_version', 'hardware_version'] as const).map((key) => ({
              label: t(($) => $.device[key]),
              value: told(current[key]),
            }))}
          />
        </Panel>
        <Panel title={t(($) => $.device.available)}>
          {waiting.map((one) => (
            <p key={one.rollout_id} className={css.hint}>
              <Link to={campaignPath(one.rollout_id)}>
                {t(($) => $.device.waiting_for, {
                  name: one.name,
                  firmware: one.firmware_name,
                  version: one.software_version,
                })}
              </Link>{' '}
              — {upgradeReason(t, one.reason) ?? t(($) => $.device.not_yet)}
            </p>
          ))}
          {available.length === 0 && <p className={css.hint}>{t(($) => $.device.none)}</p>}
          {available.map((one) => (
            <div key={one.firmware_id} className={css.offer}>
              <div>
                <b>
                  {one.name} <code translate="no">{one.software_version}</code>
                </b>{' '}
                · {t(($) => $.modules[one.module])}
                {one.notes[lang] !== '' && <p>{one.notes[lang]}</p>}
              </div>
              <Button kind="primary" disabledReason={missing ?? busy} onClick={() => ask(one)}>
                {t(($) => $.device.upgrade)}
              </Button>
            </div>
          ))}
        </Panel>
      </div>
      <Panel flush title={t(($) => $.device.history)}>
        <Upgrades list={list} />
      </Panel>
      {asked !== null && (
        <PlainConfirm
          title={t(($) => $.confirm.upgrade_title, { version: `${asked.name} ${asked.software_version}` })}
          text={t(($) => $.confirm.upgrade)}
          confirm={t(($) => $.device.upgrade)}
          onClose={() => {
            ask(null)
            forgetNamed()
          }}
          onConfirm={async () => {
            await upgrade.mutateAsync({ body: { mac, firmware_id: asked.firmware_id } })
            notify.success(t(($) => $.done.upgrade))
          }}
        />
      )}
    </div>
  )
}

/** The firmware whose dialog a link opens, and what takes it out of the address. */
function useNamedFirmware() {
  const [query, setQuery] = useSearchParams()
  const forget = () =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('firmware')
        return after
      },
      { replace: true },
    )
  return [query.get('firmware'), forget] as const
}

function Upgrades({ list }: { list: readonly Upgrade[] }) {
  const t = useMessages('firmware')
  return (
    <PlainTable
      label={t(($) => $.device.history)}
      rows={list}
      keyOf={({ upgrade_id }: Upgrade) => String(upgrade_id)}
      empty={<NeverAny title={t(($) => $.device.never)} />}
      columns={[
        {
          key: 'what',
          title: t(($) => $.device.columns.what),
          cell: ({ from_version, to_version, rollout_id, firmware_name }) => (
            <>
              <code translate="no">{t(($) => $.device.from_to, { from: from_version, to: to_version })}</code>{' '}
              {rollout_id === null ? firmware_name : <Link to={campaignPath(rollout_id)}>{firmware_name}</Link>}
            </>
          ),
        },
        {
          key: 'state',
          title: t(($) => $.device.columns.state),
          cell: (upgrade) => <UpgradeMark upgrade={upgrade} />,
        },
        {
          key: 'reason',
          title: t(($) => $.device.columns.reason),
          cell: ({ reason }) => upgradeReason(t, reason) ?? '—',
        },
        { key: 'module', title: t(($) => $.device.columns.module), cell: ({ module }) => t(($) => $.modules[module]) },
        { key: 'type', title: t(($) => $.device.columns.type), cell: ({ type }) => t(($) => $.types[type]) },
        { key: 'creator', title: t(($) => $.device.columns.creator), cell: ({ creator }) => creator },
        { key: 'time', title: t(($) => $.device.columns.time), cell: ({ create_time }) => <Age at={create_time} /> },
      ]}
    />
  )
}
