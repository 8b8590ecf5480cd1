import { api } from '@heatfleet/contract/api.ts'
import { FIRMWARE_MODULES } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Link } from 'react-router'
import { productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import css from './firmware.module.css'
import { FirmwareActions } from './firmware-actions.tsx'
import { EnabledMark } from './marks.tsx'
import { firmwareOf, upgradesTo } from './paths.ts'

const KIB = 1_024

const { list, column, filter } = listOf(
  api.firmwareList,
  'firmware',
  ({ onEdit }: { onEdit: (firmware: Firmware) => void }) => ({ onEdit }),
)

/** Firmware that was uploaded, the newest first (product 3.35). */
export const firmwares = list({
  name: 'firmware',
  needs: 'ota:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ firmware_id }) => String(firmware_id),
  title: ({ name, software_version }) => `${name} ${software_version}`,
  path: ({ product_key }) => firmwareOf(product_key),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  filters: {
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    name: filter.text(LIMITS.firmware_name_max),
    module: filter.choice(FIRMWARE_MODULES).text(({ t }, code) => t(($) => $.modules[code])),
    hardware_version: filter.text(LIMITS.firmware_hardware_max),
    software_version: filter.text(LIMITS.firmware_hardware_max),
    enabled: filter.either(({ t }) => ({ yes: t(($) => $.enabled.true), no: t(($) => $.enabled.false) })),
    auto_upgrade: filter.either(({ t }) => ({ yes: t(($) => $.auto.true), no: t(($) => $.auto.false) })),
  },
  columns: {
    name: column.custom(200, ({ name }) => <b title={name}>{name}</b>, { fixed: 'start', always: true, grows: true }),
    enabled: column.custom(110, ({ enabled }) => <EnabledMark enabled={enabled} />),
    product_name: productColumn(140),
    module: column.word(170, ({ t }) => t(($) => $.modules, { returnObjects: true })),
    hardware_version: column.code(130),
    software_version: column.code(156),
    min_software_version: column.code(214),
    auto_upgrade: column.textOf(106, ({ auto_upgrade }, { t }) => t(($) => $.auto[auto_upgrade ? 'true' : 'false'])),
    devices: column.number(148),
    success: column.custom(
      110,
      ({ firmware_id, succeeded, ended }, { t }) =>
        ended === 0 ? (
          <span className={css.weak}>—</span>
        ) : (
          <Link to={upgradesTo(firmware_id)}>{t(($) => $.success_of, { succeeded, ended })}</Link>
        ),
      { exports: ['ended', 'succeeded'] },
    ),
    file: column.custom(
      190,
      ({ file_name, size, sha256 }, { t }) => (
        <span className={css.file} title={`${file_name}\nSHA-256 ${sha256}`}>
          {t(($) => $.size_of, { kib: Math.ceil(size / KIB) })} <code translate="no">{sha256.slice(0, 12)}</code>
        </span>
      ),
      { exports: ['file_name', 'size', 'sha256'] },
    ),
    uploader: column.text(110),
    upload_time: column.age(96),
    actions: column.actions((firmware, { onEdit }) => <FirmwareActions firmware={firmware} onEdit={onEdit} />),
  },
  export: { kind: 'firmware-list', needs: 'ota:view' },
})
