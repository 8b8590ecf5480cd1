import type { Words } from '@heatfleet/contract/products/points.ts'

/** The value names of the built-in product in Chinese and Polish; a name that is no word (a board number) stays itself. */
const TRANSLATED: Record<string, { zh: string; pl: string }> = {
  no: { zh: '否', pl: 'nie' },
  yes: { zh: '是', pl: 'tak' },
  off: { zh: '关', pl: 'wył.' },
  on: { zh: '开', pl: 'wł.' },
  ok: { zh: '正常', pl: 'w porządku' },
  fault: { zh: '故障', pl: 'awaria' },
  reset: { zh: '复位', pl: 'kasuj' },
  DHW: { zh: '热水', pl: 'CWU' },
  heating: { zh: '制热', pl: 'ogrzewanie' },
  cooling: { zh: '制冷', pl: 'chłodzenie' },
  'heating+DHW': { zh: '制热+热水', pl: 'ogrzewanie + CWU' },
  'cooling+DHW': { zh: '制冷+热水', pl: 'chłodzenie + CWU' },
  normal: { zh: '普通', pl: 'normalny' },
  eco: { zh: '节能', pl: 'eko' },
  night: { zh: '夜间', pl: 'nocny' },
  test: { zh: '测试', pl: 'testowy' },
  Sun: { zh: '星期日', pl: 'nd.' },
  Mon: { zh: '星期一', pl: 'pon.' },
  Tue: { zh: '星期二', pl: 'wt.' },
  Wed: { zh: '星期三', pl: 'śr.' },
  Thu: { zh: '星期四', pl: 'czw.' },
  Fri: { zh: '星期五', pl: 'pt.' },
  Sat: { zh: '星期六', pl: 'sob.' },
}

/** The name of an enum value in three languages. */
export const wordsOfValue = (english: string): Words => ({
  en: english,
  zh: TRANSLATED[english]?.zh ?? english,
  pl: TRANSLATED[english]?.pl ?? english,
})

/** True when the value name is a word that needs no translation or has one. */
export const isTranslated = (english: string): boolean => english in TRANSLATED || /^[A-Z]\d+$/.test(english)
