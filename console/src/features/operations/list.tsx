import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Link } from 'react-router'
import { listOf } from '../../lists/list.ts'
import { productName } from '../../messages/product-name.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { SuccessIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { RowFrameActions } from './frame-actions.tsx'
import css from './operations.module.css'

const REFETCH_MS = 5_000

const { list, column, filter } = listOf(
  api.deadLetterList,
  'operations',
  ({ onShow }: { onShow: (id: number) => void }) => ({ onShow }),
)

/** Frames that could not be stored, the newest first (product 3.40). */
export const deadLetters = list({
  name: 'dead-letters',
  needs: 'ops:view',
  label: ({ t }) => t(($) => $.tabs.frames),
  key: ({ dead_letter_id }) => String(dead_letter_id),
  title: ({ mac, dead_letter_id }) => `${mac} · ${dead_letter_id}`,
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ icon: SuccessIcon, title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  shares_address: true,
  refetch_ms: () => REFETCH_MS,
  filters: {
    mac: filter.text(15),
    reason: filter.text(LIMITS.dead_letter_reason_max),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    known: filter.either(({ t }) => ({ yes: t(($) => $.known.yes), no: t(($) => $.known.no) })),
  },
  sorts: ['at', 'mac', 'reason', 'bytes', 'tries'],
  sorted: { by: 'at', order: 'desc' },
  columns: {
    mac: column.custom(190, ({ mac }) => <Identifier id={mac} inTable />, { fixed: 'start', always: true }),
    at: column.age(120),
    reason: column.word(190, ({ t }) => t(($) => $.reasons, { returnObjects: true }), { grows: true }),
    device_name: column.custom(180, ({ mac, device_name }) =>
      device_name === null ? (
        <span className={css.weak}>{UNKNOWN}</span>
      ) : (
        <Link to={`/device/device-detail/${mac}`}>{device_name}</Link>
      ),
    ),
    product_name: column.textOf(150, ({ product_key, product_name, product_english_name }, { lang }) =>
      product_key === null ? UNKNOWN : productName({ name: product_name, english_name: product_english_name }, lang),
    ),
    topic: column.code(90),
    bytes: column.number(90),
    tries: column.number(96),
    tried_time: column.age(120, { by_default: false }),
    actions: column.actions((letter, { onShow }) => <RowFrameActions letter={letter} onShow={onShow} />),
  },
})
