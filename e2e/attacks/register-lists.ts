import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProductBasics } from '@heatfleet/contract/products.ts'
import type { Checks } from '../faults/checks.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { createRandom, type Random } from './seeded.ts'

/** Rows of one sheet below its titles, and sheets for each round; ten rounds are the quality plan's million rows. */
const ROWS = LIMITS.import_rows_max - 1
const SHEETS_A_ROUND = 5
/** Issue: a verdict for each of 10,000 rows in 5 s. */
const TEN_THOUSAND_MAX_MS = 5_000
const RSS_MAX_MB = 256
const KEY = 'lists'

/** B8: register lists as they come, wrong cells and wrong encodings included: a verdict for every row, all or nothing. */
export const attackRegisterLists = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  const random = createRandom(8)
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  try {
    token = (await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })).token
    await call(api.productCreate, { body: { product_key: KEY, basics: BASICS } })
    const params = { product_key: KEY }
    const judge = async (rows: number, encoding: Encoding) => {
      const file = { file_name: 'list.csv', content: encode(makeList(random, rows), encoding).toString('base64') }
      const { mapping } = await call(api.productImportRead, { body: file })
      return {
        ask: { ...file, mapping },
        ...(await call(api.productImportCheck, { params, body: { ...file, mapping } })),
      }
    }
    const rss_before_mb = rssOf(product.process.pid)
    const began = Date.now()
    const ten_thousand = await judge(10_000, 'utf8')
    const took_ms = Date.now() - began
    checks.expect(
      `10,000 rows have their verdicts within ${TEN_THOUSAND_MAX_MS} ms`,
      took_ms <= TEN_THOUSAND_MAX_MS && ten_thousand.rows.length === 10_000,
      `${ten_thousand.rows.length} verdicts in ${took_ms} ms`,
    )
    let [tried, judged] = [0, 0]
    for (let n = 0; n < rounds * SHEETS_A_ROUND; n++) {
      const answer = await judge(ROWS, ENCODINGS[n % ENCODINGS.length] ?? 'utf8')
      tried += ROWS
      judged += answer.rows.length
      if (n > 0) continue
      const refusal = await call(api.productImportApply, {
        params,
        body: { ...answer.ask, revision: answer.revision },
      }).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      const { points } = await call(api.productDraft, { params })
      checks.expect(
        'a list with errors is taken whole or not at all',
        points.length === 0,
        `${refusal}, ${points.length} points`,
      )
    }
    const rss_mb = rssOf(product.process.pid) - rss_before_mb
    checks.expect('every row of every list has a verdict', judged === tried, `tried ${tried} rows, judged ${judged}`)
    checks.expect(
      `reading them takes at most ${RSS_MAX_MB} MB more`,
      rss_mb <= RSS_MAX_MB,
      `${Math.round(rss_mb)} MB more`,
    )
  } finally {
    await product.stop()
  }
}

const ENCODINGS = ['utf8', 'utf16le', 'broken'] as const
type Encoding = (typeof ENCODINGS)[number]

const encode = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  const bytes = Buffer.from(text, 'utf8')
  // Bytes that are no UTF-8 at all, here and there; never a quote or the end of a line, which would be another list.
  if (encoding === 'broken')
    for (let at = 500; at < bytes.length; at += 997) if (isLetter(bytes[at] ?? 0)) bytes[at] = 0xff
  return bytes
}

const isLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a

/** A list of many rows: most sound, some with each thing people do to cells. */
const makeList = (random: Random, rows: number): string => {
  const lines = Array.from({ length: rows }, (_, n) => {
    const cells = [`p_${n}`, `Point ${n}`, 'holding', String(n % 60_000), 's16', '0.1', '°C', 'r']
    if (random.whole(0, 9) === 0)
      cells[random.whole(0, cells.length - 1)] = SPOILED[random.whole(0, SPOILED.length - 1)] ?? ''
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  })
  return ['key,name,fn,addr,type,scale,unit,access', ...lines].join('\n')
}

const SPOILED = [
  '',
  '锟斤拷',
  '=1+1',
  '0x',
  '-1',
  '1e999',
  'NaN',
  'A'.repeat(500),
  '1,2,3',
  '<img onerror>',
  '💧',
  'holding\nholding',
]

const BASICS: ProductBasics = {
  name: 'Lists',
  english_name: '',
  category: 'other',
  description: '',
  data_type: 'registers',
  topology: 'direct',
  network_type: ['wifi'],
  solution: '',
  platforms: ['web'],
  bind_limit: 1,
}

/** Resident memory of a process, MB. */
const rssOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}
