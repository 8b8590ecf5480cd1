import { expect, it } from 'vitest'
import { recentByOthers } from './recent-by-others.ts'

const NOW_MS = Date.parse('2026-11-21T09:15:00.000Z')
const command = (point_key: string, operator_name: string, age_s: number, control_id = 1) => ({
  control_id,
  point_key,
  operator_name,
  control_time: new Date(NOW_MS - age_s * 1_000).toISOString(),
})
const namesOf = (commands: ReturnType<typeof command>[]) =>
  [...recentByOthers(commands, 'anna', NOW_MS)].map(([key, { control_id }]) => [key, control_id])

it('names what others changed within two minutes, and nothing of one’s own', () => {
  expect(namesOf([command('sp_heat', 'hotline', 90), command('mode', 'anna', 10)])).toEqual([['sp_heat', 1]])
  expect(namesOf([command('sp_heat', 'hotline', 121)])).toEqual([])
})

it('takes the newest command of each point', () => {
  const commands = [command('sp_heat', 'hotline', 100, 1), command('sp_heat', 'hotline', 20, 2)]
  expect(namesOf(commands)).toEqual([['sp_heat', 2]])
  expect(namesOf(commands.toReversed())).toEqual([['sp_heat', 2]])
})
