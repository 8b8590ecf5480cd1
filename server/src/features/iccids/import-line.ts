import { IccidFacts, normalizeIccid, operatorOf } from '@heatfleet/contract/iccids/card.ts'
import { ICCID_FIELDS, type IccidField, type IccidRow } from '@heatfleet/contract/iccids/import.ts'
import { hasIccidChecksum } from '@heatfleet/contract/identifiers.ts'
import type { IccidState } from '@heatfleet/contract/transitions.ts'
import type { ZoneClock } from '@heatfleet/contract/zone-clock.ts'
import { numberOf } from '../../sheets/cell-values.ts'
import type { NewCard } from './store.ts'

type CardCells = Partial<Record<IccidField, string>>
type Problem = IccidRow['problems'][number]
/** A parsed line: what it says of a card, by the fields that it has; null where it is invalid. */
type LineCard = {
  iccid: string | null
  card: Partial<Omit<NewCard, 'iccid'>>
  problems: Problem[]
}

const DAY_MS = 86_400_000

/** Parses the cells of one line; reports all problems at once. Days are days of the clock. */
export const cardOfLine = (cells: CardCells, clock: ZoneClock): LineCard => {
  const problems: Problem[] = []
  const report = (problem: Problem['problem'], field: IccidField, fix: string | null = null, warns = false): void => {
    const text = (cells[field] ?? '').slice(0, 200)
    problems.push({ problem, severity: warns ? 'warning' : 'error', field, text, fix })
  }
  const iccid = normalizeIccid(cells.iccid ?? '')
  if ((cells.iccid ?? '') === '') report('iccid_missing', 'iccid')
  else if (iccid === null) report('iccid_invalid', 'iccid')
  else if (!hasIccidChecksum(iccid)) report('iccid_checksum', 'iccid', null, true)

  const has = (field: IccidField): boolean => cells[field] !== undefined && cells[field] !== ''
  const timeOf = (field: 'activation_time' | 'expiration_time'): Date | null => {
    if (!has(field)) return null
    const at = momentOf(cells[field] ?? '', clock, field === 'expiration_time')
    if (at === null) report('time_wrong', field)
    return at
  }
  const [activated_at, expires_at] = [timeOf('activation_time'), timeOf('expiration_time')]
  if (activated_at !== null && expires_at !== null && expires_at < activated_at)
    report('ends_before_activation', 'expiration_time')
  const status = has('status') ? statusOf(cells.status ?? '') : undefined
  if (status === null) report('status_unknown', 'status')
  const megabytes = has('traffic_total_mb') ? megabytesOf(cells.traffic_total_mb ?? '') : undefined
  if (megabytes === null) report('traffic_wrong', 'traffic_total_mb')
  const msisdn = (cells.msisdn ?? '').replaceAll(/[\s-]/g, '')
  const texts = { msisdn, operator: cells.operator ?? '', plan: cells.plan ?? '', remark: cells.remark ?? '' }
  const parsed = IccidFacts.safeParse({ ...texts, traffic_total_mb: megabytes ?? null })
  for (const { path } of parsed.error?.issues ?? []) {
    const field = ICCID_FIELDS.find((name) => name === path[0]) ?? 'iccid'
    report(
      field === 'msisdn' ? 'msisdn_wrong' : field === 'traffic_total_mb' ? 'traffic_wrong' : 'text_too_long',
      field,
    )
  }
  const card = {
    ...Object.fromEntries(Object.entries(texts).filter(([field]) => has(field as IccidField))),
    ...(activated_at === null ? {} : { activated_at }),
    ...(expires_at === null ? {} : { expires_at }),
    ...(status == null ? {} : { status }),
    ...(megabytes == null ? {} : { traffic_total_mb: megabytes }),
  }
  return { iccid, card, problems }
}

/** A new card with what a line does not say filled in: one that a unit reports is active. */
export const newCardOf = (iccid: string, card: LineCard['card'], is_reported: boolean): NewCard => ({
  iccid,
  msisdn: card.msisdn ?? '',
  operator: card.operator ?? operatorOf(iccid),
  plan: card.plan ?? '',
  activated_at: card.activated_at ?? null,
  expires_at: card.expires_at ?? null,
  status: card.status ?? (is_reported ? 'active' : 'in_stock'),
  traffic_total_mb: card.traffic_total_mb ?? null,
  remark: card.remark ?? '',
})

/** Words for states as carriers write them. */
const STATUSES: Readonly<Record<string, IccidState>> = {
  test: 'test',
  testing: 'test',
  测试: 'test',
  测试期: 'test',
  testowa: 'test',
  instock: 'in_stock',
  stock: 'in_stock',
  inactive: 'in_stock',
  库存: 'in_stock',
  待激活: 'in_stock',
  未激活: 'in_stock',
  wmagazynie: 'in_stock',
  active: 'active',
  activated: 'active',
  已激活: 'active',
  激活: 'active',
  正常: 'active',
  aktywna: 'active',
  stopped: 'stopped',
  suspended: 'stopped',
  停机: 'stopped',
  已停机: 'stopped',
  停用: 'stopped',
  wstrzymana: 'stopped',
  expired: 'expired',
  已过期: 'expired',
  过期: 'expired',
  到期: 'expired',
  wygasła: 'expired',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  terminated: 'cancelled',
  销户: 'cancelled',
  已销户: 'cancelled',
  anulowana: 'cancelled',
}
const statusOf = (text: string): IccidState | null => STATUSES[text.toLowerCase().replaceAll(/[\s_-]+/g, '')] ?? null

/** `30`, `30 MB`, `1.5 GB`. */
const megabytesOf = (text: string): number | null => {
  const [, amount = '', unit = 'mb'] = /^([\d\s.,']+)\s*(mb|m|gb|g)?$/i.exec(text.trim()) ?? []
  const number = amount === '' ? null : numberOf(amount.trim())
  return number === null ? null : /^g/i.test(unit) ? number * 1_024 : number
}

/** A moment, or a day: its beginning, or where `ends` its end. `2026-12-31`, `31.12.2026`, `2026年12月31日`, with a time or without. */
const momentOf = (text: string, clock: ZoneClock, ends: boolean): Date | null => {
  const bare = text.trim()
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(bare)) return validOf(Date.parse(bare))
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[\sT]+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(bare) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?:\s+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/.exec(
      bare,
    )
  if (found === null) return null
  const [, one = '', month = '', three = '', hour, minute, second] = found
  const [year, day] = one.length === 4 ? [one, three] : [three, one]
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const is_day = new Date(shown).getUTCDate() === Number(day) && new Date(shown).getUTCMonth() === Number(month) - 1
  if (!is_day || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return null
  if (hour === undefined) return new Date(ends ? clock.moment(shown + DAY_MS) - 1_000 : clock.moment(shown))
  return new Date(clock.moment(shown + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1_000))
}

const validOf = (at_ms: number): Date | null => (Number.isNaN(at_ms) ? null : new Date(at_ms))
