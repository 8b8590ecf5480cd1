import { api } from '@heatfleet/contract/api.ts'
import { type Installation, InstallationDraft } from '@heatfleet/contract/devices/installation.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDayText } from '../../../ui/day-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { DayField } from '../../../ui/field-day.tsx'
import { NumberField } from '../../../ui/field-number.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { TextAreaField } from '../../../ui/field-text-area.tsx'
import { FormArea, FormGrid } from '../../../ui/form.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { OrdersPanel } from '../../service-orders/public.ts'
import { CommissioningReport } from '../commissioning/commissioning.tsx'
import type { DeviceView } from '../device-view.ts'
import { DeviceFiles } from './device-files.tsx'
import css from './install.module.css'

/** Installation and service of the unit (product 3.12, tab 12): who, when, warranty, parts, files, orders. */
export const Install = ({ view: { device } }: { view: DeviceView }) => {
  const sees_orders = usePermission('order:view')
  const sees_history = usePermission('history:view')
  const read = useRead(api.deviceInstallation, { query: { mac: device.mac } })
  if (read.data === undefined)
    return (
      <Panel>
        {read.error === null ? (
          <Loading rows={4} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Panel>
    )
  return (
    <div className={css.parts}>
      <Warranty installation={read.data} first_online={device.first_online_time} />
      {sees_history && <CommissioningReport mac={device.mac} files={read.data.files} />}
      <InstallationForm key={read.data.updated_at} mac={device.mac} installation={read.data} />
      <DeviceFiles mac={device.mac} files={read.data.files} />
      {sees_orders && <OrdersPanel of={{ mac: device.mac }} />}
    </div>
  )
}

const DAY_MS = 86_400_000

const Warranty = ({ installation, first_online }: { installation: Installation; first_online: string | null }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const dayText = useDayText()
  const { warranty_until, updated_at, updated_by } = installation
  const days = warranty_until === null ? null : Math.ceil((Date.parse(warranty_until) + DAY_MS - Date.now()) / DAY_MS)
  return (
    <Panel title={t(($) => $.install.warranty.title)}>
      <Facts
        items={[
          { label: t(($) => $.install.warranty.from), value: first_online && <Age at={first_online} /> },
          {
            label: t(($) => $.install.warranty.until),
            value:
              warranty_until === null || days === null ? (
                t(($) => (first_online === null ? $.install.warranty.not_begun : $.install.warranty.none))
              ) : (
                <>
                  {dayText(warranty_until)}{' '}
                  <StateChip tone={days > 0 ? 'ok' : 'warn'}>
                    {days > 0 ? t(($) => $.install.warranty.left, { count: days }) : t(($) => $.install.warranty.over)}
                  </StateChip>
                </>
              ),
          },
          {
            label: t(($) => $.install.changed),
            value: updated_at && (
              <>
                {updated_by} · <Age at={updated_at} />
              </>
            ),
          },
          { label: t(($) => $.install.parts.title), value: formatNumber(installation.parts.length, 0, lang) },
        ]}
      />
    </Panel>
  )
}

const InstallationForm = ({ mac, installation }: { mac: string; installation: Installation }) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const missing_permission = useMissingPermission('device:edit')
  const change = useChange(api.saveInstallation)
  const { installer, installed_on, warranty_months, parts, note } = installation
  const form = useForm({
    schema: InstallationDraft,
    initial: { installer, installed_on: installed_on ?? '', warranty_months, parts, note },
    toBody: (typed) => ({
      ...typed,
      installed_on: typed.installed_on === '' ? null : typed.installed_on,
      parts: typed.parts.filter(({ part, serial }) => part.trim() !== '' || serial.trim() !== ''),
    }),
    onSave: (body) => change.mutateAsync({ query: { mac }, body }),
    onSaved: () => notify.success(t(($) => $.install.saved)),
  })
  const rows = form.values.parts
  const setParts = form.field('parts').onChange
  return (
    <FormArea form={form} saveDisabledReason={missing_permission}>
      <Panel title={t(($) => $.install.title)}>
        <FormGrid>
          <TextField
            label={t(($) => $.install.installer)}
            maxLength={LIMITS.company_max}
            {...form.field('installer')}
          />
          <DayField label={t(($) => $.install.installed_on)} {...form.field('installed_on')} />
          <NumberField
            label={t(($) => $.install.warranty_months)}
            min={1}
            max={LIMITS.warranty_months_max}
            decimals={0}
            {...form.field('warranty_months')}
          />
        </FormGrid>
        <TextAreaField
          label={t(($) => $.install.note)}
          rows={2}
          maxLength={LIMITS.product_text_max}
          {...form.field('note')}
        />
      </Panel>
      <Panel title={t(($) => $.install.parts.title)}>
        <div className={css.rows}>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own
            <div key={at} className={css.row}>
              <TextField
                label={t(($) => $.install.parts.part)}
                maxLength={LIMITS.device_part_max}
                value={row.part}
                onChange={(part) => setParts(rows.with(at, { ...row, part }))}
              />
              <TextField
                label={t(($) => $.install.parts.serial)}
                maxLength={LIMITS.device_part_max}
                value={row.serial}
                onChange={(serial) => setParts(rows.with(at, { ...row, serial }))}
              />
              <Button
                kind="text"
                icon={CloseIcon}
                label={t(($) => $.install.parts.remove, { part: row.part })}
                onClick={() => setParts(rows.toSpliced(at, 1))}
              />
            </div>
          ))}
          <Button
            icon={PlusIcon}
            disabledReason={
              rows.length >= LIMITS.device_parts_max ? t(($) => $.install.parts.full) : missing_permission
            }
            onClick={() => setParts([...rows, { part: '', serial: '' }])}
          >
            {t(($) => $.install.parts.add)}
          </Button>
        </div>
      </Panel>
    </FormArea>
  )
}
