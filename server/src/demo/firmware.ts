import { createHash } from 'node:crypto'
import type { FirmwareDraft } from '@heatfleet/contract/firmware/firmware.ts'
import type { Kysely } from 'kysely'
import { addFirmware, imagePath, sumsOf, writePart } from '../features/firmware/public.ts'
import type { Tables } from '../platform/tables.ts'

const IMAGE_BYTES = 98_304
const DAY_MS = 86_400_000

type DemoFirmware = Omit<FirmwareDraft, 'product_key' | 'auto_upgrade'> & { days_ago: number; begins_with?: string }

const MODULES = ['DTU-4G-B', 'DTU-W-C'] as const
const BOARD = { module: 'mcu', hardware_version: 'CG248075' } as const

/** What the maker of the demo has published: the version most modules run, a newer one, and one that was taken back. */
const FIRMWARE: readonly DemoFirmware[] = [
  ...MODULES.map((hardware_version) => ({
    module: 'dtu' as const,
    hardware_version,
    software_version: '1.4.2',
    min_software_version: '',
    name: 'Module, stable',
    enabled: true,
    notes: {
      en: 'Keeps reports over longer outages.',
      zh: '断网更久也能保留上报。',
      pl: 'Zachowuje raporty przy dłuższych przerwach.',
    },
    days_ago: 160,
  })),
  {
    module: 'dtu',
    hardware_version: 'DTU-4G-B',
    software_version: '1.4.9',
    min_software_version: '1.4.0',
    name: 'Module, taken back',
    enabled: false,
    notes: {
      en: 'Taken back: one module of ten lost its board.',
      zh: '已撤回：十分之一的模块与主板失联。',
      pl: 'Wycofane: co dziesiąty moduł tracił łączność z płytą.',
    },
    days_ago: 41,
    begins_with: 'simulated bus-loss=0.1\n',
  },
  ...MODULES.map((hardware_version) => ({
    module: 'dtu' as const,
    hardware_version,
    software_version: '1.5.0',
    min_software_version: '1.3.0',
    name: 'Module, quieter radio',
    enabled: true,
    notes: {
      en: 'Fewer drop-outs with a weak signal.',
      zh: '弱信号下掉线更少。',
      pl: 'Mniej przerw przy słabym sygnale.',
    },
    days_ago: 9,
  })),
  {
    ...BOARD,
    software_version: '2.10',
    min_software_version: '2.0',
    name: 'Board, gentler defrost',
    enabled: true,
    notes: { en: 'Shorter defrosts above 0 °C.', zh: '0 °C 以上除霜更短。', pl: 'Krótsze odszranianie powyżej 0 °C.' },
    days_ago: 23,
  },
]

/** Adds the firmware of the demo, with images that its simulated modules download. */
export const seedFirmware = async (
  db: Kysely<Tables>,
  {
    secret_key,
    folder,
    product_key,
    now_ms,
  }: { secret_key: Buffer; folder: string; product_key: string; now_ms: number },
): Promise<void> => {
  for (const { days_ago, begins_with = '', ...facts } of FIRMWARE) {
    const image = imageOf(`${facts.module} ${facts.hardware_version} ${facts.software_version}`, begins_with)
    const draft = { ...facts, product_key, auto_upgrade: false }
    const by = { uid: null, uploader: 'admin', uploaded_at: new Date(now_ms - days_ago * DAY_MS) }
    const part = imagePath(folder, 0)
    await writePart(part, 0, image)
    const sums = await sumsOf(part)
    if (sums === null) throw new Error(`${part} was not written`)
    const file_name = `${facts.hardware_version.toLowerCase()}-${facts.software_version}.bin`
    await db.transaction().execute(async (trx) => {
      const firmware_id = await addFirmware(trx, secret_key, draft, { file_name, ...sums }, by)
      await writePart(imagePath(folder, firmware_id), 0, image)
    })
  }
}

/** Bytes that look like an image and are the same at every start. */
const imageOf = (seed: string, begins_with: string): Buffer => {
  const blocks = Array.from({ length: IMAGE_BYTES / 32 }, (_, at) =>
    createHash('sha256').update(`${seed} ${at}`).digest(),
  )
  const image = Buffer.concat(blocks)
  image.write(begins_with, 0, 'latin1')
  return image
}
