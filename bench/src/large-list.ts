import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { watchTreeMemory } from './processes.ts'

/** Rows of the longest list that is taken. */
export const LARGE_ROWS = 20_000

/** A list as makers publish it, of so many rows: names, types, limits and units that repeat, an address each. */
const largeList = (rows: number): string => {
  const kinds = [
    ['Flow temperature', 'INT16', '0.1', '°C', '-30~80', 'R'],
    ['Compressor frequency', 'UINT16', '1', 'Hz', '0~120', 'R'],
    ['Heating set-point', 'INT16', '0.5', '°C', '20~60', 'R/W'],
    ['Operating mode', 'UINT16', '1', '', '0=off 1=heat 2=cool', 'R/W'],
  ]
  const lines = Array.from({ length: rows }, (_, at) => {
    const [name = '', ...rest] = kinds[at % kinds.length] ?? []
    return [at, `${name} ${at}`, ...rest].join(';')
  })
  return ['Address;Name;Data type;Scale;Unit;Range;Access', ...lines].join('\n')
}

type LargeList = { rows: number; read_s: number; read_grown_mb: number; check_s: number; check_grown_mb: number }

/** Reads and validates the longest list: seconds, and what all processes of the console hold more meanwhile, the reading one among them. */
export const measureLargeList = async (
  call: Call,
  { product_key, pid }: { product_key: string; pid: number },
): Promise<LargeList> => {
  const sheet = { file_name: 'large.csv', content: Buffer.from(largeList(LARGE_ROWS)).toString('base64') }
  const [look, read_s, read_grown_mb] = await measured(pid, () => call(api.productImportRead, { body: sheet }))
  const body = { ...sheet, mapping: look.mapping, reading: { answers: { base: '0', fn: '3' } } }
  const [{ rows }, check_s, check_grown_mb] = await measured(pid, () =>
    call(api.productImportCheck, { params: { product_key }, body }),
  )
  return { rows: rows.length, read_s, read_grown_mb, check_s, check_grown_mb }
}

const measured = async <Done>(pid: number, task: () => Promise<Done>): Promise<[Done, number, number]> => {
  const grownMb = watchTreeMemory(pid)
  const begin = performance.now()
  const done = await task()
  return [done, Math.round((performance.now() - begin) / 10) / 100, Math.round(grownMb())]
}
