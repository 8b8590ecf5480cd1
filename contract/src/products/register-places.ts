import type { DataPoint } from './points.ts'

/** What a point reads: each register, or the parts of one, under its slave and function; a calculated one reads nothing. */
export const placesOf = (point: DataPoint): string[] =>
  point.data_type === 'calc'
    ? []
    : Array.from({ length: point.reg_len }, (_, at) =>
        partsOf(point).map((part) => `${point.slave ?? ''}/${point.query_cmd}/${point.address + at}/${part}`),
      ).flat()

const partsOf = ({ query_cmd, data_type, bit, bit_len }: DataPoint): string[] => {
  if (query_cmd <= 2) return ['bit']
  if (data_type === 'bits') return Array.from({ length: bit_len ?? 1 }, (_, at) => `bit ${(bit ?? 0) + at}`)
  if (data_type === 'bit' || (data_type === 'bool' && bit !== null)) return [`bit ${bit}`]
  if (data_type.endsWith('_low')) return ['low']
  return [data_type.endsWith('_high') ? 'high' : 'word']
}
