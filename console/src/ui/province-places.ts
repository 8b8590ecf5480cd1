/**
 * Where each province of China stands on a map of equal tiles: column and row, from the north-west. Near one another as
 * they are on the globe; small ones are as easily seen and hit as large ones.
 */
export const PROVINCE_PLACES: Readonly<Record<string, readonly [column: number, row: number]>> = {
  '230000': [7, 0],
  '220000': [7, 1],
  '650000': [0, 2],
  '620000': [2, 2],
  '640000': [3, 2],
  '150000': [4, 2],
  '110000': [5, 2],
  '210000': [6, 2],
  '630000': [1, 3],
  '610000': [3, 3],
  '140000': [4, 3],
  '130000': [5, 3],
  '120000': [6, 3],
  '540000': [0, 4],
  '510000': [2, 4],
  '500000': [3, 4],
  '410000': [4, 4],
  '370000': [5, 4],
  '530000': [2, 5],
  '520000': [3, 5],
  '420000': [4, 5],
  '340000': [5, 5],
  '320000': [6, 5],
  '310000': [7, 5],
  '450000': [3, 6],
  '430000': [4, 6],
  '360000': [5, 6],
  '330000': [6, 6],
  '460000': [3, 8],
  '440000': [4, 7],
  '350000': [6, 7],
  '710000': [7, 7],
  '820000': [4, 8],
  '810000': [5, 8],
}

const KINDS = /(维吾尔|壮族|回族)?(自治区|特别行政区|省|市)$/

/** A province as a tile has room for it: `内蒙古` of `内蒙古自治区`; Latin names as they are. */
export const shortName = (name: string): string => name.replace(KINDS, '')

/** Letters of a Latin name that a tile has room for in the usual size. */
const LETTERS_MAX = 8

/** Whether a tile needs smaller letters for a name. */
export const isLongName = (name: string): boolean => shortName(name).length > LETTERS_MAX
