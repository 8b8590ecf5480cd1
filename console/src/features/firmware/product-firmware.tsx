import { api } from '@heatfleet/contract/api.ts'
import type { FieldVersion } from '@heatfleet/contract/firmware/firmware.ts'
import { Link } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { SwitchField } from '../../ui/field-check.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import css from './firmware.module.css'
import { firmwareOf, newCampaign } from './paths.ts'

/** Versions of a product in the field, which of them are behind, and the key its images are signed with. */
export function ProductFirmware({ product_key }: { product_key: string }) {
  return usePermission('ota:view') ? <Versions product_key={product_key} /> : null
}

function Versions({ product_key }: { product_key: string }) {
  const t = useMessages('firmware')
  const lang = useLanguage()
  const may_propose = usePermission('ota:campaign')
  const read = useRead(api.firmwareVersions, { query: { product_key } })
  if (read.data === undefined)
    return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { versions, public_key, upgrade_consent } = read.data
  return (
    <>
      <Panel
        flush
        title={t(($) => $.product.versions)}
        note={<Link to={firmwareOf(product_key)}>{t(($) => $.product.open)}</Link>}
      >
        <PlainTable
          label={t(($) => $.product.versions)}
          rows={versions}
          keyOf={({ module, hardware_version, software_version }: FieldVersion) =>
            `${module} ${hardware_version} ${software_version}`
          }
          empty={<NeverAny title={t(($) => $.product.none)} />}
          columns={[
            { key: 'module', title: t(($) => $.columns.module), cell: ({ module }) => t(($) => $.modules[module]) },
            {
              key: 'hardware',
              title: t(($) => $.columns.hardware_version),
              cell: ({ hardware_version }) => <code translate="no">{hardware_version}</code>,
            },
            {
              key: 'software',
              title: t(($) => $.columns.software_version),
              cell: ({ software_version }) => <code translate="no">{software_version}</code>,
            },
            {
              key: 'devices',
              title: t(($) => $.product.units),
              align: 'end',
              cell: ({ devices }) => formatNumber(devices, 0, lang),
            },
            {
              key: 'newer',
              title: t(($) => $.product.newer),
              cell: ({ newer_firmware_id, newer_version }) =>
                newer_firmware_id === null || newer_version === null ? (
                  <span className={css.weak}>{t(($) => $.product.newest)}</span>
                ) : may_propose ? (
                  <Link to={newCampaign(newer_firmware_id)}>
                    {t(($) => $.product.upgrade, { version: newer_version })}
                  </Link>
                ) : (
                  <code translate="no">{newer_version}</code>
                ),
            },
          ]}
        />
      </Panel>
      <ConsentPanel product_key={product_key} upgrade_consent={upgrade_consent} />
      <Panel title={t(($) => $.product.key)} note={t(($) => $.product.key_hint)}>
        <pre className={css.key} translate="no">
          {public_key.trim()}
        </pre>
      </Panel>
    </>
  )
}

/** Whether owners are asked before an upgrade. */
function ConsentPanel({ product_key, upgrade_consent }: { product_key: string; upgrade_consent: boolean }) {
  const t = useMessages('firmware')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('ota:edit')
  const change = useChange(api.firmwareConsent)
  const set = async (asks: boolean): Promise<void> => {
    try {
      await change.mutateAsync({ body: { product_key, upgrade_consent: asks } })
      notify.success(t(($) => $.product[asks ? 'consent_on' : 'consent_off']))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <Panel title={t(($) => $.product.consent)}>
      <SwitchField
        label={t(($) => $.product.consent_ask)}
        hint={missing ?? t(($) => $.product.consent_hint)}
        checked={upgrade_consent}
        disabled={missing !== undefined}
        onChange={(checked) => void set(checked)}
      />
    </Panel>
  )
}
