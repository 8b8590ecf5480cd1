import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { readPdf } from '../../../test/pdf.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const clock = createMovedClock(Date.parse('2026-12-20T10:00:00Z'))
const { database, fleet, as } = useFleetConsole({}, { clock })
const SEASON = { from: '2026-10-01', to: '2026-11-30' } as const

const macAt = (place: string): string => {
  const found = fleet.devices.find(({ at }) => at === place)
  if (found === undefined) throw new Error(`the fleet has a unit at ${place}`)
  return found.mac
}

/** Days of the unit at A1, each with so much heat and electricity. */
const insertDays = (from: string, to: string, heat_kwh: number, electricity_kwh: number) =>
  database.pool.query(
    `insert into device_days (device_id, day, time_zone, product_key, computed_at, is_complete, reports, quality, online_share, heat_method, electricity_method,
       heat_kwh, heat_heating_kwh, electricity_kwh, electricity_heating_kwh, cop, starts, run_minutes, defrosts, heater_minutes, alarms_raised)
     select device_id, day, 'Asia/Shanghai', product_key, now(), true, 1440, 0.99, 1, 'flow', 'meter', $4::real, $4::real, $5::real, $5::real, $4::real / $5::real, 8, 600, 3, 15, 0
     from devices, generate_series($2::date, $3::date, interval '1 day') day where mac = $1`,
    [macAt('A1'), from, to, heat_kwh, electricity_kwh],
  )

const textOf = async (who: 'city_a1', query: { from: string; to: string; language?: 'en' | 'zh' | 'pl' }) => {
  const call = await as(who)
  const file = await call(api.energyReportPdf, { query: { mac: macAt('A1'), ...query } })
  const pages = readPdf(Buffer.from(await file.blob.arrayBuffer()))
  return { name: file.file_name, texts: pages.flatMap(({ texts }) => texts) }
}
/** What stands behind a text in its row. */
const rowOf = (texts: readonly string[], title: string, cells: number) => {
  const at = texts.indexOf(title)
  return at < 0 ? null : texts.slice(at + 1, at + 1 + cells)
}

beforeAll(async () => {
  await insertDays('2026-10-01', '2026-11-30', 40, 10)
  await insertDays('2025-10-01', '2025-11-30', 36, 12)
})

describe('the energy report of a unit', () => {
  it('has the sums of the period beside the same days a year before', async () => {
    const { name, texts } = await textOf('city_a1', SEASON)
    expect(name).toMatch(/^Energy report – .+\.pdf$/)
    expect(rowOf(texts, 'Heat delivered', 3)).toEqual(['2,440 kWh', '2,196 kWh', '+11 %'])
    expect(rowOf(texts, 'Electricity used', 3)).toEqual(['610.0 kWh', '732.0 kWh', '–17 %'])
    expect(rowOf(texts, 'Heat taken from the outdoor air', 3)).toEqual(['1,830 kWh', '1,464 kWh', '+25 %'])
    expect(rowOf(texts, 'Seasonal COP (SCOP)', 3)).toEqual(['4.00', '3.00', '+1.00'])
    expect(rowOf(texts, 'Operating minutes per start', 3)).toEqual(['75', '75', '0 %'])
    expect(rowOf(texts, 'Electric heater hours', 3)).toEqual(['15.3', '15.3', '0 %'])
  })

  it('has each month, each use and how the figures were found', async () => {
    const { texts } = await textOf('city_a1', SEASON)
    expect(texts.join('|')).toContain('Oct 2026|1,240 kWh|310.0 kWh|4.00|248|310|93|31 / 31')
    expect(rowOf(texts, 'Heating', 3)).toEqual(['2,440 kWh', '610.0 kWh', '4.00'])
    expect(texts.join(' ')).toContain(
      'Heat is computed from water flow and temperature difference. Electricity is measured.',
    )
    expect(texts.join(' ')).toContain('61 of 61')
  })

  it('compares with no year before of which days are missing', async () => {
    const { texts } = await textOf('city_a1', { from: '2026-09-01', to: '2026-11-30' })
    expect(rowOf(texts, 'Heat delivered', 3)?.[1]).toBe('2,196 kWh')
    await database.pool.query(`delete from device_days where day between '2025-10-01' and '2025-10-10'`)
    const shorter = await textOf('city_a1', SEASON)
    expect(shorter.texts).not.toContain('A year before')
    expect(rowOf(shorter.texts, 'Heat delivered', 1)).toEqual(['2,440 kWh'])
  })

  it.each([
    ['zh', '供热量', '2,440 kWh'],
    ['pl', 'Oddane ciepło', '2440 kWh'],
  ] as const)('speaks %s', async (language, title, value) => {
    const { texts } = await textOf('city_a1', { ...SEASON, language })
    expect(rowOf(texts, title, 1)?.[0]?.replaceAll(/\s(?=\d)/g, '')).toBe(value)
  })

  it('says that there are no figures', async () => {
    const { texts } = await textOf('city_a1', { from: '2024-01-01', to: '2024-02-29' })
    expect(texts).toContain('No figures in this period')
  })

  it('is of units of the scope alone, and of days in their order', async () => {
    const call = await as('city_a1')
    const foreign = fleet.devices.find(({ at }) => at.startsWith('B'))
    expect(await codeOf(call(api.energyReportPdf, { query: { mac: foreign?.mac ?? '', ...SEASON } }))).toBe(
      'device_not_found',
    )
    const backwards = { mac: macAt('A1'), from: '2026-11-30', to: '2026-10-01' }
    expect(await refusalOf(call(api.energyReportPdf, { query: backwards }))).toBe('invalid_input to')
    const long = { mac: macAt('A1'), from: '2024-11-30', to: '2026-10-01' }
    expect(await refusalOf(call(api.energyReportPdf, { query: long }))).toBe('invalid_input from')
  })
})
