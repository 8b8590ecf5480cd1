import { api } from '@heatfleet/contract/api.ts'
import { AUTH_MODES } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { UNKNOWN_MODULE_STATES, type UnknownModule } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { listOf } from '../../lists/list.ts'
import { productName } from '../../messages/product-name.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { RowDecisions } from './decisions.tsx'

const { list, column, filter } = listOf(
  api.unknownModuleList,
  'first-contact',
  ({ onApprove }: { onApprove: (macs: string[]) => void }) => ({ onApprove }),
)

const TONES = { waiting: 'warn', rejected: 'neutral', banned: 'bad' } as const satisfies Record<
  UnknownModule['state'],
  Tone
>

/** Modules that tried to log in and are no device, the last ones first. */
export const unknownModules = list({
  name: 'unknown-modules',
  needs: 'device-import:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ mac }) => mac,
  title: ({ mac }) => mac,
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ icon: LockIcon, title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  filters: {
    state: filter.tabs(UNKNOWN_MODULE_STATES, 'waiting'),
    mac: filter.text(15),
    address: filter.text(64),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_key) }),
    proven: filter.either(({ t }) => ({ yes: t(($) => $.proven.yes), no: t(($) => $.proven.no) })),
  },
  sorts: ['last_seen_time', 'first_seen_time', 'tries', 'mac'],
  sorted: { by: 'last_seen_time', order: 'desc' },
  columns: {
    mac: column.custom(190, ({ mac }) => <Identifier id={mac} inTable />, { fixed: 'start', always: true }),
    state: column.custom(
      124,
      ({ state }, { t }) => <StateChip tone={TONES[state]}>{t(($) => $.states[state])}</StateChip>,
      { by_default: false },
    ),
    last_seen_time: column.age(120),
    tries: column.number(96),
    address: column.text(150),
    auth_mode: column.word(190, ({ t }) =>
      Object.fromEntries(AUTH_MODES.map((mode) => [mode, t(($) => $.modes[mode])])),
    ),
    product_key: column.textOf(
      170,
      ({ product_key, product_name, product_english_name }, { lang }) =>
        product_key === null ? '' : productName({ name: product_name, english_name: product_english_name }, lang),
      { grows: true },
    ),
    first_seen_time: column.age(120),
    decided_by: column.text(120, { by_default: false }),
    decided_time: column.age(120, { by_default: false }),
    actions: column.actions((module, { onApprove }) => <RowDecisions module={module} onApprove={onApprove} />),
  },
})
