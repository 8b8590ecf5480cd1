import { api } from '@heatfleet/contract/api.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { productColumn } from '../../lists/columns.tsx'
import { fixedList } from '../../lists/list.ts'
import { StateChip } from '../../ui/status.tsx'
import { also, bindings, devicePath, FILTERS, filters } from './list-filters.ts'

const events = bindings(api.bindingHistory)
const EVENT_TONES = { bound: 'ok', shared: 'ok', unbound: 'bad', marked: 'neutral', transferred: 'accent' } as const

/** What happened to bindings, the newest first. */
export const history = events.list({
  name: null,
  needs: 'binding:view',
  label: ({ t }) => t(($) => $.tabs.history),
  key: ({ binding_event_id }) => String(binding_event_id),
  title: ({ mac, device_name, ...person }) => `${device_name || mac} · ${appUserName(person)}`,
  path: devicePath,
  summary: ({ t }, count) => t(($) => $.event_count, { count }),
  never: ({ t }) => ({ title: t(($) => $.empty.history), text: t(($) => $.empty.history_hint) }),
  also,
  filters,
  offered: () => ({ filters: FILTERS.history }),
  columns: {
    time: events.column.time(186, { fixed: 'start', always: true }),
    action: events.column.custom(120, ({ action }, { t }) => (
      <StateChip tone={EVENT_TONES[action]}>{t(($) => $.events[action])}</StateChip>
    )),
    mac: events.column.code(150),
    device_name: events.column.text(150),
    product_name: productColumn(140),
    agent_name: events.column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock)),
    nick_name: events.column.textOf(150, appUserName),
    phone: events.column.text(120),
    email: events.column.text(170),
    bind_way: events.column.word(120, ({ t }) => t(($) => $.ways, { returnObjects: true })),
    by_name: events.column.textOf(150, ({ by, by_name }, { t }) =>
      by === 'app' ? t(($) => $.by.app) : by_name || t(($) => $.staff),
    ),
    reason: events.column.textOf(180, ({ action, reason }, { users }) =>
      action === 'marked'
        ? marksText(
            reason,
            users(($) => $.marks, { returnObjects: true }),
          )
        : reason,
    ),
  },
  export: { kind: 'binding-history', needs: 'appuser:export' },
})

/** The reason of an event `marked` holds the marks by their codes. */
const marksText = (codes: string, texts: Readonly<Record<string, string>>): string =>
  codes
    .split(', ')
    .map((code) => texts[code] ?? code)
    .join(', ')

/** The same of one unit. */
export const deviceHistory = fixedList(history, ['time', 'action', 'nick_name', 'by_name', 'bind_way', 'reason'])
