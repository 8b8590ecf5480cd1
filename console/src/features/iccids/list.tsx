import { api } from '@heatfleet/contract/api.ts'
import { ICCID_MARKS, ICCID_SORTS, type IccidCard } from '@heatfleet/contract/iccids/card.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ICCID_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { numberParam } from '../../ui/filter-bar-params.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { OnlineMark, StateChip } from '../../ui/status.tsx'
import { CardMenu } from './card-menu.tsx'
import { DaysLeft, STATE_TONES } from './expiry.tsx'
import css from './iccids.module.css'

const { list, column, filter } = listOf(api.iccidList, 'iccids', () => ({ words: useMessages('iccids') }))

/** Choices of the filter by days left, longest first in sense. */
const DAYS_LEFT = [1, 7, 30, 60, 90] as const

/** SIM cards (product 3.14). */
export const iccids = list({
  name: 'iccids',
  needs: 'iccid:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ card_id }) => String(card_id),
  title: ({ iccid }) => iccid,
  shares_address: true,
  summary: ({ t }, count) => t(($) => $.cards, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: ICCID_SORTS,
  sorted: { by: 'expiration_time', order: 'asc' },
  filters: {
    iccid: filter.text(40, { label: ({ t }) => t(($) => $.columns.iccid) }),
    status: filter.choice(ICCID_STATES).text(({ t }, code) => t(($) => $.states[code])),
    days_left: filter.one(
      numberParam,
      ({ key, label, value, change, say: { t } }) =>
        choiceFilter(
          key,
          label,
          // One of an address (a reminder's) is offered too.
          [...new Set([...DAYS_LEFT, ...(value === undefined ? [] : [value])])]
            .toSorted((a, b) => a - b)
            .map((days) => ({ value: String(days), label: t(($) => $.filters.within, { count: days }) })),
          value === undefined ? undefined : String(value),
          (next) => change(next === undefined ? undefined : Number(next)),
        ),
      { label: ({ t }) => t(($) => $.filters.days_left) },
    ),
    agent: filter.agentAndLower({
      label: ({ t }) => t(($) => $.filters.agent),
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
      useManufacturer: ({ t }) => t(($) => $.manufacturer),
    }),
    mac: filter.text(40, { label: ({ t }) => t(($) => $.filters.mac) }),
    operator: filter.text(LIMITS.iccid_text_max, { label: ({ t }) => t(($) => $.columns.operator) }),
    over: filter.either(({ t }) => t(($) => $.over, { returnObjects: true }), {
      label: ({ t }) => t(($) => $.filters.over),
    }),
    online: filter.either(({ t }) => t(($) => $.online, { returnObjects: true })),
    bound: filter.either(({ t }) => t(($) => $.bound, { returnObjects: true })),
    mark: filter.choice(ICCID_MARKS).text(({ t }, code) => t(($) => $.marks[code])),
    traffic_high: filter.either(({ t }) => t(($) => $.traffic, { returnObjects: true })),
    product_key: filter.product(),
    expiration: filter.days('expiration_from', 'expiration_to'),
    activation: filter.days('activation_from', 'activation_to'),
  },
  columns: {
    iccid: column.custom(206, ({ iccid }) => <Identifier id={iccid} inTable />, {
      fixed: 'start',
      always: true,
      sort: 'iccid',
    }),
    status: column.custom(
      112,
      ({ status }, { t }) => <StateChip tone={STATE_TONES[status]}>{t(($) => $.states[status])}</StateChip>,
      { sort: 'status' },
    ),
    expired_day: column.custom(172, ({ expired_day }) => <DaysLeft expired_day={expired_day} />, { sort: false }),
    expiration_time: column.time(150, { precision: 'date', sort: 'expiration_time' }),
    mac: column.custom(190, ({ mac }) =>
      mac === null ? UNKNOWN : <Link to={`/device/device-detail/${mac}`}>{mac}</Link>,
    ),
    online: column.custom(122, ({ mac, online }) =>
      mac === null ? UNKNOWN : <OnlineMark state={online ? 'online' : 'offline'} />,
    ),
    marks: column.custom(220, ({ marks }, { t }) => (
      <span className={css.marks}>
        {marks.map((mark) => (
          <StateChip key={mark} tone={mark === 'checksum' ? 'neutral' : 'warn'}>
            {t(($) => $.marks[mark])}
          </StateChip>
        ))}
      </span>
    )),
    traffic_used_mb: column.textOf(140, trafficText, {
      align: 'end',
      sort: 'traffic_used_mb',
      exports: ['traffic_used_mb', 'traffic_total_mb'],
    }),
    operator: column.text(130, { sort: 'operator' }),
    plan: column.text(130),
    agent_name: column.textOf(150, ({ agent_name }, { t }) => agent_name ?? t(($) => $.manufacturer)),
    msisdn: column.text(140, { by_default: false }),
    device_name: column.text(150, { by_default: false }),
    activation_time: column.time(130, { precision: 'date', by_default: false, sort: 'activation_time' }),
    last_sync_time: column.age(120, { by_default: false }),
    remark: column.text(160, { by_default: false }),
    import_time: column.age(110, { by_default: false, sort: 'import_time' }),
    actions: column.actions((card) => <CardMenu card={card} />),
  },
  export: {
    kind: 'iccid-list',
    needs: 'iccid:export',
    only: (ids) => ({ card_ids: ids.map(Number) }) as never,
    except: (ids) => ({ except_card_ids: ids.map(Number) }),
  },
})

function trafficText(
  { traffic_used_mb: used, traffic_total_mb: total }: IccidCard,
  { lang, words: t }: { lang: Parameters<typeof formatNumber>[2]; words: ReturnType<typeof useMessages<'iccids'>> },
): string | null {
  if (used === null) return null
  if (total === null) return t(($) => $.megabytes_used, { used: formatNumber(used, 1, lang) })
  return t(($) => $.megabytes, { used: formatNumber(used, 1, lang), total: formatNumber(total, 0, lang) })
}
