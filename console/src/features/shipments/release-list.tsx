import { api } from '@heatfleet/contract/api.ts'
import type { ReleaseRequest } from '@heatfleet/contract/shipments/releases.ts'
import { productColumn } from '../../lists/columns.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { also, FILTERS, filters, shipments } from './list.tsx'
import { ReleaseActions } from './release-actions.tsx'

const TONES = { open: 'warn', released: 'ok', refused: 'bad', withdrawn: 'neutral' } as const satisfies Record<
  ReleaseRequest['state'],
  Tone
>

const { list, column } = shipments(api.releaseList)

/** Requests for the release of units (product 3.11), received and sent, the newest first. */
export const releases = list({
  name: null,
  needs: 'shipment:view',
  label: ({ t }) => t(($) => $.tabs.releases),
  key: ({ release_id }) => String(release_id),
  title: ({ mac }) => mac,
  summary: ({ t }, count) => t(($) => $.release.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.release.never), text: t(($) => $.release.never_hint) }),
  also,
  filters,
  offered: () => ({ filters: FILTERS.releases }),
  columns: {
    mac: column.custom(176, ({ mac }) => <Identifier id={mac} inTable />, { fixed: 'start', always: true }),
    state: column.custom(110, ({ state }, { t }) => (
      <StateChip tone={TONES[state]}>{t(($) => $.release.states[state])}</StateChip>
    )),
    kind: column.textOf(140, ({ kind }, { t }) => t(($) => $.release.kinds[kind])),
    asker_name: column.textOf(160, ({ asker_name }, { t }) => asker_name ?? t(($) => $.manufacturer)),
    asked_time: column.age(110),
    reason: column.text(240),
    holder: column.textOf(160, ({ visible, holder_name }, { t }) =>
      visible ? (holder_name ?? t(($) => $.manufacturer)) : t(($) => $.release.hidden),
    ),
    product_name: productColumn(150),
    decided_time: column.age(110),
    answer: column.text(220),
    moved_to: column.textOf(150, ({ moved_to }, { t }) =>
      moved_to === '' ? t(($) => $.manufacturer) : (moved_to ?? ''),
    ),
    decided_by: column.text(110, { by_default: false }),
    actions: column.actions((request) => <ReleaseActions request={request} />),
  },
  export: { kind: 'release-list', needs: 'shipment:export' },
})
