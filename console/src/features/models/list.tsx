import { api } from '@heatfleet/contract/api.ts'
import { DEVICE_SORTS } from '@heatfleet/contract/devices/devices.ts'
import type { DeviceModel } from '@heatfleet/contract/models/models.ts'
import { ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import { createContext, useContext } from 'react'
import { CutText, macColumn, productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { OnlineMark, RecognitionMark } from '../../ui/status.tsx'
import { keywordBody, keywordField, keywordParam } from '../devices/public.ts'
import { ActionProgress } from './action-state.tsx'
import { lastActionOf } from './last-action.ts'
import { AgreementMark } from './model-facts.tsx'
import css from './models.module.css'
import { useProductNames } from './product-names.ts'

/** The models of the rows in view by device; a context, so that columns stay the same while the models come. */
export const ModelsContext = createContext<ReadonlyMap<string, DeviceModel>>(new Map())

/** Where the row of a device opens its model. */
export const unitPath = (mac: string, query: URLSearchParams): string => {
  const next = new URLSearchParams(query)
  next.delete('batch')
  next.set('unit', mac)
  return `/device/model-setting?${next}`
}

const { list, column, filter } = listOf(api.deviceList, 'models', () => ({
  words: useMessages('devices'),
  nameOf: useProductNames(),
}))

/** Devices with the state of their models (product 3.15). */
export const models = list({
  name: 'models',
  needs: 'model:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ mac }) => mac,
  title: ({ device_name, mac }) => device_name || mac,
  path: ({ mac }, query) => unitPath(mac, query),
  shares_address: true,
  summary: ({ t }, count) => t(($) => $.units, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  page_sizes: [20, 50, 100, 500],
  sorts: DEVICE_SORTS,
  sorted: { by: 'mac', order: 'asc' },
  filters: {
    keyword: filter.one(keywordParam, keywordField, { body: keywordBody }),
    vcard_pk: filter.choice(RECOGNITION_STATES).text(({ words }, code) => words(($) => $.recognition[code])),
    online_status: filter.choice(ONLINE_STATES).text(({ words }, code) => words(($) => $.online[code])),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    agent: filter.agentAndLower({
      label: ({ t }) => t(($) => $.columns.agent_name),
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
      counted: true,
    }),
  },
  columns: {
    mac: macColumn(140),
    device_name: column.text(140, { grows: true }),
    online_status: column.custom(116, (device) => (
      <OnlineMark
        state={device.online_status}
        since={device.online_status === 'online' ? device.online_since : device.last_offline_time}
      />
    )),
    vcard_pk: column.custom(124, ({ vcard_pk }) => <RecognitionMark state={vcard_pk} />),
    dtu_default_pk: column.custom(120, ({ dtu_default_pk }, { nameOf }) => (
      <CutText text={dtu_default_pk === null ? null : nameOf(dtu_default_pk)} hint={dtu_default_pk ?? ''} kind="name" />
    )),
    info_pk: column.custom(132, ({ info_pk }, { nameOf }) => (
      <CutText text={info_pk === null ? null : nameOf(info_pk)} hint={info_pk ?? ''} kind="name" />
    )),
    agreement: column.custom(
      96,
      ({ info_pk, dtu_default_pk }) =>
        info_pk === null || dtu_default_pk === null ? (
          <span className={css.weak}>{UNKNOWN}</span>
        ) : (
          <AgreementMark agrees={info_pk === dtu_default_pk} />
        ),
      { exports: [] },
    ),
    product_name: productColumn(126),
    last_action: column.custom(284, ({ mac }) => <LastAction mac={mac} />, { exports: [] }),
    generic: column.custom(110, ({ mac }) => <Generic mac={mac} />, { exports: [], by_default: false }),
    module_type: column.code(100, { by_default: false }),
    agent_name: column.textOf(110, ({ agent_name }, { words }) => agent_name ?? words(($) => $.stock.yes), {
      by_default: false,
    }),
  },
  export: {
    kind: 'device-list',
    needs: 'device:export',
    only: (macs) => ({ macs }),
    except: (except_macs) => ({ except_macs }),
  },
})

function LastAction({ mac }: { mac: string }) {
  const t = useMessages('models')
  const action = lastActionOf(useContext(ModelsContext).get(mac))
  if (action === null) return <span className={css.weak}>{UNKNOWN}</span>
  return (
    <span className={css.line}>
      {t(($) => $.kinds_short[action.kind])}
      <ActionProgress action={action} />
      <span className={css.weak}>
        <Age at={action.finished_at} />
      </span>
    </span>
  )
}

function Generic({ mac }: { mac: string }) {
  const t = useMessages('models')
  const model = useContext(ModelsContext).get(mac)
  if (model === undefined) return UNKNOWN
  return (
    <span className={model.generic ? undefined : css.weak}>{t(($) => $.generic[model.generic ? 'yes' : 'no'])}</span>
  )
}
